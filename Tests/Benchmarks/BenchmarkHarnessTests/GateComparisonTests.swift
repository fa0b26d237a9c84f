internal import BenchmarkBuilds
internal import CommandTestSupport
internal import CommandText
internal import Measuring
internal import OrderedJSON
internal import Reporting
internal import Testing
internal import TimingHistory

@testable import BenchmarkHarness

@Suite("Comparisons with a gate: what is said, written and how they end")
struct GateComparisonTests {
  /// A case whose candidate takes so many percent longer, with a spread that alternates.
  private func scripted(
    _ name: String, percent: Double, spread: Double = 0, gate: String = "1%", looks: Int = .max
  ) throws -> ScriptedCase {
    ScriptedCase(
      subject: name,
      rule: SequentialRule(gate: try GateChoice.limit(parsing: gate), margin: nil),
      mostLooks: looks,
      launch: ScriptedCase.launch(percent: percent, spread: spread))
  }

  private func sameCode(_ name: String) throws -> SameCodeCase {
    SameCodeCase(
      base: "old", candidate: "new", subject: name,
      code: .equalCode(functions: 3, bytes: 100),
      rule: SequentialRule(gate: try GateChoice.limit(parsing: "1%"), margin: nil))
  }

  private func run(
    _ cases: [any ComparisonCase], _ format: any ResultFormat<ComparisonResult> = ComparisonTable(),
    _ transcript: Transcript = Transcript()
  ) -> WorkStatus {
    var run = ComparisonRun(
      cases: cases, format: format, environment: SampleEnvironment.environment,
      context: RunContext(
        output: { transcript.output += $0 }, message: { transcript.messages.append($0.line) },
        isCancelled: { false }, elapsed: { 1 }))
    return run.run()
  }

  @Test("no slower is 0, slower 2, undecided 3; each line has its bound, and the worst counts")
  func text() throws {
    let transcript = Transcript()
    let cases: [any ComparisonCase] = [
      try scripted("level", percent: 0.3), try scripted("slow", percent: 2),
      try scripted("fast", percent: -3), try scripted("noise", percent: 0, spread: 5, looks: 4),
      try sameCode("equal"),
    ]
    #expect(run(cases, ComparisonTable(), transcript) == .slower)
    let text = transcript.output
    #expect(text.contains("no slower than +0.30 % (gate 1 %)"), "\(text)")
    #expect(text.contains("slower, at least +2.00 % (gate 1 %)"))
    #expect(text.contains("faster, no slower than -3.00 % (gate 1 %)"))
    #expect(text.contains("cannot tell: slower by at most +5.00 % (gate 1 %"))
    #expect(text.contains("these 16 launches can decide a gate of about 10"))
    #expect(text.contains("same code"))
    #expect(transcript.messages.contains("1 of 5 benchmarks are the same code: not measured."))
    #expect(transcript.messages.last?.contains("1 same, 1 no slower, 1 faster") == true)
    #expect(run([cases[0], cases[2], cases[4]]) == .success)
    #expect(run([cases[0], cases[3]]) == .cannotTell)
  }

  @Test("a launch or a few exclude nothing, and it is said")
  func few() throws {
    let transcript = Transcript()
    let one = try scripted("few", percent: 0, looks: 0)
    #expect(run([one], ComparisonTable(), transcript) == .cannotTell)
    #expect(transcript.output.contains("cannot tell: too few launches (gate 1 %)"))
  }

  @Test("JSON and Markdown have gate and bound; without a gate they have none")
  func documents() throws {
    let json = Transcript()
    let cases: [any ComparisonCase] = [try scripted("level", percent: 0.3), try sameCode("equal")]
    #expect(run(cases, ComparisonJSON(), json) == .success)
    let read = try JSONValue(parsing: Array(json.output.utf8))
    let first = try #require(read["comparisons"]?.elements?.first)
    #expect(first["verdict"]?.string == "no slower")
    #expect(first["gate"]?["limit"]?.number.map { ($0 * 1e6).rounded() } == 10_000)
    #expect(first["gate"]?["bound"]?.number.map { ($0 * 1e4).rounded() } == 30)
    #expect(first["gate"]?["atLeast"] == .null && first["gate"]?["resolution"] == .null)
    let equal = try #require(read["comparisons"]?.elements?.last)
    #expect(equal["verdict"]?.string == "same" && equal["gate"]?["bound"]?.number == 0)

    let comment = Transcript()
    let frame = ComparisonMarkdown.Frame(title: "sums", sides: "a → b", command: nil)
    #expect(run(cases, ComparisonMarkdown(frame), comment) == .success)
    #expect(comment.output.contains("### 1 no slower, 1 same: sums"))
    #expect(comment.output.contains("no slower than +0.30 % (gate 1 %)"))
    #expect(comment.output.contains("- Gate\\: a slowdown of 1 % or more must not pass."))
    #expect(comment.output.contains("- 1 of 2 are the same code, and were not measured."))

    var plain = try scripted("level", percent: 0)
    plain.rule = SequentialRule()
    let without = Transcript()
    _ = run([plain], ComparisonJSON(), without)
    #expect(without.output.contains("\"gate\": null"))
  }

  @Test("gates are read as percentages, and contradictions with the margin refused")
  func choices() throws {
    #expect(try GateChoice(parsing: "off") == .off)
    #expect(try GateChoice(parsing: "0.5 %") == .at(Percentage(parsing: "0.5")))
    for text in ["0", "0%", "-1%", "100.1%", "1e-3", "", "one", "0.009%"] {
      #expect(throws: InvalidRequest.self, "\(text)") { try GateChoice(parsing: text) }
    }
    let (half, one) = (try Percentage(parsing: "0.5"), try Percentage(parsing: "1"))
    try GateChoice.check(one, against: half)
    try GateChoice.check(one, against: nil)
    try GateChoice.check(nil, against: one)
    for margin in [one, try Percentage(parsing: "2")] {
      #expect(throws: InvalidRequest.self) { try GateChoice.check(one, against: margin) }
    }
    // The standard margin gives way to a narrow gate.
    #expect((0.0024...0.0025).contains(SequentialRule(gate: one, margin: nil).margin))
    #expect(SequentialRule(gate: half, margin: nil).margin < 0.0013)
    #expect(SequentialRule(gate: nil, margin: nil) == SequentialRule())
    #expect(SequentialRule(gate: nil, margin: nil, isPatient: true).maximumLaunches == 640)
    #expect(SequentialRule(gate: one, margin: nil, isPatient: true).maximumLaunches == 640)
  }

  @Test("a policy keeps the gate, and allows for layouts that are not drawn")
  func layouts() throws {
    let rule = SequentialRule(gate: try Percentage(parsing: "1"), margin: nil)
    let fixed = LayoutPolicy.fixed(LayoutAllowance(logRatio: 0.02, layoutPairs: 12))
    #expect(fixed.limited(rule).gate?.allowance == 0.02)
    #expect(fixed.limited(SequentialRule()) == SequentialRule())
  }

  @Test("a night that is resumed keeps what the gate said")
  func nights() throws {
    for verdict in [Verdict.slower, .faster, .same, .noSlower, .cannotTell(morePairs: nil)] {
      var session = NightSession(logRatios: [0.01, 0.02], looks: 2)
      session.verdict = verdict
      #expect(NightSession(json: session.json) == session)
      #expect(session.confirmation.verdict == verdict)
    }
    let plain = NightSession(logRatios: [0.01], looks: 1)
    #expect(NightSession(json: plain.json) == plain && plain.confirmation.verdict == nil)
  }

  @Test("with a gate a self-test counts what passed, and how soon")
  func gatedSelfTest() throws {
    let gate = try Percentage(parsing: "1%")
    func tally(_ kind: SelfTest.Kind, _ percent: Double) throws -> SelfTest.Tally {
      let session = try scripted("parse", percent: percent)
      var now = 0.0
      let test = SelfTest(
        kind: kind, gate: gate, sessions: 4,
        measure: { index, isCancelled in
          now += Double(index + 1)
          return session.measure(isCancelled: isCancelled) { _ in }
        },
        context: RunContext(
          message: { _ in }, isCancelled: { false },
          elapsed: { now }))
      return test.run().tally
    }
    let equal = try tally(.identical, 0)
    #expect(equal.passed == 4 && equal.slower == 0 && equal.undecided == 0)
    #expect(equal.seconds == 10 && equal.seconds(ofShare: 0.5) == 2)
    #expect(equal.seconds(ofShare: 0.97) == 4)
    #expect(
      equal.words.hasPrefix(
        "Gate 1 %, identical code: 4 of 4 sessions passed, 0 slower, 0 cannot tell; the true rate of slower "
          + "is at most "))
    #expect(equal.json.text.contains("\"gate\": 0.01,\n  \"passed\": 4,\n  \"slower\": 0,"))
    let twice = try tally(.injected(try Percentage(parsing: "2%")), 2)
    #expect(twice.slower == 4 && twice.passed == 0)
    #expect(twice.words.contains("injected 2 %: 0 of 4 sessions passed, 4 slower"))
    #expect(twice.words.contains("the true rate of passed is at most "))
    let half = try tally(.injected(try Percentage(parsing: "0.5%")), 0.5)
    #expect(half.passed == 4 && half.words.contains("the true rate of slower is at most "))
  }
}
