/// What was asked for names nothing, or is no value of its kind: what was wrong, and what is right.
public struct InvalidRequest: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was wrong, in one or more sentences.
  public let description: String

  /// Makes an error.
  public init(_ description: String) { self.description = description }
}
