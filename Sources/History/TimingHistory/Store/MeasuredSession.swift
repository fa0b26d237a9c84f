internal import GRDB
internal import Measuring

/// What points have of the session and run that they are from.
struct MeasuredSession {
  let run: RunID
  let startedAt: Int64
  let clock: ClockKind
  var commit: String?
  var fingerprint: String?

  /// Reads a run's number and start, the session's clock, the commit and the fingerprint, which stand in this
  /// order.
  init(_ row: Row, from first: Int) {
    run = RunID(row[first])
    startedAt = row[first + 1]
    clock = ClockKind(rawValue: row[first + 2]) ?? .wall
    commit = row[first + 3]
    fingerprint = row[first + 4]
  }
}
