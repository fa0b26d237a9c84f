/// An sRGB colour, 8 bits a channel.
///
/// ```swift
/// RGB8(hex: "#4a7f01")?.hex  // "#4a7f01"
/// ```
@frozen
public struct RGB8: Hashable, Sendable {
  /// Red, 0 to 255, sRGB-encoded like green and blue.
  public var red: UInt8
  /// Green, 0 to 255.
  public var green: UInt8
  /// Blue, 0 to 255.
  public var blue: UInt8

  /// Makes a colour from its channels.
  @inlinable
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Reads `#rrggbb`, `rrggbb`, `#rgb` or `rgb`, upper or lower case; `nil` for anything else.
  public init?(hex text: some StringProtocol) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    switch digits.utf8.count {
    case 6:
      self.init(
        red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
    case 3:
      self.init(
        red: UInt8(value >> 8) * 17, green: UInt8(value >> 4 & 0xF) * 17,
        blue: UInt8(value & 0xF) * 17)
    default: return nil
    }
  }
}

extension RGB8: CustomStringConvertible {
  /// The same as ``hex``.
  public var description: String { hex }

  /// `#rrggbb`, lower case.
  public var hex: String {
    let value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    let digits = String(value, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

extension RGB8: Comparable {
  /// Orders by red, then green, then blue: the order in which ties are broken.
  @inlinable
  public static func < (left: RGB8, right: RGB8) -> Bool {
    (left.red, left.green, left.blue) < (right.red, right.green, right.blue)
  }
}
