internal import CLibrary
internal import DominantColor

/// A lower bound of the CIEDE2000 difference between one colour and every colour of a box.
///
/// CIEDE2000 is not a metric, so that no triangle inequality can be used. The bound follows the
/// formula step by step (notation of Sharma, Wu and Dalal, 2005) with an interval for each
/// quantity:
///
/// - G falls as the mean chroma grows, so that the chromas of the box bound it; a′ = (1 + G) a then
///   bounds C′ and, within a quadrant, h′.
/// - |ΔL′|, |ΔC′| and |Δh′| are at least the gaps between the intervals, and
///   |ΔH′| = 2 √(C′₁ C′₂) sin(|Δh′| ÷ 2) is at least that of the least chromas and the least gap.
/// - S_L, S_C and S_H are at most those of the most distant lightness, the greatest chroma and the
///   greatest T; T changes by at most 2.41 a radian.
/// - R_T is negative or 0. With r = max |R_T| < 2 the form x² + y² − r x y is convex, so that its
///   least value for x ≥ x₀ and y ≥ y₀ lies on one of the two edges.
struct DifferenceBound {
  private let color: CIELAB
  private let chroma: Double

  /// What is added on each side of a box, for rounding.
  private static let slack = 1e-6

  /// Prepares for many boxes.
  init(from color: CIELAB) {
    self.color = color
    chroma = hypot(color.a, color.b)
  }

  /// A number that no difference to a colour in the box is below.
  ///
  /// - Complexity: O(1): about ten functions of an angle.
  func least(to box: PolarBox) -> Double {
    let lightness = RealInterval(box.lightness.low - Self.slack, box.lightness.high + Self.slack)
    let chromas = RealInterval(max(box.chroma.low - Self.slack, 0), box.chroma.high + Self.slack)
    let stretch = RealInterval(
      // G falls with the mean chroma: the high end of one is the low end of the other.
      1 + Self.chromaGain((chroma + chromas.high) / 2),
      1 + Self.chromaGain((chroma + chromas.low) / 2))

    let own = Polar(ofPoint: color, stretch: stretch)
    let theirs = Polar(chromas: chromas, hue: box.hue, stretch: stretch)
    let turn = chroma > Self.slack ? HueTurn(from: own.hue, to: theirs.hue) : nil

    let meanChroma = (own.chroma.high + theirs.chroma.high) / 2
    let (most, rotation) = turn?.weights ?? (HueTurn.mostT, sin(.pi / 3))
    let r = 2 * Self.chromaWeight(meanChroma) * rotation

    let lightnessTerm =
      lightness.gap(to: RealInterval(color.lightness, color.lightness))
      / Self.mostLightnessWeight(
        RealInterval(
          (color.lightness + lightness.low) / 2 - 50, (color.lightness + lightness.high) / 2 - 50))
    let x = own.chroma.gap(to: theirs.chroma) / (1 + 0.045 * meanChroma)
    let hueStep =
      2 * (own.chroma.low * theirs.chroma.low).squareRoot() * sin((turn?.least ?? 0) / 2)
    let y = hueStep / (1 + 0.015 * meanChroma * most)

    let square = lightnessTerm * lightnessTerm + Self.leastForm(x, y, r)
    return max(square.squareRoot() * (1 - 1e-9) - Self.slack, 0)
  }

  /// The least x² + y² − r x y for x ≥ `leastX` ≥ 0 and y ≥ `leastY` ≥ 0, where 0 ≤ r < 2.
  private static func leastForm(_ leastX: Double, _ leastY: Double, _ r: Double) -> Double {
    func form(_ x: Double, _ y: Double) -> Double { x * x + y * y - r * x * y }
    return min(
      // On the edge x = x₀ the form is least where its derivative 2 y − r x₀ is 0, or at the
      // corner.
      form(leastX, max(leastY, r * leastX / 2)), form(max(leastX, r * leastY / 2), leastY))
  }

  /// S_L at the end of an interval of L̄′ − 50 that is further from 0.
  private static func mostLightnessWeight(_ fromFifty: RealInterval) -> Double {
    let square = max(fromFifty.low * fromFifty.low, fromFifty.high * fromFifty.high)
    return 1 + 0.015 * square / (20 + square).squareRoot()
  }

  /// G, which falls from ½ to 0 as the mean chroma grows.
  private static func chromaGain(_ mean: Double) -> Double { 0.5 * (1 - chromaWeight(mean)) }

  /// √(C⁷ / (C⁷ + 25⁷)).
  private static func chromaWeight(_ chroma: Double) -> Double {
    let cube = chroma * chroma * chroma
    let seventh = cube * cube * chroma
    return (seventh / (seventh + 6_103_515_625)).squareRoot()
  }
}

/// Chroma C′ and hue h′ after a was stretched by 1 + G, as intervals.
private struct Polar {
  let chroma: RealInterval
  /// Radians, 0 to 2π; `nil` for the full circle.
  let hue: RealInterval?

  init(ofPoint color: CIELAB, stretch: RealInterval) {
    chroma = RealInterval(
      hypot(stretch.low * color.a, color.b), hypot(stretch.high * color.a, color.b))
    hue = RealInterval(
      between: Self.angle(stretch.low * color.a, color.b),
      and: Self.angle(stretch.high * color.a, color.b))
  }

  init(chromas: RealInterval, hue: RealInterval?, stretch: RealInterval) {
    guard let hue else {
      chroma = RealInterval(chromas.low, stretch.high * chromas.high)
      self.hue = nil
      return
    }
    let ends = RealInterval(hue.low - 1e-9, hue.high + 1e-9)
    let squares = Self.squaredCosines(ends)
    chroma = RealInterval(
      // C′² = (s a)² + b² with a = C cos h: C² (1 + (s² − 1) cos² h).
      chromas.low * (1 + (stretch.low * stretch.low - 1) * squares.low).squareRoot(),
      chromas.high * (1 + (stretch.high * stretch.high - 1) * squares.high).squareRoot())
    func stretched(_ hue: Double, _ factor: Double) -> Double {
      Self.angle(factor * cos(hue), sin(hue))
    }
    self.hue = RealInterval(
      min(stretched(hue.low, stretch.low), stretched(hue.low, stretch.high)) - 1e-9,
      max(
        Self.unwrapped(stretched(hue.high, stretch.low), after: hue.low),
        Self.unwrapped(stretched(hue.high, stretch.high), after: hue.low)) + 1e-9)
  }

  /// cos² over a range of angles.
  private static func squaredCosines(_ hue: RealInterval) -> RealInterval {
    let first = cos(hue.low) * cos(hue.low)
    let last = cos(hue.high) * cos(hue.high)
    // At whole quarters of the circle it is 1 and 0 in turn.
    let quarters = (0...4).filter { hue.contains(Double($0) * .pi / 2) }
    return RealInterval(
      quarters.contains { $0 % 2 == 1 } ? 0 : min(first, last),
      quarters.contains { $0 % 2 == 0 } ? 1 : max(first, last))
  }

  /// 0 up to 2π.
  private static func angle(_ a: Double, _ b: Double) -> Double {
    let angle = atan2(b, a)
    return angle < 0 ? angle + 2 * .pi : angle
  }

  /// The end of a range of angles that begins at another one: 2π rather than 0.
  private static func unwrapped(_ angle: Double, after start: Double) -> Double {
    angle < start - .pi ? angle + 2 * .pi : angle
  }
}

/// The way from one range of hues to another, the shorter one around the circle.
private struct HueTurn {
  /// The least |Δh′|, in radians.
  let least: Double
  /// The middle of all mean hues and how far they spread to either side; `nil` where the way may go
  /// round either side, so that a mean may lie anywhere.
  private let mean: (middle: Double, spread: Double)?

  /// The greatest T anywhere: the sum of its amplitudes.
  static let mostT = 1 + 0.17 + 0.24 + 0.32 + 0.20

  init?(from own: RealInterval?, to other: RealInterval?) {
    guard let own, let other else { return nil }
    let center = (other.low + other.high - own.low - own.high) / 2
    let half = (other.high - other.low + own.high - own.low) / 2
    // Whole turns are taken off the way between the middles, so that it is at most half a
    // turn.
    let shift = -2 * .pi * (center / (2 * .pi)).rounded()
    let distance = abs(center + shift)
    least = max(0, distance - half)
    mean =
      distance + half < .pi - 1e-6
      ? ((own.low + own.high + other.low + other.high + 2 * shift) / 4, half / 2) : nil
  }

  /// The most that T, and sin 2Δθ, can be.
  var weights: (t: Double, rotation: Double) {
    guard let mean else { return (Self.mostT, sin(.pi / 3)) }
    let (hue, spread) = (mean.middle, mean.spread + 1e-9)
    let t =
      1 - 0.17 * cos(hue - .pi / 6) + 0.24 * cos(2 * hue) + 0.32 * cos(3 * hue + .pi / 30)
      - 0.20 * cos(4 * hue - 63 * .pi / 180)
    // The circle's way to 275 degrees is never longer than the formula's straight one.
    let turns = (hue - 275 * .pi / 180) / (2 * .pi)
    let fromBlue = max(abs(turns - turns.rounded()) * 360 - spread * 180 / .pi, 0) / 25
    let angle = 60 * exp(-fromBlue * fromBlue) * .pi / 180
    // |dT ÷ dh| is at most 0.17 + 2 · 0.24 + 3 · 0.32 + 4 · 0.20.
    return (min(t + 2.41 * spread, Self.mostT), sin(angle))
  }
}
