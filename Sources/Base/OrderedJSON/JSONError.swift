/// Why bytes are not an acceptable JSON document.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, as a clause: `a string does not end`.
  public let problem: String
  /// The place of the problem, in bytes from the start.
  public let offset: Int
  /// The line of the problem, from 1.
  public let line: Int

  /// The problem and its place.
  public var description: String { "\(problem) at byte \(offset)" }
}
