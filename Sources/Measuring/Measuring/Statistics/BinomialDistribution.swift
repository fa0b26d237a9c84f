internal import CLibrary

/// The number of successes in independent trials of equal probability.
///
/// Probabilities are exact to about 12 digits from 1 to millions of trials, far tails included:
/// single terms use Loader's saddle-point form ("Fast and Accurate Computation of Binomial
/// Probabilities", 2000), which never takes the difference of large logarithms, and tails are sums
/// of positive terms started at their largest.
public struct BinomialDistribution: Equatable, Sendable {
  /// How often the experiment is made.
  public let trials: Int
  /// The probability of success in each trial.
  public let probability: Double

  /// Makes a distribution.
  ///
  /// - Parameters:
  ///   - trials: Below 0 counts as 0.
  ///   - probability: Clamped to 0...1.
  public init(trials: Int, probability: Double) {
    self.trials = max(trials, 0)
    self.probability = min(max(probability, 0), 1)
  }

  /// The probability of exactly `count` successes.
  public func probability(of count: Int) -> Double {
    guard count >= 0, count <= trials else { return 0 }
    if probability == 0 { return count == 0 ? 1 : 0 }
    if probability == 1 { return count == trials ? 1 : 0 }
    let n = Double(trials)
    let x = Double(count)
    if count == 0 { return exp(n * log1p(-probability)) }
    if count == trials { return exp(n * log(probability)) }
    // P(x) = √(n ÷ (2π x (n − x))) · exp(δ(n) − δ(x) − δ(n − x) − D(x, np) − D(n − x, n(1 −
    // p))), δ being Stirling's error and D the deviance (Loader, equation 3).
    let exponent =
      Self.stirlingError(n) - Self.stirlingError(x) - Self.stirlingError(n - x)
      - Self.deviance(x, n * probability) - Self.deviance(n - x, n * (1 - probability))
    return exp(exponent) * sqrt(n / (2 * Double.pi * x * (n - x)))
  }

  /// The probability of at most `count` successes.
  ///
  /// - Complexity: O(√*trials*).
  public func cumulative(_ count: Int) -> Double {
    if count < 0 { return 0 }
    if count >= trials { return 1 }
    // The shorter way round: the tail that does not hold the mean is the small sum.
    if Double(count) <= Double(trials) * probability { return lowerTail(count) }
    return 1 - upperTail(count + 1)
  }

  /// The probability of at least `count` successes, accurate even where it is tiny.
  ///
  /// - Complexity: O(√*trials*).
  public func atLeast(_ count: Int) -> Double {
    if count <= 0 { return 1 }
    if count > trials { return 0 }
    // Not 1 − cumulative: of a tail of 10⁻²⁰ nothing would be left beside 1.
    if Double(count) >= Double(trials) * probability { return upperTail(count) }
    return 1 - lowerTail(count - 1)
  }

  /// Sums the terms from `count` down; they fall, as `count` is not above the mean.
  private func lowerTail(_ count: Int) -> Double {
    guard probability > 0, probability < 1 else { return probability == 0 ? 1 : 0 }
    // P(k − 1) = P(k) · k ÷ (n − k + 1) · (1 − p) ÷ p: only the first term takes a logarithm.
    // The sum ends where a term cannot change its last digit, after O(√n) of them.
    let odds = (1 - probability) / probability
    var term = 1.0
    var sum = 1.0
    var k = count
    while k > 0, term > sum * 1e-18 {
      term *= Double(k) / Double(trials - k + 1) * odds
      sum += term
      k -= 1
    }
    return min(probability(of: count) * sum, 1)
  }

  /// Sums the terms from `count` up; they fall, as `count` is not below the mean.
  private func upperTail(_ count: Int) -> Double {
    guard probability > 0, probability < 1 else { return probability == 1 ? 1 : 0 }
    let odds = probability / (1 - probability)
    var term = 1.0
    var sum = 1.0
    var k = count
    while k < trials, term > sum * 1e-18 {
      term *= Double(trials - k) / Double(k + 1) * odds
      sum += term
      k += 1
    }
    return min(probability(of: count) * sum, 1)
  }

  /// ln(n!) minus Stirling's formula for it.
  private static func stirlingError(_ n: Double) -> Double {
    if n < 16 {
      // Small factorials are exact in a Double, so the definition itself is accurate.
      var factorial = 1.0
      for k in stride(from: 2.0, through: n, by: 1) { factorial *= k }
      return log(factorial) - 0.5 * log(2 * Double.pi * n) - n * log(n) + n
    }
    let square = n * n
    // Stirling's series 1/12n − 1/360n³ + 1/1260n⁵ − 1/1680n⁷ + 1/1188n⁹, whose next term at
    // n = 16 is 691 ÷ 360360 ÷ 16¹¹ < 10⁻¹⁵.
    return
      (1.0 / 12
      - (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - 1.0 / 1188 / square) / square) / square) / square)
      / n
  }

  /// x ln(x ÷ m) + m − x without cancellation where x and m are close.
  private static func deviance(_ x: Double, _ m: Double) -> Double {
    // With v = (x − m) ÷ (x + m), ln(x ÷ m) is 2 (v + v³/3 + v⁵/5 + …): under 0.1 each term
    // is a hundredth of the one before, and none is the difference of two that are nearly
    // equal.
    guard abs(x - m) < 0.1 * (x + m) else { return x * log(x / m) + m - x }
    let v = (x - m) / (x + m)
    var sum = (x - m) * v
    var power = 2 * x * v
    var divisor = 3.0
    while true {
      power *= v * v
      let next = sum + power / divisor
      if next == sum { return sum }
      sum = next
      divisor += 2
    }
  }
}
