internal import BenchmarkHarness
internal import FleetHistory
internal import Measuring
internal import TimingHistory

/// The suspicions of a night that other machines can settle.
enum NightJobs {
  /// A job for each series that the night could not decide, where both commits are known and clean.
  ///
  /// - Throws: `HistoryError` when the history cannot be read.
  static func jobs(
    of result: NightResult, in store: HistoryStore, environment: EnvironmentRecord
  ) throws(HistoryError) -> [ConfirmationJob] {
    guard environment[.gitState].value == "clean", let bad = environment[.gitCommit].value else {
      return []
    }
    let series = try store.series(recent: 0)
    var jobs: [ConfirmationJob] = []
    for outcome in result.outcomes where outcome.finding == .cannotTell {
      let record = series.first { $0.series.name == outcome.series }?.series
      guard let record, let good = try good(of: outcome, before: bad, in: store) else { continue }
      // What is compared again is a time.
      guard record.metric == nil else { continue }
      let job = try? ConfirmationJob(
        series: outcome.series, good: good, bad: bad, benchmark: outcome.series)
      if let job { jobs.append(job) }
    }
    return jobs
  }

  /// The commit of the last run before the suspicion.
  private static func good(
    of outcome: NightOutcome, before bad: String, in store: HistoryStore
  ) throws(HistoryError) -> String? {
    let points = try store.points(of: outcome.series, limit: 400)
    let status = try store.status(of: outcome.series)
    let first = outcome.suspectedSince ?? status.firstBad
    let place = points.firstIndex { $0.run == first } ?? points.count - 1
    return points.prefix(max(0, place)).last { $0.commit != nil && $0.commit != bad }?.commit
  }
}
