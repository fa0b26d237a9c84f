package import Reporting

/// What a session wrote and how it ended.
package final class Transcript {
  /// The results.
  package var output = ""
  /// The messages, one a line.
  package var messages: [String] = []
  /// What a progress line showed.
  package var progress = ""
  /// What stopped the session; `nil` where nothing did.
  package var failure: HarnessFailure?

  /// Makes an empty transcript.
  package init() {}
}
