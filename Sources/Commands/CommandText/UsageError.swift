/// A command line that cannot be carried out: what was wrong, and what is right.
public struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was wrong, in one or more sentences.
  public let description: String

  /// Makes an error.
  public init(_ description: String) { self.description = description }
}
