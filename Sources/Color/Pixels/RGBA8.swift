/// One pixel: red, green, blue and straight (not premultiplied) alpha, 8 bits each, in that order
/// in memory.
@frozen
public struct RGBA8: Hashable, Sendable {
  /// Red, 0 to 255, sRGB-encoded like green and blue.
  public var red: UInt8
  /// Green, 0 to 255.
  public var green: UInt8
  /// Blue, 0 to 255.
  public var blue: UInt8
  /// Straight alpha: 0 is transparent, 255 opaque.
  public var alpha: UInt8

  /// Makes a pixel from its channels; opaque by default.
  @inlinable
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Makes a pixel from a colour; opaque by default.
  @inlinable
  public init(_ color: RGB8, alpha: UInt8 = 255) {
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: alpha)
  }

  /// The pixel without its alpha.
  @inlinable
  public var color: RGB8 { RGB8(red: red, green: green, blue: blue) }
}
