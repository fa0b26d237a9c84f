public import Reporting

/// What a session wrote and how it ended.
public final class Transcript {
  /// The results.
  public var output = ""
  /// The messages, one a line.
  public var messages: [String] = []
  /// What a progress line showed.
  public var progress = ""
  /// What stopped the session; `nil` where nothing did.
  public var failure: HarnessFailure?

  /// Makes an empty transcript.
  public init() {}
}
