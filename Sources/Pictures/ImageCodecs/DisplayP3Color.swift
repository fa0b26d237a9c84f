internal import CLibrary
public import Pixels

/// A colour of Display P3, as `color(display-p3 …)` of CSS takes it (CSS Color 4, 10.3).
///
/// ```swift
/// DisplayP3Color(sRGB: RGB8(red: 255, green: 0, blue: 0))  // 0.9175, 0.2003, 0.1386
/// ```
public struct DisplayP3Color: Hashable, Sendable {
  /// Red, 0 to 1, encoded by the curve of sRGB like green and blue.
  public let red: Double
  /// Green, 0 to 1.
  public let green: Double
  /// Blue, 0 to 1.
  public let blue: Double

  /// Takes a colour whose channels are Display P3's.
  public init(levels: RGB8) {
    red = Double(levels.red) / 255
    green = Double(levels.green) / 255
    blue = Double(levels.blue) / 255
  }

  /// Takes a colour of sRGB, all of which Display P3 has.
  public init(sRGB color: RGB8) {
    let linear = [color.red, color.green, color.blue].map { Self.light(Double($0) / 255) }
    let encoded = Self.product(Self.fromSRGB, linear).map { Self.signal(min(max($0, 0), 1)) }
    (red, green, blue) = (encoded[0], encoded[1], encoded[2])
  }

  /// The same colour in levels of Display P3, rounded.
  public var levels: RGB8 {
    let levels = [red, green, blue].map { UInt8((min(max($0, 0), 1) * 255).rounded()) }
    return RGB8(red: levels[0], green: levels[1], blue: levels[2])
  }

  /// The colour in sRGB; of one outside of it each channel is the nearest that sRGB has.
  public var sRGB: RGB8 {
    let levels = channelsOfSRGB.map { UInt8((min(max($0, 0), 1) * 255).rounded()) }
    return RGB8(red: levels[0], green: levels[1], blue: levels[2])
  }

  /// Whether sRGB has the colour, or one that is within a level of Display P3 in every channel.
  public var isInSRGB: Bool {
    let nearest = DisplayP3Color(sRGB: sRGB)
    return zip([red, green, blue], [nearest.red, nearest.green, nearest.blue])
      .allSatisfy { abs($0 - $1) <= 1 / 255 }
  }

  /// Channels of sRGB, encoded; outside of 0 to 1 for colours that it does not have.
  private var channelsOfSRGB: [Double] {
    Self.product(Self.toSRGB, [red, green, blue].map(Self.light)).map { light in
      // The curve, mirrored at 0: a power of a negative number would be none.
      light < 0 ? -Self.signal(-light) : Self.signal(light)
    }
  }

  // Both have the same white, so that no adaptation comes between (CSS Color 4, 17).
  private static let fromSRGB = [
    [0.822_461_968_714_363, 0.177_538_031_285_637, 0],
    [0.033_194_198_850_962, 0.966_805_801_149_038, 0],
    [0.017_082_630_704_001, 0.072_397_440_662_963, 0.910_519_928_633_036],
  ]
  private static let toSRGB = [
    [1.224_940_176_280_561, -0.224_940_176_280_561, 0],
    [-0.042_056_954_709_688, 1.042_056_954_709_688, 0],
    [-0.019_637_554_590_334, -0.078_636_045_550_633, 1.098_273_600_140_967],
  ]

  private static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { row in row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2] }
  }

  /// Light of a signal (IEC 61966-2-1).
  private static func light(_ signal: Double) -> Double {
    signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
  }

  private static func signal(_ light: Double) -> Double {
    light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
