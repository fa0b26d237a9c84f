/// Something odd about a file that still gave its picture.
public struct ImageWarning: Hashable, Sendable {
  /// What is odd, as a sentence or in the words of the decoder.
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
