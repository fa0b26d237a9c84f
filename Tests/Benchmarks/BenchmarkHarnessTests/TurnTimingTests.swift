internal import BenchmarkHarness
internal import Measuring
internal import Testing

@Suite("The timing of one benchmark")
struct WorkerTimingTests {
  private static func epoch(_ iterations: Int, _ nanoseconds: UInt64) -> Epoch {
    let total = nanoseconds * UInt64(iterations)
    return Epoch(iterations: iterations, wall: total, threadCPU: total, processCPU: total)
  }

  private func timing(
    launches: Int = 3, startsEachEpoch: Bool = false, isCancelled: () -> Bool = { false },
    onRound: (Int, [Epoch]) -> Void = { _, _ in },
    start: WorkerTiming.Launcher
  ) -> BenchmarkTiming {
    WorkerTiming(
      plan: SessionPlan(), launches: launches, seconds: 0, startsEachEpoch: startsEachEpoch
    ).run(
      isCancelled: isCancelled, onStart: { _ in }, onRound: onRound, progress: { _ in },
      start: start)
  }

  @Test("each launch is a process, its value the median of its epochs")
  func launches() {
    var rounds: [Int] = []
    let result = timing(
      onRound: { number, epochs in
        rounds.append(number)
        #expect(epochs.count == 2)
        #expect(epochs[0].wall > 0, "the reference loop takes time")
      },
      start: { setup in
        ScriptedWorker(answer: "42") { Self.epoch($0, 1000 * UInt64(setup.launch + 1)) }
      })
    #expect(result.end == .complete)
    #expect(result.answer == "42")
    #expect(!result.answersVary)
    #expect(result.processes == 3)
    #expect(result.epochs == 9, "three rounds a launch when there is no time for more")
    #expect(rounds == Array(0..<9))
    let expected = [1e-6, 2e-6, 3e-6]
    for (sample, value) in zip(result.samples(.threadCPU), expected) {
      #expect(abs(sample - value) < 1e-12)
    }
    #expect(result.interval == nil, "an interval with 95 % needs six processes")
  }

  @Test("where every epoch is a process, one worker makes as many as there are launches")
  func processes() throws {
    var workers = 0
    let result = timing(
      launches: 6, startsEachEpoch: true,
      start: { _ in
        workers += 1
        return ScriptedWorker(answer: "") { Self.epoch($0, 5000) }
      })
    #expect(workers == 1)
    #expect(result.processes == 6)
    let interval = try #require(result.interval)
    #expect(abs(interval.lowerBound - 5e-6) < 1e-12)
  }

  @Test("what was measured before a failure or Ctrl-C is kept")
  func ends() {
    let failed = timing(start: { setup throws(WorkerFailure) in
      if setup.launch == 1 { throw .reported("gone") }
      return ScriptedWorker(answer: "") { Self.epoch($0, 1000) }
    })
    #expect(failed.end == .failed(.reported("gone")))
    #expect(failed.epochs == 3)
    var asked = 0
    let cancelled = timing(
      isCancelled: {
        asked += 1
        return asked > 4
      }, start: { _ in ScriptedWorker(answer: "") { Self.epoch($0, 1000) } })
    #expect(cancelled.end == .cancelled)
    #expect(cancelled.epochs == 3)
  }

  @Test("answers that change from launch to launch are told")
  func answers() {
    let result = timing(start: { setup in
      ScriptedWorker(answer: "\(setup.launch)") { Self.epoch($0, 1000) }
    })
    #expect(result.answersVary)
    #expect(result.answer == "0")
  }
}
