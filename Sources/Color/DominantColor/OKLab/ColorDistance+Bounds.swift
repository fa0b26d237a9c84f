public import Pixels

extension ColorDistance {
  /// Bounds of the distances to all colours of a box, for deciding on many colours at once.
  ///
  /// - Parameters:
  ///   - lowest: the colour with the box's smallest channels.
  ///   - highest: the colour with its largest.
  /// - Returns: a range that ``thousandths(to:)`` never leaves within the box; not the narrowest.
  /// - Complexity: O(1).
  public func thousandthsBounds(from lowest: RGB8, to highest: RGB8) -> ClosedRange<Int> {
    precondition(
      lowest.red <= highest.red && lowest.green <= highest.green && lowest.blue <= highest.blue,
      "a box's lowest colour is not above its highest")
    let (low, high) = (Cones(lowest), Cones(highest))
    var bounds = boundsByBlack(to: high)
    if low.long > 0, low.middle > 0, low.short > 0 {
      let others = boundsByMiddle(from: (lowest, low), to: (highest, high))
      bounds = (max(bounds.least, others.least), min(bounds.most, others.most))
    }
    // Two steps for rounding: the fixed-point components are right to 4 · 10⁻⁵.
    return max(Int(1000 * bounds.least) - 2, 0)...min(Int(1000 * bounds.most) + 2, Self.longest)
  }

  /// Bounds by the way over black: narrow for dark boxes, in which slopes have no end.
  ///
  /// A colour is at most 1.22 times its lightness away from black: of pure blue it is 1.2167 times,
  /// and all that is as pure or less is as much or less. No lightness is above that of the highest.
  private func boundsByBlack(to high: Cones) -> Extremes {
    let away = Double(origin.squaredLength).squareRoot() / Double(FixedOKLab.unit)
    let longest =
      1.22
      * (Self.conesToL.0 * high.long + Self.conesToL.1 * high.middle
        + Self.conesToL.2 * high.short)
    return (away - longest, away + longest)
  }

  /// Bounds by the distance of a box's middle.
  ///
  /// By the mean value theorem: no colour is further from the middle, in each component of OKLab,
  /// than the largest slope within the box along each channel times the way. A slope is a sum over
  /// the three cones of matrix · slope of the sRGB curve ÷ (3 · root²), whose factors grow or fall
  /// along the channels, so that their extremes are at the corners.
  ///
  /// With *d* the distance of the middle, *r* how far all components together lead away from it, and
  /// *s* how far they lead along the line through the middle and this colour, a component of its
  /// own: colours of the box are at least *d* − *s* and at most √(*d*² + 2 · *d* · *s* + *r*²) away.
  private func boundsByMiddle(
    from lower: (color: RGB8, cones: Cones), to upper: (color: RGB8, cones: Cones)
  ) -> Extremes {
    let (lowest, highest, low, high) = (lower.color, upper.color, lower.cones, upper.cones)
    let middle = FixedOKLab(
      quick: RGB8(
        red: lowest.red + (highest.red - lowest.red) / 2,
        green: lowest.green + (highest.green - lowest.green) / 2,
        blue: lowest.blue + (highest.blue - lowest.blue) / 2))
    let line = Line(from: origin, to: middle)
    let conesToLine = (
      line.l * Self.conesToL.0 + line.a * Self.conesToA.0 + line.b * Self.conesToB.0,
      line.l * Self.conesToL.1 + line.a * Self.conesToA.1 + line.b * Self.conesToB.1,
      line.l * Self.conesToL.2 + line.a * Self.conesToA.2 + line.b * Self.conesToB.2
    )
    var along = Slope()
    func add(_ from: UInt8, _ to: UInt8, _ matrix: (Double, Double, Double)) {
      // The middle is rounded down, so that the way up may be the longer one.
      let way = Double(to - from - (to - from) / 2)
      let slopes = Self.slopes(from: from, to: to)
      func cone(_ weight: Double, _ low: Double, _ high: Double) -> (least: Double, most: Double) {
        (weight * slopes.least / (3 * high * high), weight * slopes.most / (3 * low * low))
      }
      let cones = (
        cone(matrix.0, low.long, high.long), cone(matrix.1, low.middle, high.middle),
        cone(matrix.2, low.short, high.short)
      )
      along.l += way * Self.steepest(Self.conesToL, cones)
      along.a += way * Self.steepest(Self.conesToA, cones)
      along.b += way * Self.steepest(Self.conesToB, cones)
      along.line += way * Self.steepest(conesToLine, cones)
    }
    add(lowest.red, highest.red, Self.redToCones)
    add(lowest.green, highest.green, Self.greenToCones)
    add(lowest.blue, highest.blue, Self.blueToCones)
    let reach = along.l * along.l + along.a * along.a + along.b * along.b
    return (
      line.length - along.line,
      // |m + x|² is d² + 2 d · (x along the line) + |x|².
      (line.length * (line.length + 2 * along.line) + reach).squareRoot()
    )
  }

  /// No distance between colours of sRGB is longer.
  private static let longest = 1536

  /// Ottosson's matrices: from linear light to cones, by channel, and from their roots to OKLab.
  private static let redToCones = (0.4122214708, 0.2119034982, 0.0883024619)
  private static let greenToCones = (0.5363325363, 0.6806995451, 0.2817188376)
  private static let blueToCones = (0.0514459929, 0.1073969566, 0.6299787005)
  private static let conesToL = (0.2104542553, 0.7936177850, -0.0040720468)
  private static let conesToA = (1.9779984951, -2.4285922050, 0.4505937099)
  private static let conesToB = (0.0259040371, 0.7827717662, -0.8086757660)

  /// How far the components of OKLab, and that along a line, can be from those of a box's middle.
  private struct Slope {
    var l = 0.0
    var a = 0.0
    var b = 0.0
    var line = 0.0
  }

  /// A line between two colours in OKLab: its length, and the components of its direction.
  private struct Line {
    var length: Double
    var l = 0.0
    var a = 0.0
    var b = 0.0

    init(from origin: FixedOKLab, to other: FixedOKLab) {
      let unit = Double(FixedOKLab.unit)
      let difference = (
        Double(other.l - origin.l) / unit, Double(other.a - origin.a) / unit,
        Double(other.b - origin.b) / unit
      )
      length =
        (difference.0 * difference.0 + difference.1 * difference.1 + difference.2 * difference.2)
        .squareRoot()
      guard length > 0 else { return }
      (l, a, b) = (difference.0 / length, difference.1 / length, difference.2 / length)
    }
  }

  /// Least and most that something can be.
  private typealias Extremes = (least: Double, most: Double)

  /// The largest size of a weighted sum of three slopes that each lie in a range.
  private static func steepest(
    _ weights: (Double, Double, Double), _ slopes: (Extremes, Extremes, Extremes)
  ) -> Double {
    var (least, most) = (0.0, 0.0)
    func add(_ weight: Double, _ slope: Extremes) {
      // A negative weight is least with the largest slope.
      least += weight * (weight < 0 ? slope.most : slope.least)
      most += weight * (weight < 0 ? slope.least : slope.most)
    }
    add(weights.0, slopes.0)
    add(weights.1, slopes.1)
    add(weights.2, slopes.2)
    return max(abs(least), abs(most))
  }

  /// Slopes of linear light per level, of which the curve's own at a level lies between that of the
  /// step before it and that of the step after, because they grow.
  private static let steps: [Double] = (0..<256).map { level in
    let next = min(level, 254) + 1
    return (Double(LinearLight.table[next]) - Double(LinearLight.table[next - 1])) / Double(1 << 24)
  }

  /// At most the slope anywhere from a level on, and at least the slope anywhere up to another.
  private static func slopes(from: UInt8, to: UInt8) -> (least: Double, most: Double) {
    // A tenth of a percent for the rounding of the table; 255 has no step after it.
    (
      0.999 * steps[max(Int(from) - 1, 0)],
      1.001 * steps[min(Int(to), 254)] + (to == 255 ? 0.0001 : 0)
    )
  }

  /// The roots of a colour's cones, 0 to 1.
  private struct Cones {
    let long: Double
    let middle: Double
    let short: Double

    init(_ color: RGB8) {
      let light = (
        UInt64(LinearLight.table[Int(color.red)]), UInt64(LinearLight.table[Int(color.green)]),
        UInt64(LinearLight.table[Int(color.blue)])
      )
      func root(_ red: UInt64, _ green: UInt64, _ blue: UInt64) -> Double {
        Double(CubeRoot.quickFloor(red * light.0 + green * light.1 + blue * light.2))
          / Double(1 << 18)
      }
      long = root(442_619_434, 575_882_676, 55_239_714)
      middle = root(227_529_649, 730_895_571, 115_316_604)
      short = root(94_814_047, 302_493_299, 676_434_478)
    }
  }
}
