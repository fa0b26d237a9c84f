/// A part of a family's region: colours between two lightnesses, two chromas and two hues of OKLCH.
struct FamilyPart: Sendable {
  /// Thousandths.
  let lightness: ClosedRange<Int64>
  /// Thousandths.
  let chroma: ClosedRange<Int64>
  /// The sides of its sector; `nil` for all hues.
  let sector: HueSector?

  /// No colour of sRGB has more than 323.
  static let mostChroma: Int64 = 400

  /// A part of all hues.
  init(_ lightness: ClosedRange<Int64>, _ chroma: ClosedRange<Int64>) {
    (self.lightness, self.chroma, sector) = (lightness, chroma, nil)
  }

  /// A part of the hues from a degree up to another, around the circle.
  init(
    _ lightness: ClosedRange<Int64>, _ chroma: ClosedRange<Int64>, hue first: Int, _ last: Int
  ) {
    self.lightness = lightness
    self.chroma = chroma
    sector = HueSector(from: first, to: last)
  }

  /// A part up to the strongest colours.
  init(
    _ lightness: ClosedRange<Int64>, _ chroma: PartialRangeFrom<Int64>, hue first: Int, _ last: Int
  ) {
    self.init(lightness, chroma.lowerBound...Self.mostChroma, hue: first, last)
  }

  /// The squared way to a colour, in the steps of ``ColorPlace``; 0 within.
  func squaredDistance(to place: ColorPlace) -> Int64 {
    let lightness = Self.way(from: place.lightness, to: lightness)
    let chroma = Self.way(from: place.chroma, to: chroma)
    let hue = sector?.distance(to: place) ?? 0
    return lightness * lightness + chroma * chroma + hue * hue
  }

  /// How far a colour of the part is from the nearest side that divides colours of sRGB.
  func depth(of place: ColorPlace) -> Int64 {
    var depth = min(
      lightness.lowerBound == 0
        ? .max : place.lightness - lightness.lowerBound * ColorPlace.thousandth,
      lightness.upperBound >= 1000
        ? .max : lightness.upperBound * ColorPlace.thousandth - place.lightness,
      chroma.lowerBound == 0 ? .max : place.chroma - chroma.lowerBound * ColorPlace.thousandth,
      chroma.upperBound >= Self.mostChroma
        ? .max : chroma.upperBound * ColorPlace.thousandth - place.chroma)
    if let sector { depth = min(depth, sector.depth(of: place)) }
    return depth
  }

  private static func way(from value: Int64, to range: ClosedRange<Int64>) -> Int64 {
    max(
      range.lowerBound * ColorPlace.thousandth - value,
      value - range.upperBound * ColorPlace.thousandth, 0)
  }
}

/// Hues of OKLCH between two degrees, less than half a circle apart.
struct HueSector: Sendable {
  private let first: (a: Int64, b: Int64)
  private let last: (a: Int64, b: Int64)

  init(from first: Int, to last: Int) {
    self.first = Self.direction(first)
    self.last = Self.direction(last)
  }

  /// How far a colour is from the nearer side, in the steps of ``ColorPlace``; 0 within.
  ///
  /// Where a side leads away from the colour, that is the way to grey.
  func distance(to place: ColorPlace) -> Int64 {
    let pastFirst = first.a * place.b - first.b * place.a
    let beforeLast = place.a * last.b - place.b * last.a
    if pastFirst >= 0, beforeLast >= 0 { return 0 }
    func way(_ side: (a: Int64, b: Int64), _ across: Int64) -> Int64 {
      // Thousandths of 2¹⁴ from 2²⁸; `>>` comes before `*`, so that it rounds down to 2⁻¹⁴ first.
      side.a * place.a + side.b * place.b > 0 ? 1000 * abs(across) >> 14 : place.chroma
    }
    return min(way(first, pastFirst), way(last, beforeLast))
  }

  /// How far a colour between the sides is from the lines through them, in the steps of ``ColorPlace``;
  /// negative outside.
  func depth(of place: ColorPlace) -> Int64 {
    1000
      * min(first.a * place.b - first.b * place.a, place.a * last.b - place.b * last.a) >> 14
  }

  /// The direction of a hue, 2¹⁴ long.
  private static func direction(_ degrees: Int) -> (a: Int64, b: Int64) {
    (sine(degrees + 90), sine(degrees))
  }

  private static func sine(_ degrees: Int) -> Int64 {
    let turn = degrees % 360
    if turn >= 180 { return -sine(turn - 180) }
    return Int64(sines[turn > 90 ? 180 - turn : turn])
  }

  /// 2¹⁴ times the sine of 0 to 90 degrees, rounded: a table, so that no mathematics library can differ.
  static let sines: [Int16] = [
    0, 286, 572, 857, 1143, 1428, 1713, 1997, 2280, 2563, 2845, 3126, 3406, 3686, 3964, 4240,
    4516, 4790, 5063, 5334, 5604, 5872, 6138, 6402, 6664, 6924, 7182, 7438, 7692, 7943, 8192,
    8438, 8682, 8923, 9162, 9397, 9630, 9860, 10087, 10311, 10531, 10749, 10963, 11174, 11381,
    11585, 11786, 11982, 12176, 12365, 12551, 12733, 12911, 13085, 13255, 13421, 13583, 13741,
    13894, 14044, 14189, 14330, 14466, 14598, 14726, 14849, 14968, 15082, 15191, 15296, 15396,
    15491, 15582, 15668, 15749, 15826, 15897, 15964, 16026, 16083, 16135, 16182, 16225, 16262,
    16294, 16322, 16344, 16362, 16374, 16382, 16384,
  ]
}
