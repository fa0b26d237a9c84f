internal import BenchmarkBuilds
internal import CommandTestSupport
internal import CommandText
internal import Measuring
internal import OrderedJSON
internal import Reporting
internal import Testing
internal import TimingHistory

@testable import BenchmarkHarness

@Suite("Nights")
struct NightRunTests {
  @Test("A benchmark that is gone is offered as the new one, with equal code or a renamed file")
  func renaming() throws {
    func offers(_ after: (ScriptedNights) -> Void, now inputs: [String]) throws -> [String] {
      let nights = try ScriptedNights()
      nights.input = "the same"
      _ = try nights.night(inputs: ["flat"])
      after(nights)
      let result = try nights.night(inputs: inputs)
      #expect(result.missing.contains("simd/flat"))
      return result.notes.filter { $0.contains("Join 'simd/flat'") }
    }
    let offer =
      "'simd/flat' is gone and 'simd/even' is new, with equal code or the renamed file of it. "
      + "Join 'simd/flat' and 'simd/even'."
    // The same code on the same input.
    #expect(try offers({ _ in }, now: ["even"]) == [offer])
    // Another build: a file proves it, or nothing does.
    func rebuilt(_ files: [(old: String, new: String)]) -> (ScriptedNights) -> Void {
      {
        $0.code = "b"
        $0.renamedFiles = files
      }
    }
    #expect(try offers(rebuilt([("benches/flat.rs", "benches/even.rs")]), now: ["even"]) == [offer])
    #expect(try offers(rebuilt([("benches/round.rs", "benches/even.rs")]), now: ["even"]).isEmpty)
    #expect(try offers(rebuilt([]), now: ["even"]).isEmpty)
    // Two that are new: neither code nor a file tells which.
    #expect(try offers({ _ in }, now: ["even", "odd"]).isEmpty)
    // Once it is joined nothing is missing.
    let nights = try ScriptedNights()
    _ = try nights.night(inputs: ["flat"])
    _ = try nights.night(inputs: ["even"])
    for name in ["simd", "ref"] {
      try nights.store.rename("\(name)/flat", to: "\(name)/even", at: 5)
    }
    #expect(try nights.night(inputs: ["even"]).missing.isEmpty)
    #expect(try nights.store.points(of: "simd/even").count == 3)
  }

  @Test("nights of one build are clean, and nothing is measured twice")
  func clean() throws {
    let nights = try ScriptedNights()
    for _ in 0..<3 {
      let result = try nights.night()
      #expect(result.verdict == .clean && result.status == .success)
      #expect(result.outcomes.map(\.series) == ["simd/flat", "simd/noise"])
    }
    #expect(nights.sessions.isEmpty)
    #expect(nights.reported.count == 3)
    #expect(try nights.store.runs().allSatisfy { $0.kind == "nightly" && $0.finishedAt != nil })
  }

  @Test("a night gives its time to what more timing makes clearer, and a resumed one keeps to it")
  func time() throws {
    let nights = try ScriptedNights()
    nights.spreads = [0.001, 0.02]
    for _ in 0..<NightBudget.fewestNights { #expect(try nights.night().notes.isEmpty) }
    #expect(nights.shares.allSatisfy { $0 == 1 })
    nights.shares = []
    nights.killAt = 2
    #expect(throws: HarnessFailure.interrupted) { try nights.night() }
    nights.killAt = nil
    let night = try nights.night(resuming: true)
    // The deviation falls with the root of time: 20 times the deviation takes 400^(1/3) times the time.
    #expect(nights.shares.map { ($0 * 100).rounded() } == [25, 175])
    #expect(
      night.notes == [
        "Time was given to what more timing makes clearer: simd/flat 0.25 ×, simd/noise 1.75 × the usual."
      ])
    // The next nights know that this one's values are those of more and of less time.
    nights.shares = []
    _ = try nights.night()
    #expect(nights.shares.map { ($0 * 100).rounded() } == [25, 175])
    // Another plan has a course of its own.
    nights.shares = []
    _ = try nights.night(plan: "another")
    #expect(nights.shares == [1, 1])
  }

  @Test("a new build that is slower is confirmed, classified, accepted and forgotten")
  func regression() throws {
    let nights = try ScriptedNights.afterOneNight(session: 0.05)
    nights.instructions = (1000, 1100)
    let bad = try nights.night()
    #expect(bad.status.rawValue == 2)
    #expect(bad.outcomes.map(\.finding) == [.slower, .slower])
    #expect(bad.outcomes.map(\.cause) == [.work, .work])
    #expect(nights.sessions.map(\.purpose) == [.look, .confirmation, .look, .confirmation])
    #expect(nights.sessions.allSatisfy { $0.base == RunID(1) })
    #expect(try nights.state() == .regressed)
    // Still slower the next night: against the same last good build, without another look.
    nights.sessions = []
    let still = try nights.night()
    #expect(still.status.rawValue == 2)
    #expect(nights.sessions.map(\.purpose) == [.confirmation, .confirmation])
    #expect(nights.sessions.allSatisfy { $0.base == RunID(1) })
    for name in ["simd/flat", "simd/noise"] {
      try nights.store.apply(.acceptance, to: name, at: nights.time, reason: "needed")
    }
    nights.sessions = []
    #expect(try nights.night().status.rawValue == 0)
    #expect(nights.sessions.isEmpty)
    #expect(try nights.state() == .accepted)
  }

  @Test("a regression that is undone recovers")
  func recovery() throws {
    let nights = try ScriptedNights.afterOneNight(session: 0.03)
    _ = try nights.night()
    nights.code = "c"
    nights.session = 0
    #expect(try nights.night().status.rawValue == 0)
    #expect(try nights.state() == .recovered)
  }

  @Test("a new build that is the same is looked at and no more")
  func same() throws {
    let nights = try ScriptedNights.afterOneNight()
    #expect(try nights.night().verdict == .clean)
    #expect(nights.sessions.map(\.purpose) == [.look, .look])
    #expect(try nights.store.transitions(of: "simd/flat").isEmpty)
  }

  @Test("less than one percent is no regression")
  func small() throws {
    let nights = try ScriptedNights.afterOneNight(session: 0.005)
    #expect(try nights.night().verdict == .clean)
    #expect(try nights.state() == .ok)
  }

  @Test("a level that moves under one build is the environment's doing, and told once")
  func environment() throws {
    let nights = try ScriptedNights()
    for index in 0..<20 {
      nights.level = Double(index % 3) * 1e-3
      #expect(try nights.night().verdict == .clean)
    }
    var codes: [Int32] = []
    for index in 0..<12 {
      nights.level = 0.1 + Double(index % 3) * 1e-3
      codes.append(try nights.night().status.rawValue)
    }
    #expect(codes.count { $0 == 4 } == 1, "\(codes)")
    #expect(codes.allSatisfy { $0 == 0 || $0 == 4 })
    #expect(nights.sessions.isEmpty)
  }

  @Test("a shift that only the course shows is found, and confirmed against a build from before it")
  func creeping() throws {
    let nights = try ScriptedNights()
    for index in 0..<20 {
      nights.level = Double(index % 3) * 1e-3
      _ = try nights.night()
    }
    nights.code = "b"
    nights.level = 0.05
    // The look fails to see it.
    _ = try nights.night()
    nights.sessions = []
    nights.session = 0.05
    var codes: [Int32] = []
    for index in 0..<8 where !codes.contains(2) {
      nights.level = 0.05 + Double(index % 3) * 1e-3
      codes.append(try nights.night().status.rawValue)
    }
    #expect(codes.last == 2, "\(codes)")
    #expect(nights.sessions.first?.purpose == .confirmation)
    #expect(nights.sessions.allSatisfy { $0.base < RunID(21) })
  }

  @Test("another machine is told, and its nights are not compared with those of this one")
  func otherMachine() throws {
    let nights = try ScriptedNights()
    _ = try nights.night()
    nights.cpu = "Slide rule"
    nights.code = "b"
    let result = try nights.night()
    #expect(result.status.rawValue == 4)
    #expect(result.environmentDifferences == ["CPU model: Slide rule against Abacus"])
    #expect(nights.sessions.isEmpty)
    #expect(try nights.night().status.rawValue == 0)
  }

  @Test("a suspicion that cannot be settled stays, and is told")
  func cannotTell() throws {
    let nights = try ScriptedNights.afterOneNight(session: 0.05)
    _ = try nights.night()
    nights.session = nil
    let result = try nights.night()
    #expect(result.status.rawValue == 3)
    #expect(
      result.notes == [
        "simd/flat: not compared with run 1: it is gone.",
        "simd/noise: not compared with run 1: it is gone.",
      ])
    #expect(try nights.state() == .regressed)
  }

  @Test("an input that is gone is told by the exit code; the others are judged")
  func missingInput() throws {
    let nights = try ScriptedNights()
    let result = try nights.night(inputs: [nil] + ScriptedNights.inputs)
    #expect(result.status.rawValue == 66)
    #expect(result.outcomes.count == 2)
    #expect(nights.messages == ["Error: 'x.png': gone."])
  }

  @Test("a night that is killed at any step goes on, and comes to the same")
  func resume() throws {
    let whole = try ScriptedNights.afterOneNight(session: 0.05)
    let expected = try whole.night()
    // Two parts, a look and a confirmation of each, and the report.
    for killAt in 1...7 {
      let nights = try ScriptedNights.afterOneNight(session: 0.05)
      nights.measured = 0
      nights.killAt = killAt
      #expect(throws: HarnessFailure.interrupted) { try nights.night() }
      #expect(try nights.state() == .ok)
      nights.killAt = nil
      let result = try nights.night(resuming: true)
      #expect(result == expected, "killed at \(killAt)")
      #expect(nights.messages == ["Resuming the night of run 2."])
      // What was measured is not measured again.
      #expect(nights.measured == 2)
      #expect(nights.sessions.count == 4)
      #expect(try nights.state() == .regressed)
      #expect(try nights.store.runs().count == 2)
    }
  }

  @Test("a killed night of another build, plan or machine does not go on")
  func notTheSame() throws {
    for change in 0..<3 {
      let nights = try ScriptedNights()
      nights.killAt = 2
      #expect(throws: HarnessFailure.interrupted) { try nights.night() }
      nights.killAt = nil
      if change == 0 { nights.code = "b" }
      if change == 1 { nights.cpu = "Slide rule" }
      let result = try nights.night(resuming: true, plan: change == 2 ? "other" : "plan")
      #expect(result.run == RunID(2))
      #expect(nights.messages.first?.hasPrefix("There is no unfinished night") == true)
      // And one that is followed by another is over.
      #expect(try nights.night(resuming: true).run == RunID(3))
    }
  }

  /// A night with a metric, then one of another build whose metric is another; its series.
  private func metricNights(
    _ better: BenchmarkMetric.Better, from before: Double, to after: Double, change: Double
  ) throws -> (nights: ScriptedNights, second: NightResult) {
    let nights = try ScriptedNights()
    nights.metric = BenchmarkMetric(name: "size", value: before, unit: "B", better: better)
    let first = try nights.night()
    #expect(first.verdict == .clean)
    #expect(
      first.outcomes.map(\.series) == [
        "simd/flat", "simd/flat/size", "simd/noise", "simd/noise/size",
      ])
    nights.code = "b"
    nights.metric = BenchmarkMetric(name: "size", value: after, unit: "B", better: better)
    nights.metricSession = change
    return (nights, try nights.night())
  }

  @Test("a metric that another build makes worse is confirmed and told in its own words")
  func worseMetric() throws {
    let (nights, result) = try metricNights(.less, from: 1000, to: 1050, change: 0.0488)
    #expect(result.status.rawValue == 2)
    #expect(result.outcomes.map(\.word) == ["quiet", "worse", "quiet", "worse"])
    #expect(nights.sessions.map(\.purpose) == [.look, .confirmation, .look, .confirmation])
    #expect(try nights.state("simd/flat/size") == .regressed)
    #expect(try nights.state("simd/flat") == .ok)
    let report = NightReport(
      result: result, environment: SampleEnvironment.environment, history: "h", courses: [])
    #expect(report.words.contains("  simd/flat/size: worse +5.00 %"), "\(report.words)")
    #expect(report.markdown.contains("simd/flat/size"))
  }

  @Test("a program that grows within a page of memory is not red, one that takes another page is")
  func programSize() throws {
    for (bytes, verdict) in [(8100.0, NightVerdict.clean), (8300, .regression)] {
      let nights = try ScriptedNights()
      func night(_ value: Double) throws -> NightResult {
        nights.metric = BenchmarkMetric(
          name: NightSubject.Metric.programSize, value: value, unit: "B", better: .less)
        return try nights.night()
      }
      #expect(try night(7000).verdict == .clean)
      nights.code = "b"
      nights.metricSession = 0.15
      #expect(try night(bytes).verdict == verdict)
    }
  }

  @Test("of a metric of which more is better a rise is none; what must be equal may not move")
  func directions() throws {
    let better = try metricNights(.more, from: 1000, to: 1050, change: 0.0488).second
    #expect(better.verdict == .clean)
    #expect(better.outcomes.map(\.word) == ["quiet", "better", "quiet", "better"])
    let worse = try metricNights(.more, from: 1000, to: 950, change: -0.0513).second
    #expect(worse.verdict == .regression)
    // A thousandth is nothing for a time, and a change for what must stay.
    let changed = try metricNights(.equal, from: 1000, to: 1001, change: 0.001).second
    #expect(changed.verdict == .regression)
    #expect(changed.outcomes.map(\.word) == ["quiet", "changed", "quiet", "changed"])
  }

  @Test("a metric that moves under one build is not measured again, nor is one that stays")
  func quietMetric() throws {
    let nights = try ScriptedNights()
    for value in [1000.0, 1003, 999] {
      nights.metric = BenchmarkMetric(name: "size", value: value, unit: "B", better: .less)
      #expect(try nights.night().verdict == .clean)
    }
    nights.code = "b"
    #expect(try nights.night().verdict == .clean)
    #expect(nights.sessions.map(\.purpose) == [.look, .look], "those of the times")
  }

  @Test("a benchmark that is gone is said first, and the night is not clean")
  func missing() throws {
    let nights = try ScriptedNights()
    _ = try nights.night()
    let result = try nights.night(inputs: ["flat"])
    #expect(result.missing == ["ref/noise", "simd/noise"])
    #expect(result.status == .notComparable && !result.isComplete)
    #expect(nights.messages.contains { $0.contains("simd/noise") && $0.contains("gone") })
    let report = NightReport(
      result: result, environment: SampleEnvironment.environment, history: "h", courses: [])
    #expect(report.words.hasPrefix("Incomplete: 2 gone or renamed"))
    #expect(report.markdown.hasPrefix("### Incomplete: 2 gone or renamed"))
    #expect(report.json["verdict"]?.string == "incomplete")
    #expect(report.json["missing"]?.elements?.count == 2)
    // It is gone from the night before, too, and of another suite nothing is expected.
    #expect(try nights.night(inputs: ["flat"]).missing.isEmpty)
    #expect(try nights.night(plan: "other", inputs: ["noise"]).missing.isEmpty)
  }

  @Test("an input that fails is in the report, not only in the exit code")
  func failedInput() throws {
    let nights = try ScriptedNights()
    let result = try nights.night(inputs: ["flat", nil])
    let report = NightReport(
      result: result, environment: SampleEnvironment.environment, history: "h", courses: [])
    #expect(report.words.contains("not measured: 'x.png': gone."))
    #expect(report.json["verdict"]?.string == "incomplete")
    #expect(report.json["failed"]?.elements?.count == 1)
  }

  @Test("a wrong answer outranks everything")
  func ranks() {
    var result = NightResult(run: RunID(1))
    result.inputFailure = .missingInput
    #expect(result.status == .missingInput)
    result.verdict = .regression
    #expect(result.status.rawValue == 2)
    result.wrong = ["simd on flat"]
    #expect(result.status.rawValue == 1)
  }

  @Test("the report names what is open and what differs, and nothing in it is markup")
  func report() throws {
    let nights = try ScriptedNights.afterOneNight(session: 0.05)
    var result = try nights.night()
    result.notes = ["<b>bold</b> | `code`"]
    result.environmentDifferences = ["libc: 2 against 1"]
    let report = NightReport(
      result: result, environment: SampleEnvironment.environment, history: "h.sqlite",
      courses: [("simd/flat", [1, 2])],
      alertAdvice: "`bench accept SERIES --reason TEXT` accepts a slower level")
    try expectGolden(report.markdown, "night.md")
    try expectGolden(report.words, "night.txt")
    try expectGolden(report.json.text + "\n", "night.json")
  }
}
