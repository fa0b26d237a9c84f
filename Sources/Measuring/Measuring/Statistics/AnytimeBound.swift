/// A bound for a median that holds at all moments at once, so that it may be looked at after each value.
///
/// Where the median of each value is at least *t*, each lies at or above *t* with probability ½ or more.
/// Of *n* values let *m* lie there, the misses, and *S* = *n* − *m* below. A player who bets 1 on "below", with the
/// share *p* in (½, 1) each time, has (2*p*)^*S* (2 (1 − *p*))^*m* afterwards: a game that is fair at best,
/// whatever the values before were. So is the mean over all *p* from ½ to 1,
///
///     W = 2 ∫ 2ⁿ pˢ (1 − p)ᵐ dp = 2 P(X > m) ÷ ((n + 1) P(Y = m)),  X ~ B(n + 1, ½), Y ~ B(n, ½),
///
/// and a fair game that begins with 1 ever reaches 1 ÷ risk with a probability of at most the risk
/// (Ville, 1939; Robbins, "Statistical methods related to the law of the iterated logarithm", 1970).
/// That the median is at least *t* is excluded then. The largest *m* that gives so much decides which of the
/// values in order is the bound. Nothing else is assumed of how values are distributed, nor that they are
/// distributed alike, and no number of values is planned ahead.
public struct AnytimeBound: Equatable, Sendable {
  /// The probability that a bound misses the median at any moment, at most.
  public let risk: Double

  /// Makes bounds of one kind.
  ///
  /// - Parameter risk: The probability that a bound misses the median at any moment.
  public init(risk: Double) { self.risk = risk }

  /// How many values may lie at or beyond what is excluded; nil with too few to exclude anything.
  ///
  /// Nine values exclude something at a risk of 0.01, thirteen at one of 0.001.
  ///
  /// - Complexity: O(√*count* log *count*).
  public func misses(count: Int) -> Int? {
    guard count > 0, wealth(count: count, misses: 0) * risk >= 1 else { return nil }
    // What a stake has become falls as misses rise: `low` misses give enough, `high` do not.
    var (low, high) = (0, count / 2 + 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if wealth(count: count, misses: middle) * risk >= 1 { low = middle } else { high = middle }
    }
    return low
  }

  /// What the median lies below or at; nil with too few values.
  public func upper(_ values: [Double]) -> Double? {
    misses(count: values.count).map { values.sorted()[values.count - 1 - $0] }
  }

  /// What the median lies above or at; nil with too few values.
  public func lower(_ values: [Double]) -> Double? {
    misses(count: values.count).map { values.sorted()[$0] }
  }

  /// What a stake of 1 has become.
  private func wealth(count: Int, misses: Int) -> Double {
    // Of many values and few misses the term is under the least number: the quotient is
    // infinite then, which excludes as it should. `rest` is never under ½ where misses are
    // half of the values or fewer.
    let rest = BinomialDistribution(trials: count + 1, probability: 0.5).atLeast(misses + 1)
    let term = BinomialDistribution(trials: count, probability: 0.5).probability(of: misses)
    return 2 * rest / (Double(count + 1) * term)
  }
}
