internal import CLibrary

/// A test, valid at every moment of a growing stratified sample, of whether one weight of the
/// pixels exceeds another in the whole image.
///
/// Each pixel has two weights *a*, *b* ≥ 0 with *a* + *b* ≤ 1: for two windows, whether the pixel
/// lies in the first only and in the second only. A round draws one pixel, independently and
/// uniformly, from each of *H* strata of equal size. Let *t* be the sum of *a* − *b* over all
/// draws up to now and *m* that of *a* + *b*. For every rate λ > 0, while the image's total of *a*
/// is at most that of *b*,
///
///     P(at any round: λ t − m ln cosh λ ≥ ln(1/δ)) ≤ δ.
///
/// Proof. Write c = ln cosh λ, u = e^(λ−c) ≥ 1 and v = e^(−λ−c), so that u + v = 2. The exponential
/// is convex, so one draw multiplies M = e^(λt − cm) by at most 1 + a(u−1) + b(v−1), in expectation
/// 1 + α(u−1) + β(v−1) with its stratum's means α and β. Draws are independent, and a product of
/// *H* positive factors is at most their mean to the power *H*: a round multiplies E M by at most
/// (1 + ᾱ(u−1) + β̄(v−1))^H with ᾱ ≤ β̄ the means over the image, which is at most (1 +
/// β̄(u+v−2))^H = 1. So M is a nonnegative supermartingale from 1, and Ville's inequality says that
/// it ever reaches 1/δ with probability δ at most. ∎
///
/// J. Ville, *Étude critique de la notion de collectif* (1939); S. R. Howard, A. Ramdas, J.
/// McAuliffe, J. Sekhon, "Time-uniform Chernoff bounds via nonnegative supermartingales",
/// Probability Surveys 17 (2020), 257–317, whose Table 3 has ln cosh as the sub-ψ function of
/// symmetric steps; the stratified, one-sided case is the computation above. An empirical Bernstein
/// bound (A. Maurer, M. Pontil, "Empirical Bernstein bounds and sample variance penalization", COLT
/// 2009, Theorem 11) holds here too, but asks for about 1.6 times the sample at a margin of 5 %,
/// and for a further share of the error probability at each look.
struct LeadTest {
  /// What ``exponent(lead:traffic:)`` has to reach.
  let threshold: Double

  /// Makes a test that errs with at most `errorProbability` in any of `events` uses.
  init(errorProbability: Double, events: Int) {
    threshold = log(Double(events * Self.rates.count)) - log(errorProbability)
  }

  /// λ and ln cosh λ, from 4 down by factors of √2: the best of them is within 4 % of the best of
  /// all.
  static let rates: [(rate: Double, cost: Double)] = (0..<20).map { step in
    let rate = 4 / pow(2, Double(step) / 2)
    // ln cosh λ, without losing digits where cosh λ is near 1.
    // cosh λ is 1 + 2 sinh²(λ ÷ 2).
    return (rate, log1p(2 * sinh(rate / 2) * sinh(rate / 2)))
  }

  /// The largest of λ t − m ln cosh λ over the rates.
  func exponent(lead t: Double, traffic m: Double) -> Double {
    guard t > 0 else { return 0 }
    var best = 0.0
    for (rate, cost) in Self.rates {
      best = max(best, rate * t - cost * m)
    }
    return best
  }

  /// Whether the first weight exceeds the second in the image, given their sums over the sample.
  func isCertain(_ first: Double, over second: Double) -> Bool {
    exponent(lead: first - second, traffic: first + second) >= threshold
  }

  /// By what factor the sample should grow for certainty if weights go on as they did, or if `luck`
  /// standard deviations were missing; infinite without a lead.
  func growth(_ first: Double, over second: Double, luck: Double = 0) -> Double {
    let traffic = first + second
    let lead = first - second + luck * traffic.squareRoot()
    guard lead > 0 else { return .infinity }
    // λ t − m ln cosh λ is about t²/2m at its best λ.
    // Both grow with the sample: at g times as large it is g t² ÷ 2 m, which has to be the
    // threshold.
    return 2 * threshold * traffic / (lead * lead)
  }
}
