/// What drawn tiles tell of a ratio of two totals over a picture, such as the mean level of a
/// window's pixels: the sum of levels by the number of pixels.
///
/// Each tile has a numerator *s* and a denominator *c*, both known of the outline too, with 0 ≤ *c*
/// ≤ 1 and 0 ≤ *s* ≤ *w* · *c* for a width *w*. The ratio is above *x* when the total of *s* − *x* ·
/// *c* is above 0, which ``ResidualTest`` tells: with a tile and its outline both within, *y* is at
/// least −*w* plus the outline's mean of *s* − *x* · *c*.
struct RatioBounds {
  /// The width *w*.
  let width: Double
  /// Tiles drawn.
  private(set) var draws: Double
  /// Means of the outline over all tiles.
  let outline: (numerator: Double, denominator: Double)
  // Sums over the drawn tiles of what their numerators and denominators are above the outline's.
  private(set) var numerators = 0.0
  private(set) var denominators = 0.0
  private(set) var numeratorSquares = 0.0
  private(set) var denominatorSquares = 0.0
  private(set) var products = 0.0

  /// Bounds without tiles: as many as were drawn will be added, but for those of which both
  /// residuals are 0.
  init(width: Double, draws: Int, outline: (numerator: Double, denominator: Double)) {
    self.width = width
    self.draws = Double(draws)
    self.outline = outline
  }

  /// Adds a tile's residuals.
  mutating func add(numerator: Double, denominator: Double) {
    numerators += numerator
    denominators += denominator
    numeratorSquares += numerator * numerator
    denominatorSquares += denominator * denominator
    products += numerator * denominator
  }

  /// What so many times as many tiles would tell, were they like these.
  func scaled(by factor: Double) -> RatioBounds {
    var bounds = self
    bounds.draws *= factor
    bounds.numerators *= factor
    bounds.denominators *= factor
    bounds.numeratorSquares *= factor
    bounds.denominatorSquares *= factor
    bounds.products *= factor
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
  private static let slack = 0.02

  /// Where the ratio lies, each side with the test's error probability.
  func range(_ test: ResidualTest) -> ClosedRange<Double> {
    guard let ratio, outline.denominator > 0 else { return 0...width }
    let slack = Self.slack * width
    // Beyond these the range below would not hold.
    let highest = min(ratio, (outline.numerator + slack) / outline.denominator)
    let lowest = max(ratio, (outline.numerator - slack) / outline.denominator)
    let lower = edge(test, from: highest, to: 0, sign: 1)
    let upper = edge(test, from: lowest, to: width, sign: -1)
    return min(lower, ratio)...max(upper, ratio)
  }

  /// The value nearest to `start` such that the test rejects, at one rate, all from there to `end`.
  ///
  /// At each rate the exponent less the threshold is a concave quadratic in the value, a linear sum
  /// less a sum of squares: where it is not negative at two values, it is not between them.
  private func edge(
    _ test: ResidualTest, from start: Double, to end: Double, sign: Double
  ) -> Double {
    guard (end - start) * sign < 0 else { return end }
    let range = (1 + Self.slack) * width
    // The sum is s0 - s1 x, the sum of squares q0 + q1 x + q2 x².
    let (top, bottom) = outline
    let s0 = numerators + draws * top
    let s1 = denominators + draws * bottom
    let q0 = numeratorSquares + 2 * top * numerators + draws * top * top
    let q1 =
      -2 * (products + top * denominators + bottom * numerators + draws * top * bottom)
    let q2 = denominatorSquares + 2 * bottom * denominators + draws * bottom * bottom
    var best = end
    for rate in ResidualTest.rates {
      let (linear, square) = (sign * rate.rate / range, rate.cost / (range * range))
      let c = linear * s0 - square * q0 - test.threshold
      let b = -linear * s1 - square * q1
      let a = -square * q2
      func isRejected(_ value: Double) -> Bool { (a * value + b) * value + c >= 0 }
      guard isRejected(end) else { continue }
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
    let far = (-b + (b < 0 ? spread : -spread)) / (2 * a)
    let near = far == 0 ? 0 : c / (a * far)
    return isUpper ? max(near, far) : min(near, far)
  }
}
