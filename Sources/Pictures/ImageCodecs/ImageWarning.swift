/// A problem of a file that could still be decoded.
public struct ImageWarning: Hashable, Sendable {
  /// The problem, as a sentence or in the words of the decoder.
  public let message: String

  /// That the profile of inks could not be followed.
  static let inkProfile = ImageWarning(
    "The colour profile cannot be followed. Colours are taken as sRGB.")

  /// That the picture has more than was taken of it.
  static let gainMap = ImageWarning(
    "The picture has a gain map for screens of high dynamic range. Only its base picture was taken."
  )

  /// Makes a warning of a sentence.
  public init(_ message: String) {
    self.message = message
  }
}

extension ImageWarning: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
