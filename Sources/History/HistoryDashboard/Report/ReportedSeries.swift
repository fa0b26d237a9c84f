package import ExchangeDocuments
package import Measuring
package import TimingHistory

/// A run as a report shows it.
package struct ReportedRun: Equatable, Sendable {
  /// Milliseconds since 1970.
  package let startedAt: Int64
  /// The commit that was measured.
  package let commit: String?
  /// What a person wanted to remember.
  package let note: String?
  /// The place of its environment in ``HistoryReport/environments``; nil when none was recorded.
  package let environment: Int?
  /// The name of the machine that measured it; nil when it was not recorded.
  package var machine: String?
}

/// One kind of machine and build, as the runs' fingerprints tell them apart.
package struct ReportedEnvironment: Equatable, Sendable {
  /// Equal exactly for environments whose times can be compared.
  package let fingerprint: String
  /// What the newest run of this kind recorded.
  package let record: EnvironmentRecord
}

/// What one run says of a series.
package struct ReportedPoint: Equatable, Sendable {
  /// The place of the run in ``HistoryReport/runs``.
  package let run: Int
  /// The median, in the unit of the series.
  package let value: Double
  /// The exact 95 % interval of the median, where there are enough samples; of a value of another program its own.
  package let interval: Interval?
  /// What the interval is; nil where there is none, or the other program does not say.
  package var intervalKind: IntervalKind?
  /// The median ratio to the session's reference: 0.1 takes a tenth of its time.
  package let ratio: Double?
  /// The exact 95 % interval of the ratio, where there are enough samples.
  package let ratioInterval: Interval?
  /// How many samples there are.
  package let sampleCount: Int
}

/// A place in a series from which on it has another level.
package struct ReportedChange: Equatable, Sendable {
  /// The first point of the new level, counted from 0.
  package let index: Int
  /// The relative change: 0.02 is two percent more.
  package let effect: Double
  /// Why.
  package let cause: ShiftCause
  /// How sure it is: the evidence as a multiple of what a change needs, at least 1.
  package let evidence: Double

  init(index: Int, effect: Double, cause: ShiftCause, evidence: Double = 1) {
    self.index = index
    self.effect = effect
    self.cause = cause
    self.evidence = evidence
  }
}

/// A series as a report shows it.
package struct ReportedSeries: Equatable, Sendable {
  /// What it measures.
  package let record: SeriesRecord
  /// Where the nights left it.
  package let state: SeriesState
  /// Its status light.
  package let light: SeriesLight
  /// Why its level was accepted; nil unless it was.
  package let reason: String?
  /// Whether the changes were looked for in the ratios to the reference, not in the values.
  package let watchesRatios: Bool
  /// What every run says of it, oldest first.
  package let points: [ReportedPoint]
  /// The changes of its level, oldest first.
  package let changes: [ReportedChange]
  /// What people and nights said of its points, oldest first.
  package var notes: [SeriesNote] = []
  /// The relative change of its newest slow drift that the code can have caused; nil where it has none.
  package var drift: Double?
  /// The smallest change of its newest level that a check would find; nil where that is not known.
  package var smallestChange: SmallestChange?

  /// What the newest run says of it.
  package var latest: ReportedPoint? { points.last }

  /// The numbers in which the changes were looked for, oldest first.
  package var watchedValues: [Double] {
    points.map { watchesRatios ? $0.ratio ?? .nan : $0.value }
  }

  /// What the intervals of its values are; nil where it has none.
  package var intervalTitle: String? {
    let kinds = Set(points.lazy.filter { $0.interval != nil }.map(\.intervalKind))
    guard let kind = kinds.first else { return nil }
    guard kinds.count == 1 else { return "intervals of several kinds" }
    return kind?.title ?? "interval (its file does not say which)"
  }

  /// How sure the surest change is that the code made for the worse; 0 where there is none.
  package var evidence: Double {
    changes.filter { $0.cause != .environment && better.isWorse($0.effect) }.map(\.evidence)
      .max() ?? 0
  }

  /// The medians of numbers of its points between the changes, of the whole history.
  ///
  /// - Parameter numbers: one for each point; what is not finite is left out.
  /// - Returns: one more than there are changes; not a number where a stretch has none.
  /// - Complexity: O(*n* log *n*).
  func levels(of numbers: [Double]) -> [Double] {
    let bounds = [0] + changes.map(\.index) + [numbers.count]
    return zip(bounds, bounds.dropFirst()).map { from, past in
      guard from < past else { return .nan }
      return Statistics.median(numbers[from..<past].filter(\.isFinite)) ?? .nan
    }
  }

  /// Which of the numbers are better in which the changes were looked for.
  package var better: BenchmarkMetric.Better { watchesRatios ? .less : record.direction }

  /// Its status in a word: a level that became worse has risen, fallen or changed.
  package var lightTitle: String {
    switch (light, better) {
    case (.risen, .more): "fallen"
    case (.risen, .equal): "changed"
    default: light.title
    }
  }
}
