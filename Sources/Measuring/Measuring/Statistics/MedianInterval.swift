/// The exact interval for a median, from ranks alone (the sign test turned round).
///
/// Each of *n* independent values lies below the true median with probability ½, so the number
/// that do is binomial, and the interval from the *k*-th smallest to the *k*-th largest value
/// misses the median with probability 2 · P(X ≤ *k* − 1). The largest such *k* whose probability is
/// at most α gives the narrowest interval. Nothing is assumed about the distribution: no
/// normality, no equal spread, any skew (David & Nagaraja, *Order Statistics*, 2003, section 7.1).
public struct MedianInterval: Equatable, Sendable {
  /// The interval.
  public let interval: Interval
  /// Which ranks are the ends: the `rank`-th smallest and the `rank`-th largest value.
  public let rank: Int
  /// The confidence it really has, at least the one asked for.
  public let confidence: Double

  /// Makes the interval for the median of the values' distribution.
  ///
  /// There is none with too few values: 6 are needed for alpha 0.05, 8 for 0.01, 12 for 0.0005.
  ///
  /// - Parameters:
  ///   - values: Independent values in any order.
  ///   - alpha: The probability allowed for missing the median, both sides together.
  public init?(of values: [Double], alpha: Double) {
    let rank = Self.rank(count: values.count, alpha: alpha)
    guard rank > 0 else { return nil }
    let sorted = values.sorted()
    interval = Interval(lower: sorted[rank - 1], upper: sorted[sorted.count - rank])
    self.rank = rank
    confidence = Self.confidence(count: values.count, rank: rank)
  }

  /// The largest rank whose interval misses the median with probability at most alpha; 0 if none.
  ///
  /// - Complexity: O(√*count* log *count*).
  public static func rank(count: Int, alpha: Double) -> Int {
    let signs = BinomialDistribution(trials: count, probability: 0.5)
    // Fits holds for ranks from 0 up to the answer; half of the values is always too many.
    var low = 0
    var high = count / 2 + 1
    while high - low > 1 {
      let middle = (low + high) / 2
      //     values in order   v1 v2 v3 … v(k)                    … v(n−k+1) … v(n)
      //     missed where      fewer than k lie below the median,   or fewer than k above it
      //
      // Each with probability P(X ≤ k − 1).
      if signs.cumulative(middle - 1) <= alpha / 2 { low = middle } else { high = middle }
    }
    return low
  }

  /// The probability that the interval between ranks holds the median; 0 for rank 0.
  public static func confidence(count: Int, rank: Int) -> Double {
    guard rank > 0 else { return 0 }
    return 1 - 2 * BinomialDistribution(trials: count, probability: 0.5).cumulative(rank - 1)
  }
}
