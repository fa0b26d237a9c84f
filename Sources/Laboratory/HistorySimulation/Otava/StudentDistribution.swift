internal import CLibrary

/// Probabilities of Student's t.
enum StudentDistribution {
  /// The probability of a value at least as far from 0.
  ///
  /// This is the regularised incomplete beta function I(ν ÷ (ν + t²); ν/2, 1/2).
  static func twoSidedTail(of t: Double, freedom: Double) -> Double {
    let square = t * t
    return regularisedBeta(
      freedom / (freedom + square), complement: square / (freedom + square), a: freedom / 2, b: 0.5)
  }

  /// I(x; a, b), with 1 − x given apart so that it keeps its digits near 1.
  private static func regularisedBeta(
    _ x: Double, complement: Double, a: Double, b: Double
  ) -> Double {
    if x <= 0 { return 0 }
    if complement <= 0 { return 1 }
    let logFactor =
      logGamma(a + b) - logGamma(a) - logGamma(b) + a * log(x) + b * log(complement)
    // The continued fraction converges fast on this side of the mean only.
    if x < (a + 1) / (a + b + 2) {
      return exp(logFactor) * continuedFraction(x, a, b) / a
    }
    return 1 - exp(logFactor) * continuedFraction(complement, b, a) / b
  }

  /// Lentz's evaluation of the continued fraction of the incomplete beta function.
  private static func continuedFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let tiny = 1e-300
    func guarded(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
    var c = 1.0
    var d = 1 / guarded(1 - (a + b) * x / (a + 1))
    var result = d
    for step in 1...10_000 {
      let m = Double(step)
      //     I ∝ 1/(1 + d₁/(1 + d₂/(1 + …)))      d₂ₘ is `even`, d₂ₘ₊₁ is `odd`
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / guarded(1 + even * d)
      c = guarded(1 + even / c)
      result *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / guarded(1 + odd * d)
      c = guarded(1 + odd / c)
      result *= d * c
      if abs(d * c - 1) < 1e-15 { break }
    }
    return result
  }

  /// ln Γ(x) for positive x: Stirling's series, after moving x up to 10.
  private static func logGamma(_ x: Double) -> Double {
    var x = x
    var product = 1.0
    // Γ(x) is Γ(x + 1) ÷ x. From 10 on the term that is left out is under 10⁻¹³.
    while x < 10 {
      product *= x
      x += 1
    }
    let square = 1 / (x * x)
    let series =
      (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - square / 1188) * square) * square)
        * square)
      / x
    return (x - 0.5) * log(x) - x + 0.5 * log(2 * Double.pi) + series - log(product)
  }
}
