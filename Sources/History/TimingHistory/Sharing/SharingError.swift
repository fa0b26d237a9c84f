/// Why the bytes of a run or of a bundle could not be read.
package struct SharingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, in one sentence.
  package let message: String

  package init(_ message: String) { self.message = message }

  /// The message.
  package var description: String { message }
}
