/// Why bytes are not an acceptable JSON document.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, as a clause: `a string does not end`.
  package let problem: String
  /// The place of the problem, in bytes from the start.
  package let offset: Int
  /// The line of the problem, from 1.
  package let line: Int

  /// The problem and its place.
  package var description: String { "\(problem) at byte \(offset)" }
}
