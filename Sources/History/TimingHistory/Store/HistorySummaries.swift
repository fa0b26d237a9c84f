/// A run as a list shows it.
public struct RunSummary: Equatable, Sendable {
  /// Its number.
  public let id: RunID
  /// The name that it keeps in every history it is merged into.
  public let uid: String
  /// Which command made it.
  public let kind: String
  /// Milliseconds since 1970.
  public let startedAt: Int64
  /// Milliseconds since 1970; nil for a run that was killed or is still going.
  public let finishedAt: Int64?
  /// The commit that was measured.
  public let commit: String?
  /// The fingerprint of its environment.
  public let fingerprint: String?
  /// What a person wanted to remember.
  public let note: String?
  /// How many series it measured.
  public let seriesCount: Int
  /// How many samples it took.
  public let sampleCount: Int
  /// The identity of the machine that measured; nil for one that is not known.
  public let machineID: String?
  /// The name of that machine.
  public let machineName: String?
}

/// A series as a list shows it.
public struct SeriesSummary: Equatable, Sendable {
  /// What it measures.
  public let series: SeriesRecord
  /// In how many runs it was measured.
  public let runCount: Int
  /// The newest values, oldest first.
  public let recentValues: [Double]
  /// Its state.
  public let state: SeriesState
}
