internal import CLibrary
public import Pixels

/// A colour in OKLab (Björn Ottosson, 2020), in double precision: for people and for checks.
///
/// Equal distances look about equally different; 0.02 is just noticeable. No method's answer uses
/// it, because the system's mathematics library may differ in the last bits from one machine to
/// another: method `kmeans` has an integer form of its own.
///
/// ```swift
/// OKLab(RGB8(red: 255, green: 0, blue: 0)).chroma  // 0.2577
/// ```
public struct OKLab: Hashable, Sendable {
  /// Lightness, 0 (black) to 1 (white).
  public let lightness: Double
  /// From green (negative) to red.
  public let a: Double
  /// From blue (negative) to yellow.
  public let b: Double

  /// Makes a colour from its components.
  public init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// Converts an sRGB colour.
  public init(_ color: RGB8) {
    self.init(red: Double(color.red), green: Double(color.green), blue: Double(color.blue))
  }

  /// Converts an sRGB colour given in levels of 0 to 255.
  public init(red: Double, green: Double, blue: Double) {
    let (red, green, blue) = (
      Self.linear(red / 255), Self.linear(green / 255), Self.linear(blue / 255)
    )
    let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let middle = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    self.init(
      lightness: 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
      a: 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
      b: 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short)
  }

  /// Linear light of an encoded channel, both 0 to 1.
  static func linear(_ encoded: Double) -> Double {
    encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }

  /// The C of OKLCH: how far from grey, 0 to 0.32 within sRGB.
  public var chroma: Double { hypot(a, b) }

  /// The h of OKLCH: the hue in degrees, 0 ..< 360; it means nothing for greys.
  ///
  /// Red is at 29, green at 142, blue at 264.
  public var hue: Double {
    let angle = atan2(b, a) * 180 / .pi
    return angle < 0 ? angle + 360 : angle
  }

  /// The square of the distance to another colour.
  public func squaredDistance(to other: OKLab) -> Double {
    let (dl, da, db) = (lightness - other.lightness, a - other.a, b - other.b)
    return dl * dl + da * da + db * db
  }

  /// The distance to another colour.
  public func distance(to other: OKLab) -> Double { squaredDistance(to: other).squareRoot() }
}
