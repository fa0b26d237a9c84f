internal import Measuring

/// Finds by simulation what evidence a change needs, for the table in `EvidenceLimit`.
///
/// Series without any change are searched until no step is left; the largest limit that would have
/// left one is what that series asks for. Of these limits the one is taken that at most the rate
/// asked for exceeds, and of all noise models the largest. Series with a correlation of 0.6 may
/// alarm twice as often: in short ones no test can tell them from steps.
public struct LimitCalibration: Sendable {
  /// The lengths of series in the table.
  public static let counts = EvidenceLimit.rows.map(\.count)

  /// The noise that is simulated.
  static let noise: [NoiseModel] = [
    .normal, .skewed, .autoregressive, .outliers, .quantized, .persistent,
  ]

  /// For each noise model the limits its series ask for, in rising order.
  private let limits: [[Double]]

  /// Simulates and searches.
  ///
  /// - Parameters:
  ///   - count: How many points a series has; at least ``ChangePointDetector/shortestSeries``.
  ///   - series: How many series of each noise model are searched.
  ///   - seed: The start of the random sequence.
  /// - Complexity: O(*series* · *count* log *count*).
  public init(count: Int, series: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed &+ UInt64(max(count, 0)))
    limits = Self.noise.map { noise in
      (0..<max(series, 1)).map { _ in
        let values = noise.series(
          count: max(count, ChangePointDetector.shortestSeries), using: &generator)
        return StepSearch(CleanedSeries(values).values, limit: 0, isCalibrating: true)
          .largestExcess
      }.sorted()
    }
  }

  /// The limit for a share of unchanged series that may alarm, at least 0.
  public func limit(falseAlarmRate: Double) -> Double {
    zip(Self.noise, limits).reduce(0) { largest, noise in
      let rate = noise.0 == .persistent ? 2 * falseAlarmRate : falseAlarmRate
      let allowed = min(Int(rate * Double(noise.1.count)), noise.1.count - 1)
      return max(largest, noise.1[noise.1.count - 1 - allowed])
    }
  }
}
