/// A rate known from counting: how often something happened, and what the true rate may be.
///
/// The bounds are those of Clopper & Pearson, "The use of confidence or fiducial limits
/// illustrated in the case of the binomial" (Biometrika, 1934): the rates at which the seen count
/// would just be surprising. They are never too narrow, whatever the rate, which is what a claim
/// such as "0 false alarms in 300 sessions: below 1 %" needs.
///
/// ```swift
/// ProportionBounds(successes: 0, trials: 300).atMost(confidence: 0.95)  // 0.00994
/// ```
public struct ProportionBounds: Equatable, Sendable {
  /// How often it happened.
  public let successes: Int
  /// How often it could have happened.
  public let trials: Int

  /// Makes the record of a count; a count outside 0...trials is clamped.
  public init(successes: Int, trials: Int) {
    self.trials = max(trials, 0)
    self.successes = min(max(successes, 0), self.trials)
  }

  /// The rate that was seen; nil when nothing was tried.
  public var observed: Double? {
    trials > 0 ? Double(successes) / Double(trials) : nil
  }

  /// The two-sided interval: the rate lies in it with at least this confidence.
  public func interval(confidence: Double) -> Interval {
    let tail = (1 - confidence) / 2
    return Interval(lower: lower(tail: tail), upper: upper(tail: tail))
  }

  /// The one-sided bound: the rate is not above it, with at least this confidence.
  public func atMost(confidence: Double) -> Double { upper(tail: 1 - confidence) }

  /// The one-sided bound: the rate is not below it, with at least this confidence.
  public func atLeast(confidence: Double) -> Double { lower(tail: 1 - confidence) }

  private func lower(tail: Double) -> Double {
    if successes == 0 { return 0 }
    return Self.bisect { rate in
      // At lower rates so many successes would be rarer than the tail; at the bound they are
      // just as rare.
      BinomialDistribution(trials: trials, probability: rate).atLeast(successes) < tail
    }
  }

  private func upper(tail: Double) -> Double {
    if successes == trials { return 1 }
    return Self.bisect { rate in
      BinomialDistribution(trials: trials, probability: rate).cumulative(successes) > tail
    }
  }

  /// The point of 0...1 at which a predicate that holds below it stops to hold.
  private static func bisect(_ isBelow: (Double) -> Bool) -> Double {
    var low = 0.0
    var high = 1.0
    while true {
      let middle = low + (high - low) / 2
      // Doubles have run out between the ends: this is as exact as it gets.
      if middle <= low || middle >= high { return middle }
      if isBelow(middle) { low = middle } else { high = middle }
    }
  }
}
