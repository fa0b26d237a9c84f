internal import Testing

@testable internal import Measuring

@Suite("Paired sessions with scripted workers")
struct PairedSessionTests {
  private func worker(nanosecondsPerCall: UInt64, answer: String = "42") -> ScriptedWorker {
    ScriptedWorker(answer: answer) { iterations in
      let time = UInt64(iterations) * nanosecondsPerCall
      return Epoch(iterations: iterations, wall: time, threadCPU: time, processCPU: time)
    }
  }

  private func session(
    base: UInt64, candidate: UInt64, plan: SessionPlan = SessionPlan()
  ) -> SessionResult {
    PairedSession(plan: plan).run { side, _ throws(WorkerFailure) in
      worker(nanosecondsPerCall: side == .base ? base : candidate)
    }
  }

  @Test("Slower, faster and same are told at the first look")
  func verdicts() throws {
    #expect(session(base: 1000, candidate: 1010).verdict == .slower)
    #expect(session(base: 1010, candidate: 1000).verdict == .faster)
    #expect(session(base: 1000, candidate: 1001).verdict == .same)
    let result = session(base: 1000, candidate: 1010)
    #expect(result.end == .decided)
    #expect(result.launches.count == 12)
    #expect(result.pairCount == 1200)
    #expect(result.answer == "42")
    let estimate = try #require(result.estimate())
    #expect(agree(estimate.factor, 1.01, relative: 1e-9))
    #expect(estimate.pairs == 12)
    #expect(agree(try #require(result.median(.base, .wall)), 1e-6, relative: 1e-9))
    #expect(agree(try #require(result.median(.candidate, .wall)), 1.01e-6, relative: 1e-9))
    #expect(result.epochs.count == 4800)
  }

  @Test("Both sides do the same number of iterations, what fills an epoch on the slower side")
  func iterations() {
    let result = session(base: 1000, candidate: 4000)
    #expect(result.launches.allSatisfy { $0.iterations == 25 })
    let counts = Set(result.epochs.map(\.iterations))
    #expect(counts == [25])
  }

  @Test("Iterations are rounded up to the multiple that was asked for")
  func iterationMultiple() {
    for (multiple, expected) in [(1, 25), (10, 30), (25, 25), (1000, 1000)] {
      let result = session(
        base: 1000, candidate: 4000, plan: SessionPlan(iterationMultiple: multiple))
      #expect(result.launches.allSatisfy { $0.iterations == expected })
    }
  }

  @Test("Slow work gets fewer pairs to stay in the budget of a launch: three, or one of seconds")
  func budget() {
    // A quarter of a second over four epochs of 12.5 ms each: five pairs.
    #expect(session(base: 12_500_000, candidate: 10_000_000).launches[0].pairs.count == 5)
    #expect(session(base: 900_000_000, candidate: 900_000_000).launches[0].pairs.count == 3)
    #expect(session(base: 900_000_000, candidate: 1_000_000_000).launches[0].pairs.count == 1)
    var plan = SessionPlan()
    plan.pairs.perLaunch = 2
    #expect(session(base: 1000, candidate: 1000, plan: plan).launches[0].pairs.count == 2)
  }

  @Test("Work whose iterations are known is not calibrated, and stays in the budget too")
  func fixedIterations() {
    var runs: [ScriptedWorker] = []
    let plan = SessionPlan(fixedIterations: 1, launchBudget: 0.25)
    let result = PairedSession(plan: plan).run { side, _ throws(WorkerFailure) in
      runs.append(worker(nanosecondsPerCall: side == .base ? 12_500_000 : 10_000_000))
      return runs[runs.count - 1]
    }
    #expect(result.launches.allSatisfy { $0.iterations == 1 && $0.pairs.count == 5 })
    #expect(
      runs.allSatisfy { worker in
        worker.requests.count { $0 == .run(iterations: 1, warmUp: 0) } == 10
      })
    #expect(session(base: 1000, candidate: 900_000_000, plan: plan).launches[0].pairs.count == 3)
  }

  @Test("A session goes on where an earlier part ended, and draws other places in memory")
  func parts() {
    var setups: [LaunchSetup] = []
    var plan = SessionPlan(seed: 1)
    plan.rule = SequentialRule(looks: [8, 16].map { .init(launches: $0, alpha: 0.01) })
    func run(_ looks: Int, after earlier: SessionResult?) -> SessionResult {
      var part = plan
      part.rule = plan.rule.first(looks)
      return PairedSession(plan: part).run(after: earlier) { side, setup throws(WorkerFailure) in
        setups.append(setup)
        // Neither the same nor slower, however often it is looked.
        return worker(
          nanosecondsPerCall: side == .candidate && setup.launch.isMultiple(of: 2) ? 1010 : 1000)
      }
    }
    let first = run(1, after: nil)
    #expect(first.launches.count == 8)
    let whole = run(2, after: first)
    #expect(whole.launches.count == 16 && Array(whole.launches.prefix(8)) == first.launches)
    #expect(setups.map(\.launch) == (0..<16).flatMap { [$0, $0] })
    #expect(Set(setups.compactMap(\.hashSeed)).count == 16)
    #expect(run(2, after: whole) == whole, "nothing is left to do")
  }

  @Test("Workers are started, pinned, prepared, run in mirrored order, and ended")
  func order() {
    var log: [(side: Side, worker: ScriptedWorker)] = []
    var order: [Side] = []
    var setups: [LaunchSetup] = []
    var plan = SessionPlan(core: 3, seed: 5)
    plan.rule = SequentialRule(looks: [.init(launches: 8, alpha: 0.01)])
    let result = PairedSession(plan: plan).run { side, setup throws(WorkerFailure) in
      setups.append(setup)
      let worker = ScriptedWorker(answer: "a") { iterations in
        order.append(side)
        let time = UInt64(iterations) * 100_000
        return Epoch(iterations: iterations, wall: time, threadCPU: time, processCPU: time)
      }
      log.append((side, worker))
      return worker
    }
    #expect(result.verdict == .same)
    #expect(log.count == 16)
    for (_, worker) in log {
      #expect(worker.requests.prefix(2) == [.pin(3), .prepare])
      #expect(worker.requests.last == .quit)
      #expect(worker.requests.count { $0 == .quit } == 1)
    }
    #expect(result.launches.allSatisfy { $0.isPinned })
    // Both orders of starting and both outer sides occur.
    let sides = log.enumerated().filter { $0.offset % 2 == 0 }.map(\.element.side)
    #expect(Set(sides).count == 2)
    #expect(Set(result.launches.flatMap { $0.pairs.map(\.outer) }).count == 2)
    // The last four epochs are one mirrored block.
    let block = order.suffix(4).map { $0 }
    #expect(block[0] == block[3] && block[1] == block[2] && block[0] != block[1])
    #expect(Set(setups.map(\.padding)).count > 4)
    for launch in 0..<8 { #expect(setups[2 * launch] == setups[2 * launch + 1]) }
    #expect(setups.allSatisfy { (0...4096).contains($0.padding) })
    let launches = (0..<8).flatMap { [$0, $0] }
    #expect(setups.map(\.launch) == launches)
    #expect(
      LaunchSetup(launch: 0, padding: 3).environment(extending: ["A=1"])
        == ["A=1", "MEASUREMENT_PADDING=xxx"])
    #expect(
      LaunchSetup(launch: 0, padding: 0, hashSeed: 7, pages: 3).environment(extending: [])
        == [
          "MEASUREMENT_PADDING=", "PYTHONHASHSEED=7",
          "GLIBC_TUNABLES=glibc.pthread.stack_cache_size=704643072",
        ])
    let own = ["PYTHONHASHSEED=0", "GLIBC_TUNABLES=glibc.malloc.tcache_count=0"]
    #expect(
      LaunchSetup(launch: 0, padding: 0, hashSeed: 7, pages: 3).environment(extending: own)
        == own + ["MEASUREMENT_PADDING="])
  }

  @Test("Both sides are prepared again after so many pairs, if the plan says so")
  func preparations() {
    func counts(_ pairs: Int?) -> Set<Int> {
      var workers: [ScriptedWorker] = []
      let rule = SequentialRule(looks: [.init(launches: 8, alpha: 0.01)])
      let plan = SessionPlan(
        rule: rule, pairs: LaunchPairs(perLaunch: 10, perPreparation: pairs))
      _ = PairedSession(plan: plan).run { _, _ throws(WorkerFailure) in
        let worker = worker(nanosecondsPerCall: 1000)
        workers.append(worker)
        return worker
      }
      return Set(workers.map { $0.requests.count { $0 == .prepare } })
    }
    #expect(counts(nil) == [1])
    #expect(counts(10) == [1])
    #expect(counts(5) == [2])
    #expect(counts(3) == [4])
    #expect(counts(0) == [10])
  }

  @Test("Launches of commands take cores in turn, at most four, others stay on the last one")
  func turnsOfCores() {
    let cores = usableCores()
    func taken(_ threading: SessionPlan.Threading, core: Int? = nil) -> [Int?] {
      (0..<8).map { SessionPlan(threading: threading, core: core).core(ofLaunch: $0) }
    }
    for (launch, core) in taken(.process).enumerated() {
      let last = Array(cores.suffix(4).reversed())
      #expect(core == (last.isEmpty ? nil : last[launch % last.count]))
    }
    #expect(Set(taken(.single)) == [cores.last])
    #expect(Set(taken(.process, core: 5)) == [5])
    #expect(Set(taken(.freeProcess) + taken(.concurrent)) == [nil])
  }

  @Test("A plan decides clock and pinning by how the work is threaded")
  func threading() {
    #expect(SessionPlan(threading: .single).clock == .threadCPU)
    #expect(SessionPlan(threading: .concurrent).clock == .wall)
    #expect(SessionPlan(threading: .process).clock == .processCPU)
    #expect(SessionPlan(threading: .freeProcess).clock == .processCPU)
    #expect(SessionPlan(threading: .freeProcess, core: 1).pinnedCore == nil)
    #expect(SessionPlan(threading: .concurrent, core: 1).pinnedCore == nil)
    #expect(SessionPlan(threading: .single, core: 1).pinnedCore == 1)
    #expect(SessionPlan.iterationMultiple(injecting: 0.01) == 100)
    #expect(SessionPlan.iterationMultiple(injecting: 3) == 1)
    #expect(SessionPlan.iterationMultiple(injecting: 0) == 1)
    #expect(SessionPlan.iterationMultiple(injecting: 1e-300) == 1_000_000_000)
    let least = LaunchPairs(perLaunch: 1, perPreparation: 1)
    #expect(LaunchPairs(perLaunch: 0, perPreparation: 0) == least)
    let plan = SessionPlan(threading: .concurrent)
    #expect(session(base: 1000, candidate: 1000, plan: plan).launches.allSatisfy { !$0.isPinned })
  }

  @Test("The concurrent clock is wall time: processor time does not matter")
  func concurrentClock() {
    func run(_ threading: SessionPlan.Threading) -> Verdict {
      PairedSession(plan: SessionPlan(threading: threading)).run { side, _ throws(WorkerFailure) in
        ScriptedWorker(answer: "") { iterations in
          Epoch(
            iterations: iterations, wall: UInt64(iterations) * (side == .base ? 1000 : 500),
            threadCPU: UInt64(iterations) * 1000, processCPU: UInt64(iterations) * 3000)
        }
      }.verdict
    }
    #expect(run(.concurrent) == .faster)
    #expect(run(.single) == .same)
  }

  @Test("A tick in every third epoch does not reach the log ratio of a launch")
  func ticks() throws {
    var epochs = 0
    let result = PairedSession(plan: SessionPlan()).run { _, _ throws(WorkerFailure) in
      ScriptedWorker(answer: "") { iterations in
        epochs += 1
        let time = UInt64(iterations) * 1000 + (epochs % 3 == 0 ? 25_000 : 0)
        return Epoch(iterations: iterations, wall: time, threadCPU: time, processCPU: time)
      }
    }
    #expect(result.verdict == .same)
    #expect(result.logRatios(.threadCPU).allSatisfy { abs($0) < 1e-9 })
  }

  @Test("Different answers end it before anything is timed, unless they may differ")
  func wrongAnswer() {
    func run(_ plan: SessionPlan) -> SessionResult {
      PairedSession(plan: plan).run { side, _ throws(WorkerFailure) in
        worker(nanosecondsPerCall: 1000, answer: side == .base ? "red" : "blue")
      }
    }
    let result = run(SessionPlan())
    #expect(result.end == .answersDiffer(base: "red", candidate: "blue"))
    #expect(result.launches.isEmpty)
    #expect(result.verdict == .cannotTell(morePairs: 1200))
    #expect(result.estimate() == nil)
    #expect(run(SessionPlan(answersMustAgree: false)).verdict == .same)
  }

  @Test("A worker that fails ends the session, is named, and what was measured is kept")
  func failure() {
    var launches = 0
    var workers: [ScriptedWorker] = []
    let crash = WorkerFailure.crashed(signal: 11, during: "an epoch")
    let result = PairedSession(plan: SessionPlan()).run { side, setup throws(WorkerFailure) in
      var left = setup.launch == 3 && side == .candidate ? 20 : Int.max
      launches = setup.launch
      let worker = ScriptedWorker(answer: .success("")) { iterations in
        left -= 1
        if left < 0 { return .failure(crash) }
        let time = UInt64(iterations) * 1000
        return .success(
          Epoch(iterations: iterations, wall: time, threadCPU: time, processCPU: time))
      }
      workers.append(worker)
      return worker
    }
    #expect(result.end == .failed(.candidate, crash))
    #expect(launches == 3)
    #expect(result.launches.map(\.isComplete) == [true, true, true, false])
    #expect(result.logRatios(.threadCPU).count == 3)
    #expect(workers.allSatisfy { $0.requests.last == .quit })
  }

  @Test("A worker that cannot start or prepare ends the session at once")
  func notStarted() {
    let failure = WorkerFailure.notStarted(program: "tool", reason: "No such file")
    let unstarted = PairedSession(plan: SessionPlan()).run { _, _ throws(WorkerFailure) in
      throw failure
    }
    guard case .failed(_, failure) = unstarted.end else {
      Issue.record("not \(unstarted.end)")
      return
    }
    let unprepared = PairedSession(plan: SessionPlan()).run { _, _ throws(WorkerFailure) in
      ScriptedWorker(answer: .failure(.reported("no image"))) { _ in .failure(failure) }
    }
    guard case .failed(_, .reported("no image")) = unprepared.end else {
      Issue.record("not \(unprepared.end)")
      return
    }
  }

  @Test("Cancelled between epochs, it keeps all pairs; before the start, it measures nothing")
  func cancelled() {
    let flag = CancellationFlag()
    var epochs = 0
    let result = PairedSession(plan: SessionPlan()).run(isCancelled: { flag.isCancelled }) {
      _, _ throws(WorkerFailure) in
      ScriptedWorker(answer: "") { iterations in
        epochs += 1
        if epochs == 600 { flag.cancel() }
        let time = UInt64(iterations) * 1_000_000
        return Epoch(iterations: iterations, wall: time, threadCPU: time, processCPU: time)
      }
    }
    #expect(result.end == .cancelled)
    // The budget allows 62 pairs of 4 ms. Two launches of 2 × 2 calibrating and 248 measured
    // epochs, then 4 and 92 of the third.
    #expect(result.launches.map(\.pairs.count) == [62, 62, 23])
    #expect(result.launches.map(\.isComplete) == [true, true, false])
    #expect(result.verdict == .cannotTell(morePairs: 620))
    let early = PairedSession(plan: SessionPlan()).run(isCancelled: { true }) {
      _, _ throws(WorkerFailure) in worker(nanosecondsPerCall: 1)
    }
    #expect(early.end == .cancelled && early.launches.isEmpty)
  }

  @Test(
    "When the time ends between two looks, what is beyond the margin is told",
    arguments: [
      (launches: 11, verdict: nil), (launches: 19, verdict: Verdict.slower),
      (launches: 39, verdict: Verdict.slower),
    ] as [(launches: Int, verdict: Verdict?)])
  func ended(launches: Int, verdict: Verdict?) {
    // Half of the launches are 2 % slower and half 5 %, but for a few that are faster.
    let rule = SequentialRule()
    let wild = min(2, launches / 10)
    let ratios = (0..<launches).map { $0 < wild ? -0.05 : $0.isMultiple(of: 2) ? 0.02 : 0.05 }
    #expect(rule.verdict(endedAfter: ratios) == verdict)
    #expect(rule.verdict(endedAfter: ratios.map { -$0 }) == verdict.map { _ in .faster })
    // Beyond the last look nothing is left to spend.
    #expect(rule.verdict(endedAfter: Array(repeating: 0.05, count: 80)) == nil)
  }

  @Test("A worker that does not start because of the wish to stop is no failure")
  func cancelledStart() {
    let flag = CancellationFlag()
    var starts = 0
    let result = PairedSession(plan: SessionPlan()).run(isCancelled: { flag.isCancelled }) {
      _, _ throws(WorkerFailure) in
      starts += 1
      if starts == 3 {
        flag.cancel()
        throw .reported("interrupted.")
      }
      return worker(nanosecondsPerCall: 1000)
    }
    #expect(result.end == .cancelled)
    #expect(result.launches.map(\.isComplete) == [true])
  }

  @Test("A clock that stands still is said, not divided by")
  func stuckClock() {
    let result = PairedSession(plan: SessionPlan()).run { _, _ throws(WorkerFailure) in
      ScriptedWorker(answer: "") { iterations in
        Epoch(iterations: iterations, wall: 2_000_000, threadCPU: 0, processCPU: 0)
      }
    }
    #expect(result.end == .unmeasurable(.threadCPU))
    #expect(result.verdict == .cannotTell(morePairs: nil))
  }

  @Test("Progress is told after each launch that does not end it")
  func progress() {
    var reports: [SessionProgress] = []
    _ = PairedSession(plan: SessionPlan()).run(progress: { reports.append($0) }) {
      _, _ throws(WorkerFailure) in worker(nanosecondsPerCall: 1000)
    }
    #expect(reports.map(\.launches) == Array(1...12))
    #expect(reports.allSatisfy { $0.nextLook == 12 && $0.maximumLaunches == 80 })
    #expect(reports.last?.estimate?.pairs == 12)
  }

  @Test("A worker that cannot be pinned is measured all the same, and recorded so")
  func unpinned() {
    let result = PairedSession(plan: SessionPlan(core: 0)).run { side, _ throws(WorkerFailure) in
      ScriptedWorker(answer: .success(""), canBePinned: side == .base) { iterations in
        let time = UInt64(iterations) * 1000
        return .success(
          Epoch(iterations: iterations, wall: time, threadCPU: time, processCPU: time))
      }
    }
    #expect(result.verdict == .same)
    #expect(result.launches.allSatisfy { !$0.isPinned })
  }
}
