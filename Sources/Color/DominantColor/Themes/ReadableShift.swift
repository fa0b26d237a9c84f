internal import CLibrary
public import Pixels

/// Moves colours in OKLCH, hue kept, until they serve.
enum ReadableShift {
  /// The most chroma of what text stands on: more tires the eye, and keeps contrast from the text.
  private static let groundChroma = 0.03
  /// A step of lightness, finer than one level of a grey.
  private static let step = 0.002

  /// A colour to stand on: the lightness held to a range, the chroma to little.
  static func ground(_ color: RGB8, lightness: ClosedRange<Double>) -> RGB8 {
    let lab = OKLab(color)
    let held = min(max(lab.lightness, lightness.lowerBound), lightness.upperBound)
    return placed(lab, lightness: held, chroma: min(lab.chroma, groundChroma))
  }

  /// The colour, or the nearest lighter (or darker) one that has a contrast with all grounds.
  ///
  /// - Returns: the colour; white or black where none in between has the contrast.
  static func moved(
    _ color: RGB8, on grounds: [RGB8], to ratio: Double, isLighter: Bool
  ) -> RGB8 {
    func serves(_ color: RGB8) -> Bool {
      grounds.allSatisfy { color.contrast(with: $0) >= ratio }
    }
    if serves(color) { return color }
    let lab = OKLab(color)
    var lightness = lab.lightness
    // The last step may pass the end, and is held to it: black and white are tried too.
    while lightness > 0, lightness < 1 {
      lightness += isLighter ? step : -step
      let candidate = placed(lab, lightness: min(max(lightness, 0), 1), chroma: lab.chroma)
      if serves(candidate) { return candidate }
    }
    let end: UInt8 = isLighter ? 255 : 0
    return RGB8(red: end, green: end, blue: end)
  }

  /// A hue at some lightness, with the chroma asked for or as much of it as sRGB has there.
  private static func placed(_ lab: OKLab, lightness: Double, chroma: Double) -> RGB8 {
    func color(_ chroma: Double) -> RGB8? {
      let scale = lab.chroma > 0 ? chroma / lab.chroma : 0
      return RGB8(OKLab(lightness: lightness, a: lab.a * scale, b: lab.b * scale))
    }
    if let found = color(chroma) { return found }
    var (low, high) = (0.0, chroma)
    for _ in 0..<16 {
      let middle = (low + high) / 2
      if color(middle) == nil { high = middle } else { low = middle }
    }
    let end: UInt8 = lightness < 0.5 ? 0 : 255
    return color(low) ?? RGB8(red: end, green: end, blue: end)
  }
}

extension RGB8 {
  /// The lightness contrast Lc of this colour as text on another, by APCA 0.1.9 (Andrew Somers).
  ///
  /// Over 0 for dark text on light, under 0 for light on dark; 60 suffices for text of usual size.
  public func lightnessContrast(on background: RGB8) -> Double {
    // APCA's soft clamp: near black, screens and glare lift what is seen.
    func soft(_ value: Double) -> Double {
      value < 0.022 ? value + pow(0.022 - value, 1.414) : value
    }
    let (text, ground) = (soft(screenLuminance), soft(background.screenLuminance))
    if abs(ground - text) < 0.0005 { return 0 }
    if ground > text {
      // The powers differ by polarity: light text on dark looks bolder than dark text on
      // light.
      let contrast = (pow(ground, 0.56) - pow(text, 0.57)) * 1.14
      return contrast < 0.1 ? 0 : (contrast - 0.027) * 100
    }
    let contrast = (pow(ground, 0.65) - pow(text, 0.62)) * 1.14
    return contrast > -0.1 ? 0 : (contrast + 0.027) * 100
  }

  private var screenLuminance: Double {
    func light(_ level: UInt8) -> Double { pow(Double(level) / 255, 2.4) }
    return 0.2126729 * light(red) + 0.7151522 * light(green) + 0.0721750 * light(blue)
  }
}
