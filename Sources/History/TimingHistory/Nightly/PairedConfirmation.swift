internal import CLibrary
package import Measuring

/// What a fresh paired session of the last good build against tonight's came to.
package struct PairedConfirmation: Equatable, Sendable {
  /// ln(tonight ÷ last good), one for each launch.
  package let logRatios: [Double]
  /// How often the session looked whether it could stop; each look is a chance to be wrong.
  package let looks: Int
  /// What the gate of the suite says; nil without one.
  package var verdict: Verdict?

  /// Makes a confirmation of a session's launches.
  package init(logRatios: [Double], looks: Int = SequentialRule.standardLooks.count) {
    self.logRatios = logRatios
    self.looks = max(looks, 1)
  }

  /// Makes a confirmation of a metric.
  ///
  /// - Parameters:
  ///   - metrics: What the last good build and tonight's reported in each launch. From 0 every change is the whole of
  ///     it, as in ``SeriesScale/values``.
  ///   - looks: How often the session looked whether it could stop.
  package init(
    metrics: [(lastGood: Double, tonight: Double)],
    looks: Int = SequentialRule.standardLooks.count
  ) {
    self.init(
      logRatios: metrics.map { pair in
        // Nothing is left of what fell to 0 or below it; the logarithm stays finite.
        log1p(max(SeriesScale.values.effect(from: pair.lastGood, to: pair.tonight), -0.999_999))
      }, looks: looks)
  }

  /// The median of the launches; nil without any.
  package var estimate: LogRatio? { Statistics.median(logRatios).map { LogRatio($0) } }

  /// The probability of such a difference, or a larger one, between two equal builds.
  ///
  /// The exact two-sided sign test, times the number of looks: it holds whenever the session
  /// stopped, and whatever the distribution of the launches is.
  package var pValue: Double {
    let slower = logRatios.count { $0 > 0 }
    let faster = logRatios.count { $0 < 0 }
    let signs = BinomialDistribution(trials: slower + faster, probability: 0.5)
    return min(1, 2 * signs.cumulative(min(slower, faster)) * Double(looks))
  }

  /// The exact interval of the median; nil with too few launches.
  package func interval(alpha: Double) -> Interval? {
    MedianInterval(of: logRatios, alpha: alpha / Double(looks))?.interval
  }
}
