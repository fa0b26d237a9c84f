/// What drawn tiles show of a ratio of two totals over a picture, such as the mean level of a
/// window's pixels: the sum of levels by the number of pixels.
///
/// Each tile has a numerator *s* and a denominator *c*, with 0 ≤ *c* ≤ 1 and 0 ≤ *s* ≤ *w* · *c* for a
/// width *w*. The ratio is above *x* when the total of *s* − *x* · *c* is above 0, which
/// ``ResidualTest`` decides with the outline's *s* − *x* · *c* subtracted: for that the outline's *s*
/// may be any number that the outline decides. Lowered to *u* at most (`OutlineTrims`), *y* is at
/// least −*u* plus the outline's mean, as long as *x* ≤ *u*; and for the ratio being below *x*, with *s*
/// raised to *l* at least and *x* ≥ *l*, at least −(*w* − *l*) plus that mean.
struct RatioBounds {
  /// What one side of the ratio is tested with.
  private struct Side {
    /// How much less than the outline's mean *y* may be.
    let reach: Double
    /// The outline's mean numerator over all tiles, trimmed for this side.
    let outline: Double
    // Sums over the drawn tiles of what numerators are above the outline's.
    var numerators = 0.0
    var squares = 0.0
    /// With what denominators are above the outline's.
    var products = 0.0

    mutating func add(_ numerator: Double, _ denominator: Double) {
      numerators += numerator
      squares += numerator * numerator
      products += numerator * denominator
    }

    func scaled(by factor: Double) -> Side {
      var side = self
      side.numerators *= factor
      side.squares *= factor
      side.products *= factor
      return side
    }
  }

  /// The width *w*.
  let width: Double
  /// Tiles drawn.
  private(set) var draws: Double
  /// Means of the outline over all tiles.
  private let outline: (numerator: Double, denominator: Double)
  private let trim: OutlineTrims.Trim
  private var numerators = 0.0
  private var denominators = 0.0
  private var denominatorSquares = 0.0
  private var lower: Side
  private var upper: Side

  /// Bounds without tiles: as many as were drawn will be added, but for those that differ in
  /// nothing from their outline as trimmed.
  ///
  /// - Parameters:
  ///   - width: the width.
  ///   - draws: tiles drawn.
  ///   - outline: means of the outline over all tiles.
  ///   - trim: where the outline's numerators are cut off; `nil` for nowhere.
  init(
    width: Double, draws: Int, outline: (numerator: Double, denominator: Double),
    trim: OutlineTrims.Trim? = nil
  ) {
    let trim =
      trim
      ?? OutlineTrims.Trim(range: 0...width, raised: outline.numerator, lowered: outline.numerator)
    self.width = width
    self.draws = Double(draws)
    self.outline = outline
    self.trim = trim
    lower = Side(reach: trim.range.upperBound, outline: trim.lowered)
    upper = Side(reach: width - trim.range.lowerBound, outline: trim.raised)
  }

  /// Adds a tile.
  ///
  /// - Parameters:
  ///   - numerator: what the tile has.
  ///   - outline: what its outline has, which is all in or all out; `nil` where it is out.
  ///   - denominator: the tile's denominator less its outline's.
  mutating func add(numerator: Double, outline: Double?, denominator: Double) {
    numerators += numerator - (outline ?? 0)
    denominators += denominator
    denominatorSquares += denominator * denominator
    lower.add(numerator - (outline.map { min($0, trim.range.upperBound) } ?? 0), denominator)
    upper.add(numerator - (outline.map { max($0, trim.range.lowerBound) } ?? 0), denominator)
  }

  /// What so many times as many tiles would show, were they like these.
  func scaled(by factor: Double) -> RatioBounds {
    var bounds = self
    bounds.draws *= factor
    bounds.numerators *= factor
    bounds.denominators *= factor
    bounds.denominatorSquares *= factor
    bounds.lower = lower.scaled(by: factor)
    bounds.upper = upper.scaled(by: factor)
    return bounds
  }

  /// The denominator's mean over all tiles, by estimate.
  var denominator: Double { outline.denominator + denominators / draws }

  /// The ratio by estimate, within 0 and the width; `nil` where nothing was found.
  var ratio: Double? {
    guard denominator > 0 else { return nil }
    return min(max((outline.numerator + numerators / draws) / denominator, 0), width)
  }

  /// How far the outline's mean may be on the wrong side, as a share of the width.
  static let slack = 0.02

  /// Where the ratio lies, each side with the test's error probability.
  func range(_ test: ResidualTest) -> ClosedRange<Double> {
    guard let ratio, outline.denominator > 0 else { return 0...width }
    let slack = Self.slack * width
    // Beyond these the ranges of y would not hold.
    let highest = min(
      ratio, (lower.outline + slack) / outline.denominator, trim.range.upperBound)
    let lowest = max(
      ratio, (upper.outline - slack) / outline.denominator, trim.range.lowerBound)
    let from = edge(test, lower, from: highest, to: 0, sign: 1)
    let to = edge(test, upper, from: lowest, to: width, sign: -1)
    return min(from, ratio)...max(to, ratio)
  }

  /// The *R* of ``ResidualTest`` that a side is tested with: no tile of the picture has a *y* under
  /// −*R*, for any ratio that is tried.
  func testedRange(isUpper: Bool) -> Double { range(of: isUpper ? upper : lower) }

  private func range(of side: Side) -> Double { side.reach + Self.slack * width }

  /// The value nearest to `start` such that the test rejects, at one rate, all from there to `end`.
  ///
  /// At each rate the exponent less the threshold is a concave quadratic in the value, a linear sum
  /// less a sum of squares: where it is not negative at two values, it is not between them.
  private func edge(
    _ test: ResidualTest, _ side: Side, from start: Double, to end: Double, sign: Double
  ) -> Double {
    guard (end - start) * sign < 0 else { return end }
    let range = range(of: side)
    // The sum is s0 - s1 x, the sum of squares q0 + q1 x + q2 x².
    // With n and d what a tile has more than its outline, and O and Q the outline's means, y
    // is n + O − x (d + Q). Over H draws:
    //
    //     Σ y     Σ n + H O  −  x (Σ d + H Q)
    //     Σ y²    Σ n² + 2 O Σ n + H O²
    //             − 2 x (Σ n d + O Σ d + Q Σ n + H O Q)
    //             + x² (Σ d² + 2 Q Σ d + H Q²)
    let (top, bottom) = (side.outline, outline.denominator)
    let s0 = side.numerators + draws * top
    let s1 = denominators + draws * bottom
    let q0 = side.squares + 2 * top * side.numerators + draws * top * top
    let q1 =
      -2
      * (side.products + top * denominators + bottom * side.numerators + draws * top * bottom)
    let q2 = denominatorSquares + 2 * bottom * denominators + draws * bottom * bottom
    var best = end
    for rate in ResidualTest.rates {
      let (linear, square) = (sign * rate.rate / range, rate.cost / (range * range))
      let c = linear * s0 - square * q0 - test.threshold
      let b = -linear * s1 - square * q1
      let a = -square * q2
      func isRejected(_ value: Double) -> Bool { (a * value + b) * value + c >= 0 }
      guard isRejected(end) else { continue }
      // The quadratic is concave: not negative at `end` and at `start`, it is not negative
      // between.
      if isRejected(start) { return start }
      let root = root(a, b, c, isUpper: sign > 0)
      // Rounding must not narrow the range.
      let edge = min(max(root - sign * 1e-9 * width, min(start, end)), max(start, end))
      if (edge - best) * sign > 0 { best = edge }
    }
    return best
  }

  /// The larger or the smaller of the values at which a concave quadratic is 0; it has two.
  private func root(_ a: Double, _ b: Double, _ c: Double, isUpper: Bool) -> Double {
    guard a < 0 else { return -c / b }
    let spread = max(b * b - 4 * a * c, 0).squareRoot()
    // The sum whose terms have one sign cancels nothing; the other root follows from the
    // product of both, c ÷ a.
    let far = (-b + (b < 0 ? spread : -spread)) / (2 * a)
    let near = far == 0 ? 0 : c / (a * far)
    return isUpper ? max(near, far) : min(near, far)
  }
}
