internal import Foundation
internal import Testing

@testable import bench

@Suite(
  "A suspicion of one machine that another one settles",
  .enabled(if: PostgresServer.programs != nil, .init(rawValue: PostgresServer.whyNot)))
struct FleetWorkTests {
  private static let series = "simd/flat/64x64"

  @Test("A night that cannot decide leaves a job; a worker compares; all see the verdict")
  func confirmation() throws {
    let bench = try BuiltCommand("bench")
    let server = try PostgresServer.shared.get()
    let database = try server.database()
    let checkout = try MadeUpCheckout(bench)
    // What the test writes beside the commits is no uncommitted work.
    try "*\n".write(
      toFile: checkout.path + "/.git/info/exclude", atomically: true, encoding: .utf8)
    func run(
      _ arguments: [String], on machine: String, with program: BuiltCommand? = nil
    ) throws -> BuiltCommand.Outcome {
      try (program ?? bench).run(
        arguments, in: checkout.path,
        environment: [
          "BENCH_MACHINE": machine, "BENCH_CLASS": "runners",
          "XDG_STATE_HOME": "\(checkout.path)/state-\(machine)",
          "BENCH_HISTORY": server.uri(database),
        ])
    }
    func night(_ program: BuiltCommand) throws -> BuiltCommand.Outcome {
      try run(
        [
          "nightly", "--kernel", "simd", "--image", "flat", "--size", "64x64", "--time", "0.02",
          "--allow-debug", "--no-counters", "--quiet", "--builds", checkout.path + "/kept",
        ], on: "night", with: program)
    }
    #expect(try run(["fleet", "setup"], on: "owner").exitCode == 0)
    // The good commit's build does less. It is there for the first look of the night, and cannot be
    // started any more for the session that decides.
    let less = "\"${@/--size=64x64/--size=8x8}\""
    let launches = checkout.path + "/launches"
    let good = try checkout.commit(
      "good", words: less,
      before: "echo >> '\(launches)'; [ $(wc -l < '\(launches)') -le 12 ] || exit 1; ")
    let first = try night(try checkout.program("good"))
    #expect(first.exitCode == 0, "\(first)")
    try FileManager.default.removeItem(atPath: checkout.path + "/kept")
    let bad = try checkout.commit("bad", words: "\"$@\"")
    let second = try night(try checkout.program("bad"))
    #expect(second.exitCode == 3, "\(second)")
    #expect(
      try server.sql("SELECT state, arguments FROM bench.jobs", in: database)
        == "waiting|{\(good),\(bad),simd,flat,64x64}")
    #expect(try run(["show", Self.series], on: "other").output.contains("state: suspect"))

    try FileManager.default.removeItem(atPath: launches)
    // In the queue's comparison both work on the same, and one does it four times.
    try checkout.rebuild(good, words: "\"$@\"")
    try checkout.rebuild(bad, words: "\"$@\" --slowdown=3")
    let work = try run(["work", "--allow-debug"], on: "worker")
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
      #expect(report.output.contains("▲ regressed | simd/flat/64x64"), "\(report)")
    }
    #expect(try run(["work", "--allow-debug"], on: "worker").output == "Did 0 jobs.\n")
    try checkout.rebuild(good, words: less)
    let third = try night(try checkout.program("bad"))
    #expect(third.exitCode == 2, "\(third)")
  }
}
