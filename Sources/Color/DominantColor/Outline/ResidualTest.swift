internal import CLibrary

/// A test, from tiles drawn at random, of whether a total over all tiles of a picture is above 0,
/// where an outline gives the greater part of it exactly.
///
/// Each tile *i* of *N* adds *x*ᵢ to the total, of which an outline knows *o*ᵢ for every tile. Write
/// *O* for the mean of all *o*ᵢ, which is known, and *y*ᵢ = *x*ᵢ − *o*ᵢ + *O*. The mean of *y* over
/// all tiles is the mean of *x*, but *y* varies little where the outline is near the picture. One
/// tile is drawn, uniformly and independently of all others, from each of *H* strata of equal size.
/// Let *R* be such that *y*ᵢ ≥ −*R*, *z* = *y* ÷ *R*, *s* the sum of *z* over the draws and *q* that
/// of *z*². For every rate 0 < λ < 1, while the total is at most 0,
///
///     P(λ s − v(λ) q ≥ ln(1/δ)) ≤ δ,    v(λ) = −ln(1 − λ) − λ.
///
/// Proof. M = Π(1 + λ zₕ) over the draws is not negative, since z ≥ −1 and λ < 1. Draws are
/// independent, so E M = Π(1 + λ z̄ₕ) with the strata's means, and a product of *H* factors that
/// are not negative is at most their mean to the power *H*: E M ≤ (1 + λ z̄)^H ≤ 1, as z̄ ≤ 0.
/// Markov's inequality (the one look of Ville's) gives P(M ≥ 1/δ) ≤ δ. Finally (ln(1 + u) − u)/u²
/// rises with u > −1, so with u = λz ≥ −λ it is at least −v(λ)/λ², that is ln(1 + λz) ≥ λz −
/// v(λ)z², and λs − v(λ)q ≤ ln M. ∎
///
/// Pixels of a tile are alike: a tile counts as one observation, whatever its number of pixels.
/// With *K* rates tried, ln K is added to what has to be reached. Of *L* looks at growing numbers of
/// draws (see `TileDraws`) each is such a test by itself, and ln L is added. The picture itself is not random:
/// whatever only it and its outline decide, such as *O* and which window the outline has as the
/// fullest, may be chosen freely.
///
/// X. Fan, I. Grama, Q. Liu, "Exponential inequalities for martingales with applications",
/// Electronic Journal of Probability 20 (2015), 1–22, Lemma 4.1; I. Waudby-Smith, A. Ramdas,
/// "Estimating means of bounded random variables by betting", Journal of the Royal Statistical
/// Society B 86 (2024), 1–27. W. G. Cochran, *Sampling Techniques* (1977), 7.3: the difference
/// estimator.
struct ResidualTest {
  /// What the exponent has to reach.
  let threshold: Double

  /// Makes a test that errs with at most `errorProbability` in any of `events` uses.
  init(errorProbability: Double, events: Int) {
    threshold = log(Double(events * Self.rates.count)) - log(errorProbability)
  }

  /// λ and v(λ), from 0.98 down by factors of √2.
  static let rates: [(rate: Double, cost: Double)] = (0..<12).map { step in
    let rate = 0.98 / pow(2, Double(step) / 2)
    return (rate, -log1p(-rate) - rate)
  }

  /// The exponent at one rate.
  ///
  /// - Parameters:
  ///   - rate: a rate and its cost.
  ///   - sum: of *y* over the draws.
  ///   - squares: of *y*² over the draws.
  ///   - range: *R*: no tile of the picture has a *y* under −*R*.
  /// - Returns: λ s − v(λ) q.
  static func exponent(
    at rate: (rate: Double, cost: Double), sum: Double, squares: Double, range: Double
  ) -> Double {
    rate.rate * sum / range - rate.cost * squares / (range * range)
  }

  /// The largest exponent of any rate, as a share of what has to be reached: from 1 on the total is
  /// above 0.
  ///
  /// It grows in proportion to the draws, as long as these are alike.
  func progress(sum: Double, squares: Double, range: Double) -> Double {
    var best = -Double.infinity
    for rate in Self.rates {
      best = max(best, Self.exponent(at: rate, sum: sum, squares: squares, range: range))
    }
    return best / threshold
  }

  /// Whether the total is above 0.
  func isPositive(sum: Double, squares: Double, range: Double) -> Bool {
    progress(sum: sum, squares: squares, range: range) >= 1
  }
}
