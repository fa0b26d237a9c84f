/// Why a file of another program could not be read or written.
public struct ExchangeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line of the file, from 1, where it is known.
  public let line: Int?
  /// What is wrong and what was expected.
  public let message: String

  /// Makes an error.
  public init(_ message: String, line: Int? = nil) {
    self.message = message
    self.line = line
  }

  /// The message, with the line.
  public var description: String { line.map { "line \($0): \(message)" } ?? message }
}
