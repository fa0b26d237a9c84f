internal import CLibrary
package import Measuring

/// How a night divides its time: more for what more timing makes clearer.
///
/// The variance of a night's value is b + w ÷ x: b from night to night, which no timing lessens, and w
/// within a session of the usual time, of which a night takes x times as much. The smallest change that
/// a series shows grows with the root of that. A night of n parts chooses the x, n in sum, that make the
/// sum of these roots least: where a second more lessens each root alike (Neyman, 1934, divides samples
/// among strata in the same way). No part takes less than a quarter of its usual time or more than four
/// times as much. One of which too little is known, or whose sessions show no noise, takes as much as usual.
package struct NightBudget: Equatable, Sendable {
  /// The noise of a series, in squares of natural logarithms.
  package struct Noise: Equatable, Sendable {
    /// The variance of a session's value by chance, in the usual time.
    package var within: Double
    /// The variance of values from night to night that is not of the sessions.
    package var between: Double

    /// Makes a noise; neither variance is under 0.
    package init(within: Double, between: Double) {
      (self.within, self.between) = (max(within, 0), max(between, 0))
    }

    /// What nights show of a series.
    ///
    /// Steps of the level count little: it is the median of the differences of neighbours that shows
    /// how values vary.
    ///
    /// - Parameter nights: of each night, oldest first, the logarithm of its value, the 95 % interval of
    ///   that, and how many times the usual time it took.
    /// - Returns: the noise; `nil` for fewer than ``NightBudget/fewestNights`` nights with an interval.
    package static func of(
      _ nights: [(value: Double, interval: Interval?, share: Double)]
    ) -> Noise? {
      let known = nights.suffix(NightBudget.mostNights).compactMap { night in
        night.interval.map { (night.value, ($0.upper - $0.lower) / (2 * 1.96), night.share) }
      }
      guard known.count >= NightBudget.fewestNights else { return nil }
      let variances = known.map { $0.1 * $0.1 }
      guard let session = Statistics.median(variances),
        let usual = Statistics.median(zip(known, variances).map { $0.0.2 * $0.1 }),
        let step = Statistics.median(zip(known, known.dropFirst()).map { abs($0.0 - $1.0) }),
        usual.isFinite, step.isFinite
      else { return nil }
      // Of a normal distribution the median of a difference is 0.6745 √2 deviations.
      let deviation = step / (0.6745 * 2.0.squareRoot())
      return Noise(within: usual, between: deviation * deviation - session)
    }

    /// By how much a second more lessens the deviation of a night's value, at x times the usual time.
    func gain(at share: Double) -> Double {
      let variance = between + within / share
      guard variance > 0 else { return 0 }
      // The derivative of √(b + w ÷ x) by x, without its sign.
      return within / (2 * share * share * variance.squareRoot())
    }
  }

  /// Nights with an interval that a series needs.
  package static let fewestNights = 8
  /// Nights that are looked at.
  package static let mostNights = 30
  /// The least and the most of its usual time that a part takes.
  package static let range = 0.25...4.0

  /// Of each part, how many times its usual time it takes: 1 in the mean.
  package let shares: [Double]

  /// Divides a night.
  ///
  /// - Parameter parts: the noise of the series of each part; `nil` where it is not known.
  /// - Complexity: O(series) times 2500.
  package init(_ parts: [[Noise]?]) { shares = Self.divide(parts) }

  private static func divide(_ parts: [[Noise]?]) -> [Double] {
    var shares = [Double](repeating: 1, count: parts.count)
    let known = parts.indices.filter { parts[$0]?.contains { $0.within > 0 } == true }
    guard known.count > 1 else { return shares }
    // A part's gain falls with its time: the time at which it is as large as a price.
    func share(_ part: Int, price: Double) -> Double {
      var (low, high) = (range.lowerBound, range.upperBound)
      func gain(_ share: Double) -> Double {
        (parts[part] ?? []).reduce(0) { $0 + $1.gain(at: share) }
      }
      if gain(low) <= price { return low }
      if gain(high) >= price { return high }
      for _ in 0..<50 {
        let middle = (low + high) / 2
        if gain(middle) > price { low = middle } else { high = middle }
      }
      return (low + high) / 2
    }
    // The price at which all take what there is, found in logarithms.
    // Gains are squares of log ratios: prices lie far below 1, and exp(−60) is below any.
    var (low, high) = (-60.0, 20.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      let sum = known.reduce(0) { $0 + share($1, price: exp(middle)) }
      if sum > Double(known.count) { low = middle } else { high = middle }
    }
    let found = known.map { share($0, price: exp(high)) }
    let sum = found.reduce(0, +)
    // Where the bounds of all parts are reached no price is exact: then the sum is set right.
    for (part, value) in zip(known, found) { shares[part] = value * Double(known.count) / sum }
    return shares
  }
}
