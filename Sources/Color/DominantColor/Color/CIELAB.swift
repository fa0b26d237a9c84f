internal import CLibrary
public import Pixels

/// A colour in CIELAB (CIE 15, 1976): lightness and two opponent axes, in which distances are
/// nearer to what people see than distances in sRGB.
///
/// For reports and tests, where an answer's distance to the truth is given. Its functions come from the
/// system's mathematics library and may differ in the last bits between machines, so that no answer
/// is made with it. `OutlineProof` decides with it whether a sample suffices: at the very limit one
/// machine may count every pixel where another need not.
///
/// ```swift
/// let red = CIELAB(RGB8(red: 255, green: 0, blue: 0))  // 53.24, 80.09, 67.20
/// ```
public struct CIELAB: Hashable, Sendable {
  /// L*, 0 (black) to 100 (white).
  public var lightness: Double
  /// a*, from green (negative) to red.
  public var a: Double
  /// b*, from blue (negative) to yellow.
  public var b: Double

  /// Makes a colour from its coordinates.
  public init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// Converts an sRGB colour (IEC 61966-2-1), with white at D65.
  public init(_ color: RGB8) {
    self.init(red: Double(color.red), green: Double(color.green), blue: Double(color.blue))
  }

  /// Converts sRGB channels that may lie between two levels.
  ///
  /// - Parameters:
  ///   - red: 0 to 255, sRGB-encoded like green and blue.
  ///   - green: 0 to 255.
  ///   - blue: 0 to 255.
  public init(red: Double, green: Double, blue: Double) {
    let (r, g, b) = (
      OKLab.linear(red / 255), OKLab.linear(green / 255), OKLab.linear(blue / 255)
    )
    // The sRGB primaries; each row is divided by its sum, the white point, so that greys
    // have a and b of 0, but for rounding.
    let x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / (0.4124564 + 0.3575761 + 0.1804375)
    let y = (0.2126729 * r + 0.7151522 * g + 0.0721750 * b) / (0.2126729 + 0.7151522 + 0.0721750)
    let z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / (0.0193339 + 0.1191920 + 0.9503041)
    let (fx, fy, fz) = (Self.compressed(x), Self.compressed(y), Self.compressed(z))
    self.init(lightness: 116 * fy - 16, a: 500 * (fx - fy), b: 200 * (fy - fz))
  }

  /// CIE's cube root with a straight foot.
  private static func compressed(_ ratio: Double) -> Double {
    let edge = 6.0 / 29
    guard ratio <= edge * edge * edge else { return cbrt(ratio) }
    return ratio / (3 * edge * edge) + 4.0 / 29
  }
}
