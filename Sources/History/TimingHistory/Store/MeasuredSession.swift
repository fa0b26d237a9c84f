internal import GRDB
internal import Measuring

/// What points have of the session and run that they are from.
struct MeasuredSession {
  let run: RunID
  let startedAt: Int64
  let clock: ClockKind
  var commit: String?
  var fingerprint: String?
  var machine: String?

  /// Reads a run's number and start, the session's clock, the commit, the fingerprint and the
  /// machine, which stand in this order (``columns``).
  init(_ row: Row, from first: Int) {
    run = RunID(row[first])
    startedAt = row[first + 1]
    clock = ClockKind(rawValue: row[first + 2]) ?? .wall
    commit = row[first + 3]
    fingerprint = row[first + 4]
    machine = row[first + 5]
  }

  /// What ``init(_:from:)`` reads, in a query of runs and sessions.
  static let columns = """
    run.id, run.startedAt, clock, commitHash, fingerprint, COALESCE(machineName,
      (SELECT value FROM environment WHERE runID = run.id AND field = '\(ImportedRuns.machineField)'))
    """
}
