internal import BenchmarkHarness
internal import ExchangeDocuments
internal import FleetHistory
internal import Measuring
internal import Testing

@testable import TimingHistory
@testable import bench

@Suite("Jobs that a night leaves")
struct NightJobsTests {
  private static let commits = ["1a2b3c4d", "2b3c4d5e", "3c4d5e6f"]

  private static func environment(
    _ commit: String, state: String = "clean"
  ) -> EnvironmentRecord {
    EnvironmentRecord([.gitCommit: .known(commit), .gitState: .known(state)])
  }

  /// A history of three nights of a benchmark and its metric.
  private func history() throws -> (store: HistoryStore, runs: [RunID]) {
    let store = try HistoryStore()
    let times = SeriesRecord(name: "parse")
    let metric = SeriesRecord(
      of: BenchmarkMetric(name: "size", value: 1, unit: "B", better: .less), beside: times)
    let runs = try Self.commits.enumerated().map { index, commit in
      let run = try store.beginRun(
        RunRecord(kind: "nightly", startedAt: Int64(index), commit: commit))
      let session = try store.beginSession(
        SessionRecord(startedAt: Int64(index), clock: .wall), in: run)
      for series in [times, metric] {
        _ = try store.addMeasurement(MeasurementRecord(series: series, value: 5), to: session)
      }
      return run
    }
    return (store, runs)
  }

  /// A night that could not decide on both series, suspected since a run.
  private func night(_ runs: [RunID], since: RunID) -> NightResult {
    let cases = ["parse", "parse/size"].map {
      NightCase(
        series: $0, status: SeriesStatus(),
        screening: .suspicious(NightlyPolicy.Shift(since: since, change: nil)))
    }
    var result = NightResult(run: runs[2])
    result.outcomes = NightlyPolicy().decide(cases).outcomes
    return result
  }

  @Test("a time that is not decided on is compared from before the suspicion; a metric is not")
  func jobs() throws {
    let (store, runs) = try history()
    for (since, good) in [(runs[2], Self.commits[1]), (runs[1], Self.commits[0])] {
      let jobs = try NightJobs.jobs(
        of: night(runs, since: since), in: store, environment: Self.environment(Self.commits[2]))
      #expect(
        jobs == [
          try ConfirmationJob(
            series: "parse", good: good, bad: Self.commits[2], benchmark: "parse")
        ])
    }
  }

  @Test("work that is not committed is no commit that another machine could compare")
  func dirty() throws {
    let (store, runs) = try history()
    let result = night(runs, since: runs[2])
    #expect(result.outcomes.map(\.finding) == [.cannotTell, .cannotTell])
    for environment in [
      Self.environment(Self.commits[2], state: "dirty"),
      EnvironmentRecord([.gitState: .known("clean")]),
    ] {
      #expect(try NightJobs.jobs(of: result, in: store, environment: environment).isEmpty)
    }
  }
}
