internal import CommandTestSupport
internal import BenchmarkBuilds
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
  ) -> ComparisonCase {
    ComparisonCase(
      base: "old", candidate: "new", subject: "photo 1MP",
      check: { () throws(HarnessFailure) in if let check { throw check } },
      measure: { isCancelled, progress in
        PairedSession(plan: SessionPlan()).run(
          isCancelled: isCancelled, progress: progress,
          launch: { side, _ throws(WorkerFailure) in
            let each = side == .base ? base : candidate
            return ScriptedWorker(answer: .success(answers[side == .base ? 0 : 1])) { count in
              if let failure, side == .candidate { return .failure(failure) }
              let time = UInt64(count) * each
              return .success(
                Epoch(iterations: count, wall: time, threadCPU: time, processCPU: time))
            }
          })
      }, count: nil)
  }

  private func run(
    _ cases: [ComparisonCase], format: any ResultFormat<ComparisonResult> = ComparisonTable(),
    transcript: Transcript = Transcript(), isCancelled: @escaping () -> Bool = { false }
  ) -> WorkStatus {
    var run = ComparisonRun(
      cases: cases, format: format, environment: SampleEnvironment.environment,
      output: { transcript.output += $0 }, message: { transcript.messages.append($0.line) },
      isCancelled: isCancelled, progress: ProgressLine(isShown: false) { _ in }, elapsed: { 1 })
    return run.run()
  }

  @Test("slower is 2, faster and same are 0, open is 3")
  func codes() {
    #expect(run([scripted(base: 1000, candidate: 1010)]).rawValue == 2)
    #expect(run([scripted(base: 1010, candidate: 1000)]).rawValue == 0)
    #expect(run([scripted(base: 1000, candidate: 1001)]).rawValue == 0)
    #expect(run([scripted(base: 0, candidate: 0, failure: nil)]).rawValue == 3)
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

  @Test("a self-test counts alarms, detections and covered intervals")
  func selfTest() throws {
    func test(_ kind: SelfTest.Kind, _ base: UInt64, _ candidate: UInt64) -> SelfTest.Tally {
      var test = SelfTest(
        kind: kind, sessions: 3,
        measure: { _, isCancelled in
          scripted(base: base, candidate: candidate).measure(isCancelled) { _ in }
        },
        message: { _ in }, isCancelled: { false }, progress: ProgressLine(isShown: false) { _ in },
        elapsed: { 0 })
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
      var test = SelfTest(
        kind: .identical, sessions: 5,
        measure: { index, _ in
          isStopped = cancelled && index == 2
          return scripted(
            base: 1000, candidate: 1000, failure: index == 2 ? failure : nil
          ).measure({ isStopped && failure == nil }) { _ in }
        },
        message: { said = $0.line }, isCancelled: { isStopped },
        progress: ProgressLine(isShown: false) { _ in }, elapsed: { 0 })
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
