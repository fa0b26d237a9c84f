internal import Foundation
internal import OrderedJSON
internal import Testing
internal import TimingHistory

@testable import bench

@Suite("The nightly and bisect commands, as built")
struct NightlyCommandTests {
  /// Two benchmarks, each beside a copy: whatever else the machine does, equal nights are alike.
  private static func suite(
    _ names: [String] = ["flat", "noise"], nanoseconds: Int = 10_000, metrics: String = "[]"
  ) -> ScriptedSuite {
    ScriptedSuite(
      names.flatMap { name in
        [
          .init("copy of \(name)", nanoseconds: 1000),
          .init(
            name, nanoseconds: nanoseconds,
            description: #"""
              {"parameters": {"image": "\#(name)"},
               "references": [{"name": "copy", "benchmark": "copy of \#(name)"}]}
              """#, metrics: metrics),
        ]
      })
  }

  private let repository: ScriptedRepository

  init() throws { repository = try ScriptedRepository() }

  private var report: String { repository.outside.file("night.md") }

  private func arguments(_ more: String..., time: Double = 0.02) -> [String] {
    [
      "nightly", "--suite", repository.suite, "--time", "\(time)", "--history", repository.history,
      "--cache", repository.outside.file("cache"), "--report", report,
    ] + more
  }

  private func store() throws -> HistoryStore { try HistoryStore(path: repository.history) }

  @Test(
    "a first night is clean; a new commit of the same benchmarks is looked at, with the old one")
  func twoNights() throws {
    try repository.commit(Self.suite())
    let first = try repository.run(arguments())
    #expect(first.exitCode == 0, "\(first)")
    #expect(first.output == "Clean: none of 2 series is slower.\n")
    let report = try String(contentsOfFile: report, encoding: .utf8)
    #expect(report.hasPrefix("### No series is slower.\n"))
    try repository.folder.commit(["notes": "1"])
    let second = try repository.run(arguments("--format", "json"))
    #expect(second.exitCode == 0, "\(second)")
    let json = try JSONValue(parsing: Array(second.output.utf8))
    #expect(json["series"]?.elements?.map { $0["name"]?.string } == ["flat", "noise"])
    #expect(json["notes"]?.elements?.isEmpty == true)
    let store = try store()
    let night = try #require(try store.runs().first)
    let steps = try store.completedSteps(of: night.id)
    #expect(steps["look flat"] != nil)
    #expect(steps["look noise"] != nil)
    #expect(
      try store.series(recent: 0).first { $0.series.name == "flat" }?.series.parameters.count == 1)
    try store.close()
  }

  @Test("a second night of the same commit compares nothing: it is known to be the same build")
  func sameCommit() throws {
    try repository.commit(Self.suite())
    for _ in 0..<2 { #expect(try repository.run(arguments()).exitCode == 0) }
    let store = try store()
    let night = try #require(try store.runs().first)
    #expect(try store.completedSteps(of: night.id).keys.allSatisfy { !$0.hasPrefix("look") })
    try store.close()
  }

  @Test("parameters choose what a night measures, and one that there is not is refused")
  func parameters() throws {
    try repository.commit(Self.suite())
    let night = try repository.run(arguments("--image", "noise"))
    #expect(night.exitCode == 0, "\(night)")
    #expect(night.output == "Clean: none of 1 series is slower.\n")
    let wrong = try repository.run(arguments("--image", "nois"))
    #expect(wrong.exitCode == 64)
    #expect(wrong.errors.contains("Unknown image 'nois'. Did you mean 'noise'?"), "\(wrong)")
  }

  @Test("a night that is killed while it measures goes on, and ends once")
  func killed() throws {
    try repository.commit(Self.suite())
    for name in ["flat", "noise"] {
      let process = try repository.bench.start(arguments(time: 1))
      var seen = 0
      while seen < 3, process.isRunning {
        guard let store = try? store() else { continue }
        if let run = try store.runs().first, run.finishedAt == nil,
          try store.series(recent: 0).contains(where: { $0.series.name == name })
        {
          seen = try store.samples(of: name, in: run.id).count
        }
        try store.close()
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      // The same night: its length is part of what it measures.
      let resumed = try repository.run(arguments("--resume", time: 1))
      #expect(resumed.exitCode == 0, "\(resumed)")
      #expect(resumed.errors.contains("Resuming the night of run "))
    }
    let store = try store()
    let runs = try store.runs()
    #expect(runs.count == 2)
    #expect(runs.allSatisfy { $0.finishedAt != nil })
    try store.close()
  }

  @Test("a night that is still going on is left alone")
  func twoAtOnce() throws {
    try repository.commit(Self.suite())
    let process = try repository.bench.start(arguments(time: 60))
    var hasBegun = false
    while !hasBegun, process.isRunning {
      guard let store = try? store() else { continue }
      hasBegun = try store.runs().first != nil
      try store.close()
    }
    let second = try repository.run(arguments("--resume"))
    #expect(second.exitCode == 74)
    #expect(second.errors.hasPrefix("Error: Another night is being measured into '"))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try repository.run(arguments()).exitCode == 0)
  }

  @Test("a history or a report that cannot be written ends a night with 73")
  func failures() throws {
    try repository.commit(Self.suite())
    let readOnly = try repository.outside.write("", to: "history.sqlite")
    try repository.outside.setPermissions(0o444, of: "history.sqlite")
    let outcome = try repository.run(arguments())
    #expect(outcome.exitCode == 73)
    #expect(outcome.errors.contains("is read-only"))
    try FileManager.default.removeItem(atPath: readOnly)
    let unwritten = try repository.run(arguments("--report", "/no/such/folder/night.md"))
    #expect(unwritten.exitCode == 73)
    #expect(unwritten.errors.contains("Error: The report could not be written: "))
    // The night is not over: with a report that can be written it ends.
    let resumed = try repository.run(arguments("--resume"))
    #expect(resumed.exitCode == 0)
    #expect(resumed.errors == "Resuming the night of run 1.\n")
  }

  @Test("a benchmark that fails or answers wrongly ends a night with 1, and the others are judged")
  func failing() throws {
    var suite = Self.suite()
    suite.benchmarks[1].fault = .reports("no screen")
    try repository.commit(suite)
    let failed = try repository.run(arguments())
    #expect(failed.exitCode == 1, "\(failed)")
    #expect(failed.errors.contains("'flat': the worker reported: no screen."), "\(failed)")
    #expect(
      failed.output == """
        Incomplete: 1 failed or wrong, beside 1 series.
          wrong answer or failed: flat

        """)
    suite.benchmarks[1].fault = nil
    suite.benchmarks[1].answer = "43"
    suite.benchmarks[1].description =
      #"{"references": [{"name": "copy", "benchmark": "copy of flat", "answers": true}]}"#
    try repository.commit(suite)
    let wrong = try repository.run(arguments())
    #expect(wrong.exitCode == 1, "\(wrong)")
    let report = try String(contentsOfFile: report, encoding: .utf8)
    #expect(report.contains("**Wrong answer:** flat\\: it answers '43'"), "\(report)")
  }

  @Test("a bisection names the commit from which on a benchmark is slow")
  func bisect() throws {
    for index in 0..<7 {
      var suite = Self.suite(["flat"], nanoseconds: index >= 4 ? 11_000 : 10_000)
      // Each commit is another one.
      suite.options = "# step \(index)"
      try repository.commit(suite, message: "step \(index)")
    }
    let tail = ["--only", "flat", "--quiet"]
    let found = try repository.run(["bisect", "HEAD~6", "HEAD"] + tail)
    #expect(found.exitCode == 0, "\(found)")
    #expect(found.output.contains(" step 4\nis the first slow commit"), "\(found.output)")
    let nothing = try repository.run(
      ["bisect", "HEAD~6", "HEAD~3", "--format", "json"] + tail)
    #expect(nothing.exitCode == 3, "\(nothing)")
    #expect(nothing.output.contains("\"firstSlow\": null"))
    let backwards = try repository.run(["bisect", "HEAD", "HEAD~3"] + tail)
    #expect(backwards.exitCode == 64)
  }

  @Test("a slower commit is confirmed against the last good one, accepted, and then the norm")
  func regression() throws {
    func night() throws -> BuiltCommand.Outcome { try repository.run(arguments("--quiet")) }
    try repository.commit(Self.suite(["flat"]))
    #expect(try night().exitCode == 0)
    // The checkouts are gone: the night builds the good commit again.
    try FileManager.default.removeItem(atPath: repository.outside.file("cache"))
    try repository.commit(Self.suite(["flat"], nanoseconds: 10_500))
    let first = try night()
    #expect(first.exitCode == 2, "\(first)")
    #expect(first.output.hasPrefix("Slower: 1 of 1 series.\n  flat: slower +5.00 %"), "\(first)")
    #expect(try night().exitCode == 2)
    let history = ["--history", repository.history]
    let accepted = try repository.run(["accept", "flat", "--reason", "meant"] + history)
    #expect(accepted.output == "flat is accepted now.\n")
    #expect(try night().exitCode == 0)
    let shown = try repository.run(["show", "flat"] + history)
    #expect(shown.output.contains("state: accepted, because: meant"))
    #expect(shown.output.contains("acceptance: regressed → accepted (meant)"))
  }

  @Test("a metric that became worse is alarmed as a series of its own, and recovers")
  func metrics() throws {
    func suite(_ bytes: Int) -> ScriptedSuite {
      Self.suite(
        ["flat"],
        metrics: #"[{"name": "size", "value": \#(bytes), "unit": "B", "better": "less"}]"#)
    }
    try repository.commit(suite(1000))
    let first = try repository.run(arguments("--quiet"))
    #expect(first.exitCode == 0, "\(first)")
    #expect(first.output == "Clean: none of 2 series is slower.\n")
    try repository.commit(suite(1100))
    let worse = try repository.run(arguments("--quiet"))
    #expect(worse.exitCode == 2, "\(worse)")
    #expect(worse.output.contains("\n  flat/size: worse +10.0 %"), "\(worse)")
    #expect(!worse.output.contains("flat:"))
    try repository.commit(suite(1000))
    let recovered = try repository.run(arguments("--quiet"))
    #expect(recovered.exitCode == 0, "\(recovered)")
    let shown = try repository.run(["show", "flat/size", "--history", repository.history])
    #expect(shown.output.contains("state: recovered"), "\(shown)")
  }
}
