/// A run as a list shows it.
package struct RunSummary: Equatable, Sendable {
  /// Its number.
  package let id: RunID
  /// The name that it keeps in every history it is merged into.
  package let uid: String
  /// Which command made it.
  package let kind: String
  /// Milliseconds since 1970.
  package let startedAt: Int64
  /// Milliseconds since 1970; nil for a run that was killed or is still going.
  package let finishedAt: Int64?
  /// The commit that was measured.
  package let commit: String?
  /// The fingerprint of its environment.
  package let fingerprint: String?
  /// What a person wanted to remember.
  package let note: String?
  /// How many series it measured.
  package let seriesCount: Int
  /// How many samples it took.
  package let sampleCount: Int
  /// The identity of the machine that measured; nil for one that is not known.
  package let machineID: String?
  /// The name of that machine.
  package let machineName: String?
}

/// A series as a list shows it.
package struct SeriesSummary: Equatable, Sendable {
  /// What it measures.
  package let series: SeriesRecord
  /// In how many runs it was measured.
  package let runCount: Int
  /// The newest values, oldest first.
  package let recentValues: [Double]
  package let state: SeriesState
}
