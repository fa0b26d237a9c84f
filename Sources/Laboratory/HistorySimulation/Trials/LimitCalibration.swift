internal import Measuring
internal import TimingHistory

/// Finds by simulation what evidence a change needs, for the table in `EvidenceLimit`.
///
/// Series without any change are searched. The limit is the least multiple of ``grain`` with which
/// at most the rate asked for is alarmed, and of all noise models the largest. Series with a
/// correlation of 0.6 may alarm twice as often: in short ones no test can tell them from steps.
package struct LimitCalibration: Sendable {
  /// The lengths of series in the table.
  package static let counts = CalibratedSearch.counts

  /// Limits are multiples of this.
  private static let grain = 0.05

  /// The noise that is simulated.
  static let noise: [NoiseModel] = [
    .normal, .skewed, .autoregressive, .outliers, .quantized, .persistent,
  ]

  /// One in so many series is searched with many limits: those that need the largest.
  private static let refined = 8

  /// How many series of each noise model there are.
  private let series: Int
  /// For each noise model the largest multiples with which its series alarm, in rising order; only
  /// the largest eighth.
  private let limits: [[Int]]

  /// Simulates and searches.
  ///
  /// - Parameters:
  ///   - count: How many points a series has; at least ``ChangePointDetector/shortestSeries``.
  ///   - series: How many series of each noise model are searched.
  ///   - seed: The start of the random sequence.
  /// - Complexity: O(*series* · *count* log *count*).
  package init(count: Int, series: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed &+ UInt64(max(count, 0)))
    let count = max(count, ChangePointDetector.shortestSeries)
    limits = Self.noise.map { noise in
      let searched = (0..<max(series, 1)).map { _ in
        let values = noise.series(count: count, using: &generator)
        return (values: values, reach: CalibratedSearch.reach(of: values))
      }.sorted { $0.reach < $1.reach }
      // The others are alarmed by lower limits only than any rate asks for.
      return searched.suffix(1 + searched.count / Self.refined)
        .map { Self.largestAlarm(in: $0.values, reach: $0.reach) }.sorted()
    }
    self.series = max(series, 1)
  }

  /// The largest multiple of the grain with which a series is alarmed; −1 where none is.
  private static func largestAlarm(in values: [Double], reach: Double) -> Int {
    var multiple = max(Int(min(max(reach, 0), 1000) / grain), 0)
    // From above: with higher limits an alarm need not vanish for good, and the last one
    // counts.
    while multiple >= 0, !CalibratedSearch.isAlarmed(values, limit: Double(multiple) * grain) {
      multiple -= 1
    }
    return multiple
  }

  /// The limit for a share of unchanged series that may alarm, at least 0.
  ///
  /// - Parameter falseAlarmRate: The share, at most 0.06.
  /// - Returns: The limit, with nothing to spare.
  package func limit(falseAlarmRate: Double) -> Double {
    let multiple = zip(Self.noise, limits).reduce(0) { largest, noise in
      let rate = noise.0 == .persistent ? 2 * falseAlarmRate : falseAlarmRate
      let allowed = min(Int(rate * Double(series)), noise.1.count - 1)
      // So many of the largest may alarm; the limit is a grain above the one that may not.
      return max(largest, noise.1[noise.1.count - 1 - allowed] + 1)
    }
    return Double(multiple) * Self.grain
  }
}
