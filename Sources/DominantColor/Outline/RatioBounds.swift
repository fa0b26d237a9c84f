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
  /// At each rate the exponent is concave in the value, a linear sum less a sum of squares: where
  /// it reaches the threshold at two values, it does so between them.
  private func edge(
    _ test: ResidualTest, from start: Double, to end: Double, sign: Double
  ) -> Double {
    guard (end - start) * sign < 0 else { return end }
    var best = end
    for rate in ResidualTest.rates {
      func isRejected(_ value: Double) -> Bool {
        let drift = outline.numerator - value * outline.denominator
        let residuals = numerators - value * denominators
        let squares =
          numeratorSquares - 2 * value * products + value * value * denominatorSquares
          + 2 * drift * residuals + draws * drift * drift
        let exponent = ResidualTest.exponent(
          at: rate, sum: sign * (residuals + draws * drift), squares: squares,
          range: (1 + Self.slack) * width)
        return exponent >= test.threshold
      }
      guard isRejected(end) else { continue }
      var (inner, outer) = (start, end)
      if isRejected(start) { outer = start }
      for _ in 0..<40 where outer != start {
        let middle = (inner + outer) / 2
        if isRejected(middle) { outer = middle } else { inner = middle }
      }
      if (outer - best) * sign > 0 { best = outer }
    }
    return best
  }
}
