internal import BenchmarkHarness
internal import Measuring
internal import Testing

@Suite("Benchmarks that take turns")
struct TurnTimingTests {
  private static func epoch(_ iterations: Int, _ nanoseconds: UInt64) -> Epoch {
    let total = nanoseconds * UInt64(iterations)
    return Epoch(iterations: iterations, wall: total, threadCPU: total, processCPU: total)
  }

  private static func worker(_ nanoseconds: UInt64, answer: String = "") -> ScriptedWorker {
    ScriptedWorker(answer: answer) { epoch($0, nanoseconds) }
  }

  private func timing(
    _ count: Int = 1, launches: Int = 3, plan: SessionPlan = SessionPlan(fixedIterations: 1),
    startsEachEpoch: Bool = false, hasReferenceLoop: Bool = false, seed: UInt64 = 1
  ) -> TurnTiming {
    TurnTiming(
      Array(
        repeating: TurnTiming.Contender(plan: plan, startsEachEpoch: startsEachEpoch), count: count),
      launches: launches, seconds: 0, hasReferenceLoop: hasReferenceLoop, seed: seed)
  }

  private func run(
    _ timing: TurnTiming, isCancelled: () -> Bool = { false },
    observer: TurnTiming.Observer = TurnTiming.Observer(), start: TurnTiming.Launcher
  ) -> [BenchmarkTiming] {
    timing.run(isCancelled: isCancelled, observer: observer, start: start)
  }

  /// What was run, in order.
  private final class Log {
    var contenders: [Int] = []
    var rounds: [Int] = []
    var epochs: [Int] = []

    /// The contenders of each round.
    func turns(of count: Int) -> [[Int]] {
      stride(from: 0, to: contenders.count, by: count).map {
        Array(contenders[$0..<min($0 + count, contenders.count)])
      }
    }
  }

  /// The orders of all rounds with a seed.
  private func orders(seed: UInt64) -> [[Int]] {
    let log = Log()
    _ = run(
      timing(3, launches: 4, seed: seed),
      start: { index, _ in
        ScriptedWorker(answer: "") {
          log.contenders.append(index)
          return Self.epoch($0, 1000)
        }
      })
    return log.turns(of: 3)
  }

  @Test("each has one epoch in every round, in an order that is drawn and follows from the seed")
  func order() {
    let orders = orders(seed: 1)
    #expect(orders.count == 12, "three rounds a launch when there is no time for more")
    #expect(orders.allSatisfy { $0.sorted() == [0, 1, 2] })
    #expect(Set(orders).count > 2)
    #expect(self.orders(seed: 1) == orders)
    #expect(self.orders(seed: 2) != orders)
  }

  @Test("the reference loop takes turns with them where it is asked for, and is measured")
  func referenceLoop() {
    let log = Log()
    let observer = TurnTiming.Observer(round: { number, epochs in
      log.rounds.append(number)
      log.epochs.append(epochs.count)
      #expect(epochs[0].wall > 0, "the reference loop takes time")
    })
    for hasReferenceLoop in [true, false] {
      _ = run(
        timing(2, launches: 2, hasReferenceLoop: hasReferenceLoop), observer: observer,
        start: { _, _ in Self.worker(1000) })
    }
    #expect(log.rounds == Array(0..<6) + Array(0..<6))
    #expect(log.epochs == Array(repeating: 3, count: 6) + Array(repeating: 2, count: 6))
  }

  @Test("each launch is a process, its value the median of its epochs")
  func launches() throws {
    let results = run(
      timing(plan: SessionPlan()),
      start: { _, setup in Self.worker(1000 * UInt64(setup.launch + 1), answer: "42") })
    let result = try #require(results.first)
    #expect(result.end == .complete)
    #expect(result.answer == "42" && !result.answersVary)
    #expect(result.processes == 3 && result.epochs == 9)
    let expected = [1e-6, 2e-6, 3e-6]
    for (sample, value) in zip(result.samples(.threadCPU), expected) {
      #expect(abs(sample - value) < 1e-12)
    }
    #expect(result.interval == nil, "an interval with 95 % needs six processes")
  }

  @Test("of a single launch each epoch is a sample, and there are enough for an interval")
  func oneLaunch() throws {
    var calls: UInt64 = 0
    let results = run(
      timing(launches: 1),
      start: { _, _ in
        ScriptedWorker(answer: "") {
          calls += 1
          return Self.epoch($0, 1000 * calls)
        }
      })
    let result = try #require(results.first)
    #expect(result.hasOneLaunch && result.processes == 1)
    #expect(result.samples(.threadCPU).map { ($0 * 1e6).rounded() } == [1, 2, 3, 4, 5, 6, 7])
    #expect(result.median(.threadCPU).map { ($0 * 1e6).rounded() } == 4)
    #expect(result.interval?.contains(4e-6) == true)
  }

  @Test("where every epoch is a process, one worker makes as many as there are launches")
  func processes() throws {
    var workers = 0
    let results = run(
      timing(launches: 6, startsEachEpoch: true),
      start: { _, _ in
        workers += 1
        return Self.worker(5000)
      })
    #expect(workers == 1)
    let result = try #require(results.first)
    #expect(result.processes == 6)
    let interval = try #require(result.interval)
    #expect(abs(interval.lowerBound - 5e-6) < 1e-12)
  }

  @Test("ratios are taken within rounds: what slows a whole round down cancels")
  func ratios() throws {
    // The ratio of the medians would be 0.3.
    let nanoseconds: [[UInt64]] = [[3, 3, 3, 1, 1, 30, 30], [1, 1, 1, 10, 10, 10, 10]]
    var calls = [0, 0]
    let results = run(
      timing(2, launches: 1),
      start: { index, _ in
        ScriptedWorker(answer: "") {
          defer { calls[index] += 1 }
          return Self.epoch($0, 1000 * nanoseconds[index][calls[index]])
        }
      })
    #expect(results[0].ratio(to: results[1]).map { abs($0 - 3) < 1e-9 } == true)
    #expect(results[1].ratio(to: results[0]).map { abs($0 - 1 / 3.0) < 1e-9 } == true)
  }

  @Test("the ratio of benchmarks on different clocks is one of wall times")
  func ratioOfClocks() throws {
    let timing = TurnTiming(
      [SessionPlan.Threading.single, .concurrent].map {
        TurnTiming.Contender(
          plan: SessionPlan(threading: $0, fixedIterations: 1), startsEachEpoch: false)
      }, launches: 2, seconds: 0, hasReferenceLoop: false)
    let results = run(
      timing,
      start: { index, _ in
        ScriptedWorker(answer: "") {
          let wall: UInt64 = index == 0 ? 4000 : 2000
          return Epoch(iterations: $0, wall: wall, threadCPU: 1000, processCPU: 1000)
        }
      })
    #expect(results.map(\.clock) == [.threadCPU, .wall])
    #expect(results[0].ratio(to: results[1]) == 2)
    let nothing = BenchmarkTiming(clock: .wall, startsEachEpoch: false)
    #expect(results[0].ratio(to: nothing) == nil)
  }

  @Test("one that reports a failure leaves the others, whether it starts or prepares")
  func reported() {
    for failsToStart in [true, false] {
      var judged: [[String?]] = []
      var begun: [[Int]] = []
      let results = run(
        timing(3),
        observer: TurnTiming.Observer(
          judge: { answers in
            judged.append(answers)
            return answers.map { _ in nil }
          }, begin: { begun.append($0) }),
        start: { index, _ throws(WorkerFailure) in
          guard index == 1 else { return Self.worker(1000, answer: "\(index)") }
          if failsToStart { throw .reported("no file") }
          return ScriptedWorker(answer: .failure(.reported("no file"))) { _ in
            .failure(.reported("not prepared"))
          }
        })
      #expect(results.map(\.end) == [.complete, .failed(.reported("no file")), .complete])
      #expect(results.map(\.epochs) == [9, 0, 9])
      // Who takes part is decided once.
      #expect(judged == [["0", nil, "2"]])
      #expect(begun == [[0, 2]])
    }
  }

  @Test("one whose process is gone ends all: others may have been in it")
  func processGone() {
    let gone = WorkerFailure.exited(code: 9, during: "preparation")
    var workers: [ScriptedWorker] = []
    let results = run(
      timing(3),
      start: { index, _ throws(WorkerFailure) in
        let worker = ScriptedWorker(answer: index == 1 ? .failure(gone) : .success("")) {
          .success(Self.epoch($0, 1000))
        }
        workers.append(worker)
        return worker
      })
    #expect(results.map(\.end) == [.cancelled, .failed(gone), .cancelled])
    #expect(results.allSatisfy { $0.epochs == 0 })
    #expect(workers.map { $0.requests.last } == [.quit, .quit])
  }

  @Test("what was measured before a failure or Ctrl-C is kept")
  func ends() {
    let crash = WorkerFailure.crashed(signal: 11, during: "an epoch")
    var calls = 0
    let failed = run(
      timing(2),
      start: { index, _ in
        ScriptedWorker(answer: .success("")) {
          if index == 1 { calls += 1 }
          return calls == 5 ? .failure(crash) : .success(Self.epoch($0, 1000))
        }
      })
    #expect(failed[1].end == .failed(crash))
    // Only whole rounds are kept.
    #expect(failed.map(\.epochs) == [4, 4])
    var asked = 0
    let cancelled = run(
      timing(),
      isCancelled: {
        asked += 1
        return asked > 4
      }, start: { _, _ in Self.worker(1000) })
    #expect(cancelled.map(\.end) == [.cancelled])
    #expect(cancelled.map(\.epochs) == [3])
  }

  @Test("one that is objected to is not timed, and keeps its answer")
  func objections() {
    let log = Log()
    let results = run(
      timing(2),
      observer: TurnTiming.Observer(judge: { $0.map { $0 == "wrong" ? "it lies" : nil } }),
      start: { index, _ in
        ScriptedWorker(answer: index == 0 ? "right" : "wrong") {
          log.contenders.append(index)
          return Self.epoch($0, 1000)
        }
      })
    #expect(Set(log.contenders) == [0])
    #expect(results.map(\.epochs) == [9, 0])
    #expect(results[1].answer == "wrong")
  }

  @Test("answers that change from launch to launch are told")
  func answers() {
    let results = run(
      timing(), start: { _, setup in Self.worker(1000, answer: "\(setup.launch)") })
    #expect(results[0].answersVary)
    #expect(results[0].answer == "0")
  }

  @Test("metrics are asked for after the last epoch of the last launch")
  func metrics() {
    var told: [Int: [BenchmarkMetric]] = [:]
    _ = run(
      timing(2),
      observer: TurnTiming.Observer(metrics: { told[$0] = $1 }),
      start: { index, setup in
        let worker = Self.worker(1000)
        worker.reportedMetrics = [
          BenchmarkMetric(
            name: "hits", value: Double(10 * index + setup.launch), better: .more)
        ]
        return worker
      })
    #expect(told.mapValues { $0.map(\.value) } == [0: [2], 1: [12]])
  }

  /// A worker that says how much memory it occupied.
  private final class HeavyWorker: MeasuredWorker {
    let peakMemory: Int?

    init(_ bytes: Int) { peakMemory = bytes }

    func pin(toCore core: Int) throws(WorkerFailure) -> Bool { true }
    func prepare() throws(WorkerFailure) -> String { "" }
    func run(iterations: Int, warmUp: Int) throws(WorkerFailure) -> Epoch {
      TurnTimingTests.epoch(iterations, 1000)
    }
    func quit() {}
  }

  @Test("the peak of memory is the median of the launches")
  func peaks() {
    let results = run(
      timing(), start: { _, setup in HeavyWorker([5000, 9000, 6000][setup.launch]) })
    #expect(results[0].peakBytes == [5000, 9000, 6000])
    #expect(results[0].medianPeak == 6000)
  }
}
