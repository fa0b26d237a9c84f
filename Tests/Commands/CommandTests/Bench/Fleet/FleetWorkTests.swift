internal import FleetHistory
internal import Foundation
internal import Testing
internal import TimingHistory

@testable import bench

@Suite(
  "A suspicion of one machine that another one settles",
  .enabled(if: PostgresServer.programs != nil, .init(rawValue: PostgresServer.whyNot)))
struct FleetWorkTests {
  private static let series = "parse/fast"

  private static func suite(nanoseconds: Int, budget: String) -> ScriptedSuite {
    var suite = ScriptedSuite([
      .init("copy", nanoseconds: 1000),
      .init(
        series, nanoseconds: nanoseconds,
        description: #"{"references": [{"name": "copy", "benchmark": "copy"}]}"#),
    ])
    suite.budget = budget
    return suite
  }

  @Test("a job is a comparison of two commits by the name of a benchmark; its exit code settles it")
  func arguments() throws {
    let (good, bad) = ("1a2b3c4d", "5e6f7a8b")
    let job = try ConfirmationJob(series: "sort", good: good, bad: bad, benchmark: "sort of {n}")
    #expect(
      JobRunner.arguments(of: job)
        == ["compare", good, bad, "--only", "sort of {n}", "--format", "json"])
    #expect(JobRunner.event(of: 0) == .dismissal && JobRunner.event(of: 2) == .confirmation)
    #expect([1, 3, 4, 66].allSatisfy { JobRunner.event(of: $0) == nil })
  }

  @Test("A night that cannot decide leaves a job; a worker compares; all see the verdict")
  func confirmation() throws {
    let server = try PostgresServer.shared.get()
    let database = try server.database()
    let repository = try ScriptedRepository()
    let budget = repository.outside.file("budget")
    func run(_ arguments: [String], on machine: String) throws -> BuiltCommand.Outcome {
      try repository.run(
        arguments,
        environment: [
          "BENCH_MACHINE": machine, "BENCH_CLASS": "runners",
          "XDG_STATE_HOME": repository.outside.file("state-\(machine)"),
          "BENCH_HISTORY": server.uri(database),
        ])
    }
    func night() throws -> BuiltCommand.Outcome {
      try run(["nightly", "--only", Self.series, "--time", "0.02", "--quiet"], on: "night")
    }
    #expect(try run(["fleet", "setup"], on: "owner").exitCode == 0)
    let good = try repository.commit(
      Self.suite(nanoseconds: 10_000, budget: budget + "-good"), message: "good")
    let first = try night()
    #expect(first.exitCode == 0, "\(first)")
    let bad = try repository.commit(
      Self.suite(nanoseconds: 20_000, budget: budget + "-bad"), message: "bad")
    // Processes of the good commit for the first look of the night, and too few for the session
    // that decides.
    try repository.outside.write("20", to: "budget-good")
    let second = try night()
    #expect(second.exitCode == 3, "\(second)")
    #expect(
      try server.sql("SELECT state, arguments FROM bench.jobs", in: database)
        == "waiting|{\(good),\(bad),\(Self.series)}")
    #expect(try run(["show", Self.series], on: "other").output.contains("state: suspect"))

    try FileManager.default.removeItem(atPath: budget + "-good")
    let work = try run(["work"], on: "worker")
    #expect(work.exitCode == 0, "\(work)")
    #expect(work.output == "Did 1 jobs.\n")
    #expect(
      try server.sql(
        "SELECT state, machine, exit_code, result LIKE '%slower%' FROM bench.jobs", in: database)
        == "done|worker|2|t")
    // Every machine sees it: the one that suspected, and one that only reads.
    for machine in ["night", "other"] {
      let shown = try run(["show", Self.series], on: machine)
      #expect(shown.output.contains("state: regressed"), "\(shown)")
      let report = try run(["report", "--format", "markdown"], on: machine)
      #expect(report.output.contains("▲ regressed | \(Self.series)"), "\(report)")
    }
    #expect(try run(["work"], on: "worker").output == "Did 0 jobs.\n")
    let third = try night()
    #expect(third.exitCode == 2, "\(third)")
  }
}
