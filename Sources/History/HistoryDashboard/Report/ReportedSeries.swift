public import Measuring
public import TimingHistory

/// A run as a report shows it.
public struct ReportedRun: Equatable, Sendable {
  /// Milliseconds since 1970.
  public let startedAt: Int64
  /// The commit that was measured.
  public let commit: String?
  /// What a person wanted to remember.
  public let note: String?
  /// The place of its environment in ``HistoryReport/environments``; nil when none was recorded.
  public let environment: Int?
  /// What people call the machine that measured it; nil when it was not recorded.
  public var machine: String?
}

/// One kind of machine and build, as the runs' fingerprints tell them apart.
public struct ReportedEnvironment: Equatable, Sendable {
  /// Equal exactly for environments whose times can be compared.
  public let fingerprint: String
  /// What the newest run of this kind recorded.
  public let record: EnvironmentRecord
}

/// What one run says of a series.
public struct ReportedPoint: Equatable, Sendable {
  /// The place of the run in ``HistoryReport/runs``.
  public let run: Int
  /// The median, in the unit of the series.
  public let value: Double
  /// The exact 95 % interval of the median, where there are enough samples.
  public let interval: Interval?
  /// The median ratio to the session's reference: 0.1 takes a tenth of its time.
  public let ratio: Double?
  /// The exact 95 % interval of the ratio, where there are enough samples.
  public let ratioInterval: Interval?
  /// How many samples there are.
  public let sampleCount: Int
}

/// A place in a series from which on it has another level.
public struct ReportedChange: Equatable, Sendable {
  /// The first point of the new level, counted from 0.
  public let index: Int
  /// The relative change: 0.02 is two percent more.
  public let effect: Double
  /// Why.
  public let cause: ShiftCause
  /// How sure it is: the evidence as a multiple of what a change needs, at least 1.
  public let evidence: Double

  /// Makes a change of known parts.
  init(index: Int, effect: Double, cause: ShiftCause, evidence: Double = 1) {
    self.index = index
    self.effect = effect
    self.cause = cause
    self.evidence = evidence
  }
}

/// A series as a report shows it.
public struct ReportedSeries: Equatable, Sendable {
  /// What it measures.
  public let record: SeriesRecord
  /// Where the nights left it.
  public let state: SeriesState
  /// Its status light.
  public let light: SeriesLight
  /// Why its level was accepted; nil unless it was.
  public let reason: String?
  /// Whether the changes were looked for in the ratios to the reference, not in the values.
  public let watchesRatios: Bool
  /// What every run says of it, oldest first.
  public let points: [ReportedPoint]
  /// The changes of its level, oldest first.
  public let changes: [ReportedChange]
  /// What people said of its points, oldest first.
  public var notes: [SeriesNote] = []
  /// The relative change of its newest slow drift that the code can have caused; nil where it has none.
  public var drift: Double?
  /// The smallest change of its newest level that a check would find; nil where that is not known.
  public var smallestChange: SmallestChange?

  /// What the newest run says of it.
  public var latest: ReportedPoint? { points.last }

  /// The numbers in which the changes were looked for, oldest first.
  public var watchedValues: [Double] {
    points.map { watchesRatios ? $0.ratio ?? .nan : $0.value }
  }

  /// Which of the numbers are better in which the changes were looked for.
  public var better: BenchmarkMetric.Better { watchesRatios ? .less : record.direction }

  /// Its status in a word: a level that became worse has risen, fallen or changed.
  public var lightTitle: String {
    switch (light, better) {
    case (.risen, .more): "fallen"
    case (.risen, .equal): "changed"
    default: light.title
    }
  }
}
