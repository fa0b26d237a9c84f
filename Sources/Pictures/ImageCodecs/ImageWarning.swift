/// A problem of a file that could still be decoded.
public struct ImageWarning: Hashable, Sendable {
  /// The problem, as a sentence or in the words of the decoder.
  public let message: String

  /// Makes a warning of a sentence.
  public init(_ message: String) {
    self.message = message
  }
}

extension ImageWarning: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
