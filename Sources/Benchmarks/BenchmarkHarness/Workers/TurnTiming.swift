package import Measuring

/// Times benchmarks in fresh launches: in each round each has one epoch, in random order.
///
/// This answers how long something takes and how many times as long as its reference, and fills a
/// history. Which of two versions is slower is decided by a paired session.
package struct TurnTiming {
  /// A benchmark that takes part.
  package struct Contender: Sendable {
    /// How its worker is used: pinning, epochs, clock.
    package let plan: SessionPlan
    /// Whether every epoch is a process of its own.
    package let startsEachEpoch: Bool

    package init(plan: SessionPlan, startsEachEpoch: Bool) {
      self.plan = plan
      self.startsEachEpoch = startsEachEpoch
    }
  }

  /// What is called while benchmarks are timed.
  package struct Observer {
    /// Called before the first round with each benchmark's answer, `nil` for one that failed; returns
    /// why a benchmark does not take part, `nil` for one that does.
    package var judge: (_ answers: [String?]) -> [String?]
    /// Called before the first round with the benchmarks that take part.
    package var begin: (_ contenders: [Int]) -> Void
    /// Called with the number of each complete round, from 0, the epoch of the reference loop, if it
    /// takes part, and those of the benchmarks that do.
    package var round: (_ number: Int, _ epochs: [Epoch]) -> Void
    /// Called with the fraction done, 0 to 1.
    package var progress: (Double) -> Void
    /// Called with the metrics of a benchmark after its last epoch.
    package var metrics: (_ contender: Int, _ metrics: [BenchmarkMetric]) -> Void

    /// Makes an observer of what matters to it.
    package init(
      judge: @escaping (_ answers: [String?]) -> [String?] = { $0.map { _ in nil } },
      begin: @escaping (_ contenders: [Int]) -> Void = { _ in },
      round: @escaping (_ number: Int, _ epochs: [Epoch]) -> Void = { _, _ in },
      progress: @escaping (Double) -> Void = { _ in },
      metrics: @escaping (_ contender: Int, _ metrics: [BenchmarkMetric]) -> Void = { _, _ in }
    ) {
      self.judge = judge
      self.begin = begin
      self.round = round
      self.progress = progress
      self.metrics = metrics
    }
  }

  /// Starts the worker of a benchmark.
  package typealias Launcher =
    (_ contender: Int, _ setup: LaunchSetup) throws(WorkerFailure) -> any MeasuredWorker

  /// The benchmarks.
  package let contenders: [Contender]
  /// How many times they are started.
  package let launches: Int
  /// Seconds for each benchmark, in all launches together; a launch makes at least three rounds,
  /// however long they take, and one alone makes seven, which an interval takes.
  package let seconds: Double
  /// Whether the reference loop takes part, to which the history takes the ratios of benchmarks that
  /// name no reference.
  package let hasReferenceLoop: Bool
  /// The seed of orders and paddings.
  package let seed: UInt64

  /// Makes a timing.
  ///
  /// - Parameters:
  ///   - contenders: the benchmarks.
  ///   - launches: how many times they are started, at least 1.
  ///   - seconds: for each of them, in all launches together.
  ///   - hasReferenceLoop: whether the reference loop takes part.
  ///   - seed: the seed of orders and paddings.
  package init(
    _ contenders: [Contender], launches: Int, seconds: Double, hasReferenceLoop: Bool = true,
    seed: UInt64 = 1
  ) {
    self.contenders = contenders
    self.launches = max(launches, 1)
    self.seconds = seconds
    self.hasReferenceLoop = hasReferenceLoop
    self.seed = seed
  }

  private var startsEachEpoch: Bool { contenders.allSatisfy(\.startsEachEpoch) }
  private var fewestRounds: Int { startsEachEpoch ? max(launches, 3) : launches == 1 ? 7 : 3 }
  private var starts: Int { startsEachEpoch ? 1 : launches }

  /// Times the benchmarks.
  ///
  /// - Parameters:
  ///   - isCancelled: asked between epochs; after an answer of true, what is measured is returned.
  ///   - observer: what is called meanwhile.
  ///   - start: starts workers.
  /// - Returns: what was measured of each, also when one failed on the way.
  package func run(
    isCancelled: () -> Bool, observer: Observer = Observer(), start: Launcher
  ) -> [BenchmarkTiming] {
    var course = Course(self, observer)
    for launch in 0..<starts {
      guard !isCancelled(), course.launch(launch, of: starts, isCancelled, start) else { break }
    }
    return course.ended(isCancelled: isCancelled())
  }

  /// What happens from launch to launch.
  private struct Course {
    let timing: TurnTiming
    let observer: Observer
    var generator: SeededGenerator
    var results: [BenchmarkTiming]
    /// Who takes part, once the answers are known.
    var active: [Int]?
    var failures: [Int: WorkerFailure] = [:]
    var rounds = 0
    let time = SystemTimeSource()

    init(_ timing: TurnTiming, _ observer: Observer) {
      self.timing = timing
      self.observer = observer
      generator = SeededGenerator(seed: timing.seed)
      results = timing.contenders.map {
        BenchmarkTiming(
          clock: $0.plan.clock, startsEachEpoch: $0.startsEachEpoch,
          hasOneLaunch: timing.launches == 1 && !$0.startsEachEpoch)
      }
    }

    /// Makes a launch; false when the next one would be of no use.
    mutating func launch(
      _ number: Int, of launches: Int, _ isCancelled: () -> Bool, _ start: Launcher
    ) -> Bool {
      let setup = LaunchSetup(
        launch: number,
        padding: Int.random(
          in: 0...(timing.contenders.map(\.plan.maximumPadding).max() ?? 0), using: &generator))
      var workers: [Int: any MeasuredWorker] = [:]
      // All that were started: one that failed may share its process with others.
      var started: [any MeasuredWorker] = []
      defer {
        for index in workers.keys.sorted() {
          if let peak = workers[index]?.peakMemory { results[index].peakBytes.append(peak) }
        }
        for worker in started { worker.quit() }
      }
      prepare(&workers, &started, setup, start)
      guard let active, !active.isEmpty, active.allSatisfy({ workers[$0] != nil }) else {
        return false
      }
      var iterations: [Int: Int] = [:]
      for index in active {
        guard let worker = workers[index] else { return false }
        do throws(WorkerFailure) {
          iterations[index] = try calibrate(worker, timing.contenders[index])
        } catch {
          failures[index] = error
          return false
        }
        results[index].launches.append([])
      }
      let begin = time.nanoseconds(.wall)
      let budget = timing.seconds * Double(active.count)
      var here = 0
      while !isCancelled() {
        guard round(workers, iterations) else { return false }
        here += 1
        let spent = Double(time.nanoseconds(.wall) - begin) * 1e-9 * Double(launches)
        let share = min(
          spent / max(budget, 1e-9), Double(here) / Double(timing.fewestRounds), 1)
        observer.progress((Double(number) + share) / Double(launches))
        if here >= timing.fewestRounds, spent * Double(here + 1) / Double(here) > budget { break }
      }
      guard number == launches - 1 || isCancelled() else { return true }
      for index in active {
        if let worker = workers[index], let metrics = try? worker.metrics() {
          observer.metrics(index, metrics)
        }
      }
      return true
    }

    /// Starts the workers, and prepares each; the first time it decides who takes part.
    private mutating func prepare(
      _ workers: inout [Int: any MeasuredWorker], _ started: inout [any MeasuredWorker],
      _ setup: LaunchSetup, _ start: Launcher
    ) {
      let members = active ?? Array(timing.contenders.indices)
      var answers = [String?](repeating: nil, count: timing.contenders.count)
      for index in members {
        do throws(WorkerFailure) {
          let worker = try start(index, setup)
          started.append(worker)
          let core = timing.contenders[index].plan.pinnedCore
          // Benchmarks of one process share its cores: one that needs several frees all.
          if let core, timing.contenders.allSatisfy({ $0.plan.pinnedCore != nil }) {
            _ = try worker.pin(toCore: core)
          }
          let answer = try worker.prepare()
          answers[index] = answer
          if let known = results[index].answer {
            if known != answer { results[index].answersVary = true }
          } else {
            results[index].answer = answer
          }
          workers[index] = worker
        } catch {
          failures[index] = error
          // Only what a worker reports itself, or what comes before it, leaves its process alive, for the others.
          switch error {
          case .reported, .prevented: break
          default: return
          }
        }
      }
      guard active == nil else { return }
      let objections = observer.judge(answers)
      let taking = members.filter { answers[$0] != nil && objections[$0] == nil }
      active = taking
      observer.begin(taking)
    }

    private func calibrate(
      _ worker: any MeasuredWorker, _ contender: Contender
    ) throws(WorkerFailure) -> Int {
      if let fixed = contender.plan.fixedIterations { return fixed }
      if contender.startsEachEpoch { return 1 }
      return try EpochCalibration.find(targetNanoseconds: contender.plan.epochNanoseconds) {
        (count) throws(WorkerFailure) in
        try worker.run(iterations: count, warmUp: 0).wall
      }
    }

    /// One epoch of each, in random order; false when one failed.
    private mutating func round(
      _ workers: [Int: any MeasuredWorker], _ iterations: [Int: Int]
    ) -> Bool {
      let active = active ?? []
      var order: [Int?] = active.map { $0 }
      if timing.hasReferenceLoop { order.append(nil) }
      order.shuffle(using: &generator)
      var epochs: [Int: Epoch] = [:]
      var reference: Epoch?
      for place in order {
        guard let index = place else {
          reference = Epoch.measure(
            iterations: timing.startsEachEpoch ? 20_000 : 1000, warmUp: 100, time: time,
            work: ReferenceLoop.run(iterations:))
          continue
        }
        guard let worker = workers[index], let count = iterations[index] else { return false }
        do throws(WorkerFailure) {
          epochs[index] = try worker.run(
            iterations: count,
            warmUp: timing.contenders[index].startsEachEpoch ? 0 : count / 5)
        } catch {
          failures[index] = error
          return false
        }
      }
      for index in active {
        if let epoch = epochs[index] {
          results[index].launches[results[index].launches.count - 1].append(epoch)
        }
      }
      observer.round(
        rounds, (reference.map { [$0] } ?? []) + active.compactMap { epochs[$0] })
      rounds += 1
      return true
    }

    /// The results, each with how it ended.
    func ended(isCancelled: Bool) -> [BenchmarkTiming] {
      results.enumerated().map { index, result in
        if let failure = failures[index] { return result.ending(.failed(failure)) }
        // What stopped when another failed has what was measured by then.
        return result.ending(isCancelled || result.epochs == 0 ? .cancelled : .complete)
      }
    }
  }
}
