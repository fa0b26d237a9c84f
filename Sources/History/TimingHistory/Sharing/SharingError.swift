/// Why the bytes of a run or of a bundle could not be read.
public struct SharingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, in one sentence.
  public let message: String

  /// Makes an error.
  public init(_ message: String) { self.message = message }

  /// The message.
  public var description: String { message }
}
