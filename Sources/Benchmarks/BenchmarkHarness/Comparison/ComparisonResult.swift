package import Measuring
internal import Reporting

/// A case with its result.
package struct ComparisonResult: Equatable {
  /// The side that was compared with.
  package let base: String
  /// The side that was judged.
  package let candidate: String
  /// What both worked on; `nil` for commands.
  package let subject: String?
  /// What the session measured.
  package let session: SessionResult
  /// What the verdict rests on.
  package let basis: ComparisonBasis
  /// What a call takes by count; `nil` when it was not counted.
  package var costs: CostComparison?
  /// What both sides report beside time.
  package var metrics: [MetricChange] = []
  /// When the session was to stop, with the gate of the comparison.
  package var rule = SequentialRule()

  /// The confidence of every interval that a comparison prints.
  package static let confidence = 0.99

  /// The change of the deciding time with its interval, as fractions: 0.01 is one percent slower.
  package var change: (median: Double, interval: ClosedRange<Double>?)? {
    Self.change(session.estimate(alpha: 1 - Self.confidence))
  }

  /// The change on another clock.
  package func change(_ clock: ClockKind) -> Double? {
    Self.change(RatioEstimate(logRatios: session.logRatios(clock), alpha: 0.01))?.median
  }

  private static func change(
    _ estimate: RatioEstimate?
  ) -> (median: Double, interval: ClosedRange<Double>?)? {
    estimate.map { estimate in
      (
        estimate.logRatio.percent / 100,
        estimate.logInterval.map { interval in
          LogRatio(interval.lower).percent / 100...LogRatio(interval.upper).percent / 100
        }
      )
    }
  }

  /// The verdict in words.
  package var verdict: String {
    if isSameCode { return "same code" }
    if rule.gate != nil { return gatedVerdict }
    switch session.verdict {
    case .slower: return "slower"
    case .faster: return "faster"
    case .same, .noSlower: return "same"
    case .cannotTell(let more?): return "cannot tell (≈ \(more) more pairs)"
    case .cannotTell(nil):
      if case .allowance = basis { return "cannot tell (it may be the layout)" }
      return "cannot tell (at the margin)"
    }
  }
}
