internal import BenchmarkBuilds
internal import CommandTestSupport
internal import CommandText
internal import Measuring
internal import OrderedJSON
internal import Reporting
internal import Testing

@testable import BenchmarkHarness

@Suite("Comparisons")
struct ComparisonRunTests {
  /// A case of two scripts that take so many nanoseconds a call.
  private func scripted(
    base: UInt64, candidate: UInt64, failure: WorkerFailure? = nil,
    check: HarnessFailure? = nil, answers: [String] = ["red", "red"]
  ) -> ScriptedCase {
    ScriptedCase(
      subject: "photo 1MP", failure: check,
      launch: { side, _ in
        let each = side == .base ? base : candidate
        return ScriptedWorker(answer: .success(answers[side == .base ? 0 : 1])) { count in
          if let failure, side == .candidate { return .failure(failure) }
          let time = UInt64(count) * each
          return .success(
            Epoch(iterations: count, wall: time, threadCPU: time, processCPU: time))
        }
      })
  }

  private func run(
    _ cases: [any ComparisonCase], format: any ResultFormat<ComparisonResult> = ComparisonTable(),
    transcript: Transcript = Transcript(), isCancelled: @escaping () -> Bool = { false },
    unmatched: UnmatchedBenchmarks = UnmatchedBenchmarks(), allowsMissing: Bool = false
  ) -> WorkStatus {
    var run = ComparisonRun(
      cases: cases, format: format, environment: SampleEnvironment.environment,
      context: RunContext(
        output: { transcript.output += $0 }, message: { transcript.messages.append($0.line) },
        isCancelled: isCancelled, elapsed: { 1 }))
    run.unmatched = unmatched
    run.allowsMissing = allowsMissing
    return run.run()
  }

  @Test("a benchmark that only the base has is 4, unless that is wanted; a new one is not")
  func missing() {
    let gone = UnmatchedBenchmarks(onlyInBase: ["parse"], onlyInCandidate: ["parse_v2"])
    let transcript = Transcript()
    let equal = scripted(base: 1000, candidate: 1001)
    #expect(
      run(
        [], format: ComparisonJSON(unmatched: gone), transcript: transcript,
        unmatched: gone) == .notComparable)
    #expect(transcript.messages.contains { $0.contains("gone or renamed") && $0.contains("parse") })
    #expect(transcript.output.contains("\"base\": [\"parse\"]"))
    #expect(run([equal], unmatched: gone) == .notComparable)
    #expect(run([equal], unmatched: gone, allowsMissing: true) == .success)
    #expect(
      run([equal], unmatched: UnmatchedBenchmarks(onlyInCandidate: ["new"])) == .success)
    #expect(
      gone.remarks(base: "a", candidate: "b")
        == ["Only in a, not compared: parse.", "Only in b, not compared: parse_v2."])
  }

  @Test("slower is 2, faster and same are 0, open is 3")
  func codes() {
    #expect(run([scripted(base: 1000, candidate: 1010)]).rawValue == 2)
    #expect(run([scripted(base: 1010, candidate: 1000)]).rawValue == 0)
    #expect(run([scripted(base: 1000, candidate: 1001)]).rawValue == 0)
    #expect(run([scripted(base: 0, candidate: 0, failure: nil)]).rawValue == 3)
  }

  @Test("before a benchmark that may take long begins, it is said how long")
  func longest() {
    let transcript = Transcript()
    var long = scripted(base: 1000, candidate: 1001)
    long.longestSeconds = 200
    var short = scripted(base: 1000, candidate: 1001)
    short.longestSeconds = 20
    #expect(run([short, long], transcript: transcript) == .success)
    let said = transcript.messages.filter { $0.contains("at most") }
    #expect(said.count == 1)
    #expect(said.first?.contains("benchmark 2 of 2, at most 3 min 20 s") == true, "\(said)")
  }

  @Test("a table says effect, interval, pairs, launches and verdict")
  func table() throws {
    let transcript = Transcript()
    let cases = [
      scripted(base: 1000, candidate: 1010), scripted(base: 4000, candidate: 1000),
      scripted(base: 1000, candidate: 1001),
    ]
    #expect(run(cases, transcript: transcript) == .slower)
    #expect(
      transcript.messages == [
        "3 benchmarks: 1 same, 1 faster (most: photo 1MP -75.0 %), 1 slower (most: photo 1MP +1.0 %), "
          + "0 undecided, in 1 s."
      ])
    try expectGolden(transcript.output, "comparison.txt")
    let json = Transcript()
    #expect(run([cases[0]], format: ComparisonJSON(), transcript: json) == .slower)
    try expectGolden(json.output, "comparison.json")
  }

  @Test("a case that fails is told and the rest goes on; the worst gives the exit code")
  func failures() {
    let transcript = Transcript()
    let crash = WorkerFailure.crashed(signal: 11, during: "an epoch")
    let unlike = HarnessFailure.notComparable("they differ.")
    let cases = [
      scripted(base: 1, candidate: 1, check: unlike),
      scripted(base: 1, candidate: 1, check: unlike),
      scripted(base: 1000, candidate: 1000, failure: crash),
      scripted(base: 1000, candidate: 1000, answers: ["red", "blue"]),
      scripted(base: 1000, candidate: 1010),
    ]
    #expect(run(cases, transcript: transcript) == .failure)
    #expect(
      transcript.messages == [
        "Error: new against old on photo 1MP: they differ.",
        "Error: new: the worker crashed with SIGSEGV during an epoch; 0 pairs are kept.",
        "Error: The answers differ, so there is nothing to compare: 'old' answers 'red', 'new' "
          + "answers 'blue'.",
        "5 benchmarks: 0 same, 0 faster, 1 slower (most: photo 1MP +1.0 %), 0 undecided, 2 failed, "
          + "2 not measured, in 1 s.",
      ])
    #expect(transcript.output.contains("slower"))
    #expect(run(Array(cases.prefix(2))).rawValue == 4)
    #expect(run([cases[3]]).rawValue == 4)
    #expect(ComparisonRun.worst(of: [.success, .cannotTell, .slower]) == .slower)
    #expect(ComparisonRun.worst(of: [.slower, .notComparable]) == .notComparable)
  }

  @Test("an interrupted run keeps what is measured")
  func interrupted() {
    let transcript = Transcript()
    var asked = 0
    let code = run(
      [scripted(base: 1000, candidate: 1010), scripted(base: 1000, candidate: 1010)],
      transcript: transcript,
      isCancelled: {
        asked += 1
        return asked > 300
      })
    #expect(code == .interrupted)
    #expect(
      transcript.messages.last == "Error: Interrupted: the results of 1 of 2 cases are kept.")
    #expect(transcript.output.contains("cannot tell"))
  }

  /// Seconds that pass with each launch of a script.
  private final class Clock {
    var seconds = 0.0
    var looked: [String] = []
  }

  /// A case that is measured in steps; its launches differ by a thousandth or by whatever is asked for.
  private func stepped(
    _ name: String, percent: Double, spread: Double = 0, check: HarnessFailure? = nil,
    basis: ComparisonBasis = .files, _ clock: Clock
  ) -> ScriptedCase {
    let launch = ScriptedCase.launch(percent: percent, spread: spread)
    return ScriptedCase(
      subject: name, rule: SequentialRule(looks: SequentialRule.patientLooks), basis: basis,
      failure: check, willMeasure: { clock.looked.append("\(name) \($0)") },
      launch: { side, setup in
        if side == .base { clock.seconds += 1 }
        return launch(side, setup)
      })
  }

  private func run(
    _ cases: [any ComparisonCase], within seconds: Double, _ clock: Clock, _ transcript: Transcript,
    format: any ResultFormat<ComparisonResult> = ComparisonTable(),
    isCancelled: @escaping () -> Bool = { false }
  ) -> WorkStatus {
    var run = ComparisonRun(
      cases: cases, format: format, environment: SampleEnvironment.environment,
      context: RunContext(
        output: { transcript.output += $0 }, message: { transcript.messages.append($0.line) },
        isCancelled: isCancelled,
        elapsed: { clock.seconds }))
    run.seconds = seconds
    return run.run()
  }

  @Test("of the time for all, what is settled takes none, and the rest goes to what is not")
  func time() throws {
    let clock = Clock()
    let transcript = Transcript()
    let cases = [
      stepped("open", percent: 0.9, spread: 2, clock), stepped("slow", percent: 3, clock),
      stepped("near", percent: 1.5, spread: 1.3, clock),
    ]
    #expect(run(cases, within: 300, clock, transcript) == .slower)
    // Three first looks of 12 launches; then the one that needs fewer pairs comes first.
    #expect(
      Array(clock.looked.prefix(5)) == ["open 1", "slow 1", "near 1", "near 2", "open 2"],
      "\(clock.looked)")
    #expect(clock.seconds <= 301, "\(clock.seconds)")
    #expect(clock.looked.filter { $0.hasPrefix("slow") } == ["slow 1"])
    #expect(
      transcript.messages.last?.hasPrefix("3 benchmarks: 0 same, 0 faster, ") == true,
      "\(transcript.messages)")
    #expect(transcript.messages.last?.contains("2 undecided") == true, "\(transcript.messages)")
    // What took longest is beyond the usual 80 launches.
    #expect(clock.looked.contains("open 5"), "\(clock.looked)")
  }

  @Test("what lies at the margin is measured on, unless the layout may make as much")
  func timeAtTheMargin() {
    for allowance in [nil, LayoutAllowance.assumed] {
      let clock = Clock()
      let basis = allowance.map(ComparisonBasis.allowance) ?? .files
      _ = run(
        [stepped("margin", percent: 0.25, spread: 1, basis: basis, clock)], within: 60, clock,
        Transcript())
      #expect((clock.looked.count > 1) == (allowance == nil), "\(clock.looked)")
    }
  }

  @Test("in too little time a benchmark is not measured, which is said; the JSON keeps their order")
  func shortTime() throws {
    let clock = Clock()
    let transcript = Transcript()
    let unlike = HarnessFailure.notComparable("they differ.")
    let cases = [
      stepped("open", percent: 0.9, spread: 2, clock), stepped("slow", percent: 3, clock),
      stepped("wrong", percent: 0, check: unlike, clock), stepped("late", percent: 0, clock),
    ]
    let status = run(cases, within: 24.5, clock, transcript, format: ComparisonJSON())
    #expect(status == .notComparable)
    #expect(
      Array(transcript.messages.prefix(2)) == [
        "Error: new against old on wrong: they differ.",
        "Warning: new against old on late: no launch was completed in the time that was given.",
      ])
    #expect(
      transcript.messages.last?.hasPrefix(
        "4 benchmarks: 0 same, 0 faster, 1 slower (most: slow +3.0 %), 1 undecided, 2 not measured, in "
      )
        == true, "\(transcript.messages)")
    let written = try JSONValue(parsing: Array(transcript.output.utf8))
    let comparisons = try #require(written["comparisons"]?.elements)
    #expect(comparisons.map { $0["subject"]?.string } == ["open", "slow"])
    #expect(comparisons.map { $0["verdict"]?.string } == ["cannot tell", "slower"])
    #expect(comparisons.map { $0["launches"]?.text } == ["12", "12"])
  }

  @Test("with a time too, an interrupted run keeps what is measured")
  func interruptedWithTime() {
    let clock = Clock()
    let transcript = Transcript()
    let status = run(
      [stepped("open", percent: 0.9, spread: 2, clock), stepped("late", percent: 0, clock)],
      within: 1000, clock, transcript, isCancelled: { clock.seconds > 15 })
    #expect(status == .interrupted)
    #expect(transcript.output.contains("open"))
    #expect(
      transcript.messages.last?.hasPrefix("Error: Interrupted: the results of") == true,
      "\(transcript.messages)")
  }

  @Test("a self-test counts alarms, detections and covered intervals")
  func selfTest() throws {
    func test(_ kind: SelfTest.Kind, _ base: UInt64, _ candidate: UInt64) -> SelfTest.Tally {
      let test = SelfTest(
        kind: kind, sessions: 3,
        measure: { _, isCancelled in
          scripted(base: base, candidate: candidate).measure(isCancelled: isCancelled) { _ in }
        },
        context: RunContext(
          message: { _ in }, isCancelled: { false },
          elapsed: { 0 }))
      return test.run().tally
    }
    let quiet = test(.identical, 1000, 1000)
    #expect(quiet.sessions == 3 && quiet.alarms == 0 && quiet.same == 3 && quiet.covered == 3)
    #expect(quiet.words.hasPrefix("A/A: 0 false alarms in 3 sessions on identical code"))
    #expect(quiet.json.text.contains("\"sessions\": 3,\n  \"alarms\": 0,"))
    let biased = test(.identical, 1000, 990)
    #expect(biased.alarms == 3 && biased.covered == 0)
    let share = try Percentage(parsing: "1%")
    let found = test(.injected(share), 1000, 1010)
    #expect(found.slower == 3)
    #expect(found.words.contains("found in 3 of 3 sessions, 100.0 %"))
    #expect(found.json.text.contains("\"sessions\": 3,\n  \"detected\": 3,"))
  }

  @Test("a self-test that is stopped, or whose worker fails, keeps its sessions")
  func stoppedSelfTest() {
    func end(_ failure: WorkerFailure?, cancelled: Bool) -> (Int, WorkStatus, String) {
      var said = ""
      var isStopped = false
      let test = SelfTest(
        kind: .identical, sessions: 5,
        measure: { index, _ in
          isStopped = cancelled && index == 2
          return scripted(
            base: 1000, candidate: 1000, failure: index == 2 ? failure : nil
          ).measure(isCancelled: { isStopped && failure == nil }) { _ in }
        },
        context: RunContext(
          message: { said = $0.line }, isCancelled: { isStopped }, elapsed: { 0 }))
      let (tally, code) = test.run()
      return (tally.sessions, code, said)
    }
    #expect(
      end(nil, cancelled: true) == (
        2, .interrupted, "Error: Interrupted: 2 of 5 sessions are kept."
      ))
    // Ctrl-C ends the worker too, which is no failure of its own.
    #expect(
      end(.exited(code: 9, during: "an epoch"), cancelled: true) == (
        2, .interrupted, "Error: Interrupted: 2 of 5 sessions are kept."
      ))
    #expect(
      end(.exited(code: 9, during: "an epoch"), cancelled: false)
        == (4, .failure, "Error: session 3: the worker exited with code 9 during an epoch."))
  }
}
