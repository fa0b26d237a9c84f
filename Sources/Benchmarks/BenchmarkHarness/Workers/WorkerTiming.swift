public import Measuring

/// Times one benchmark in fresh launches, in turns with the reference loop.
///
/// This answers how long something takes, and fills a history. Which of two is slower is decided by
/// a paired session.
public struct WorkerTiming {
  /// Starts a worker.
  public typealias Launcher = (LaunchSetup) throws(WorkerFailure) -> any MeasuredWorker

  /// How workers are used: pinning, epochs, clock, seed.
  public let plan: SessionPlan
  /// How many times the benchmark is started.
  public let launches: Int
  /// Seconds for all launches together; each makes at least three rounds, however long they take.
  public let seconds: Double
  /// Whether every epoch is a process of its own: then one launch makes all rounds.
  public let startsEachEpoch: Bool

  /// Makes a timing.
  ///
  /// - Parameters:
  ///   - plan: how workers are used.
  ///   - launches: how many times the benchmark is started, at least 1.
  ///   - seconds: for all launches together.
  ///   - startsEachEpoch: whether every epoch is a process of its own.
  public init(plan: SessionPlan, launches: Int, seconds: Double, startsEachEpoch: Bool) {
    self.plan = plan
    self.launches = max(launches, 1)
    self.seconds = seconds
    self.startsEachEpoch = startsEachEpoch
  }

  private var fewestRounds: Int { startsEachEpoch ? launches : 3 }
  private var starts: Int { startsEachEpoch ? 1 : launches }

  /// Times the benchmark.
  ///
  /// - Parameters:
  ///   - isCancelled: asked between epochs; after an answer of true, what is measured is returned.
  ///   - onStart: told the answer of the benchmark, before the first round.
  ///   - onRound: told the number of each complete round, from 0, with the epoch of the reference
  ///     loop and that of the benchmark.
  ///   - progress: told how far it is, 0 to 1.
  ///   - start: starts a worker.
  /// - Returns: what was measured, also when the benchmark failed on the way.
  public func run(
    isCancelled: () -> Bool, onStart: (_ answer: String) -> Void,
    onRound: (_ number: Int, _ epochs: [Epoch]) -> Void, progress: (Double) -> Void,
    start: Launcher
  ) -> BenchmarkTiming {
    var timing = BenchmarkTiming(clock: plan.clock, startsEachEpoch: startsEachEpoch)
    var generator = SeededGenerator(seed: plan.seed)
    var rounds = 0
    for launch in 0..<starts {
      if isCancelled() { return timing.ending(.cancelled) }
      let padding = Int.random(in: 0...plan.maximumPadding, using: &generator)
      do throws(WorkerFailure) {
        let worker = try start(LaunchSetup(launch: launch, padding: padding))
        defer {
          if let peak = worker.peakMemory { timing.peakBytes.append(peak) }
          worker.quit()
        }
        if let core = plan.pinnedCore { _ = try worker.pin(toCore: core) }
        let answer = try worker.prepare()
        if let known = timing.answer {
          if known != answer { timing.answersVary = true }
        } else {
          timing.answer = answer
          onStart(answer)
        }
        let iterations = try calibrate(worker)
        timing.launches.append([])
        let time = SystemTimeSource()
        let begin = time.nanoseconds(.wall)
        var here = 0
        while !isCancelled() {
          let epochs = try round(worker, iterations, referenceFirst: rounds % 2 == 0, time)
          timing.launches[launch].append(epochs[1])
          onRound(rounds, epochs)
          rounds += 1
          here += 1
          let spent = Double(time.nanoseconds(.wall) - begin) * 1e-9 * Double(starts)
          let share = min(spent / max(seconds, 1e-9), Double(here) / Double(fewestRounds), 1)
          progress((Double(launch) + share) / Double(starts))
          if here >= fewestRounds, spent * Double(here + 1) / Double(here) > seconds { break }
        }
      } catch {
        return timing.ending(.failed(error))
      }
    }
    return timing.ending(isCancelled() ? .cancelled : .complete)
  }

  private func calibrate(_ worker: any MeasuredWorker) throws(WorkerFailure) -> Int {
    if let fixed = plan.fixedIterations { return fixed }
    if startsEachEpoch { return 1 }
    return try EpochCalibration.find(targetNanoseconds: plan.epochNanoseconds) {
      (count) throws(WorkerFailure) in
      try worker.run(iterations: count, warmUp: 0).wall
    }
  }

  /// The reference loop's epoch, and that of the benchmark.
  private func round(
    _ worker: any MeasuredWorker, _ iterations: Int, referenceFirst: Bool, _ time: SystemTimeSource
  ) throws(WorkerFailure) -> [Epoch] {
    func reference() -> Epoch {
      Epoch.measure(
        iterations: startsEachEpoch ? 20_000 : 1000, warmUp: 100, time: time,
        work: ReferenceLoop.run(iterations:))
    }
    let before = referenceFirst ? reference() : nil
    let own = try worker.run(
      iterations: iterations, warmUp: startsEachEpoch ? 0 : iterations / 5)
    return [before ?? reference(), own]
  }
}
