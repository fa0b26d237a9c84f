/// Why a file of another program could not be read or written.
package struct ExchangeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line of the file, from 1, where it is known.
  package let line: Int?
  /// What is wrong and what was expected.
  package let message: String

  package init(_ message: String, line: Int? = nil) {
    self.message = message
    self.line = line
  }

  /// The message, with the line.
  package var description: String { line.map { "line \($0): \(message)" } ?? message }
}
