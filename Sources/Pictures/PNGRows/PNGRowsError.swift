/// The data is not what this module reads: another decoder has to judge it.
public struct PNGRowsError: Error, Hashable, Sendable {
  /// What is unusual, for people who look into it.
  public let reason: String
}
