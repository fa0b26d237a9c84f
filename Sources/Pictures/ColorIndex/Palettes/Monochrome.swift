internal import CLibrary
internal import DominantColor
internal import Pixels

/// What a picture without colours is: greys, with at most a slight cast of one hue, as of old paper.
///
/// In OKLab greys lie on one line, and a cast moves them to one side of it, the middle ones furthest. So
/// at least 98 % of the picture has to lie within ``width`` of a line from grey to ``mostCast`` in the
/// direction of the picture's mean.
enum Monochrome {
  /// The most chroma of a cast, in OKLab.
  static let mostCast = 0.03
  /// How far from the line colours may lie: noise, and the steps in which tones are kept.
  static let width = 0.02
  /// The most of a picture that may have other colours, in ten-thousandths.
  static let mostOthers = 200
  /// Below this lightness colours cannot be told from black.
  static let leastLightness = 0.12

  /// Whether a colour can be grey with a cast, whatever the hue of that.
  static func canBeCast(_ color: RGB8) -> Bool {
    let lab = OKLab(color)
    return lab.lightness < leastLightness || lab.chroma <= mostCast + width
  }

  /// Whether a picture has no colours.
  ///
  /// - Parameters:
  ///   - palette: its palette.
  ///   - tones: its tones; none for a picture of few colours.
  /// - Returns: whether nearly all of it lies on the line.
  static func takes(_ palette: IndexedPalette, _ tones: IndexedTones) -> Bool {
    let colors =
      tones.tones.isEmpty
      ? palette.swatches.map { (lab: OKLab($0.color), share: Double($0.share)) }
      : tones.tones.map { (lab: OKLab($0.color), share: Double($0.share)) }
    let whole = colors.reduce(0) { $0 + $1.share }
    let mean = (
      a: colors.reduce(0) { $0 + $1.lab.a * $1.share } / whole,
      b: colors.reduce(0) { $0 + $1.lab.b * $1.share } / whole
    )
    let length = hypot(mean.a, mean.b)
    let direction = length > 0 ? (a: mean.a / length, b: mean.b / length) : (a: 0, b: 0)
    let others = colors.reduce(0) { sum, color in
      guard color.lab.lightness >= leastLightness else { return sum }
      let along = color.lab.a * direction.a + color.lab.b * direction.b
      //     b │       ·  colour
      //       │      ╱ away
      //       │ 0──•────── mostCast      the direction of the mean
      //       └───────────── a
      //
      // The nearest point of the line, whose ends are grey and the strongest cast.
      let onLine = min(max(along, 0), mostCast)
      let away = hypot(
        color.lab.a - onLine * direction.a, color.lab.b - onLine * direction.b)
      return away > width ? sum + color.share : sum
    }
    return whole > 0 && others * Double(IndexedSwatch.whole) <= Double(mostOthers) * whole
  }
}
