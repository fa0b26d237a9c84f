package import Measuring
internal import Spawning

/// Times the same benchmark in some layouts, in turns.
///
/// A round starts every layout once, in an order of its own, with the same addresses and the same
/// environment. Rounds end when the noise is a small part of the spread, or the time is up.
package struct LayoutTiming {
  /// Starts a benchmark in the layout of a number.
  package typealias Launcher =
    (_ layout: Int, _ setup: LaunchSetup) throws(WorkerFailure) -> any MeasuredWorker

  /// How the rounds ended.
  package enum Outcome {
    /// As planned.
    case complete(LayoutSpread)
    /// On request, with what is known.
    case cancelled(LayoutSpread?)
    /// The benchmark failed.
    case failed(WorkerFailure)
  }

  private let plan: SessionPlan
  private let layouts: Int
  private let seconds: Double
  private let startsEachEpoch: Bool
  /// Rounds at least: halves of three tell noise from spread.
  static let fewestRounds = 6
  /// Rounds at most.
  static let mostRounds = 60

  /// Makes a timing.
  ///
  /// - Parameters:
  ///   - plan: how workers are used: pinning, epochs, clock, seed.
  ///   - layouts: how many layouts, at least 2.
  ///   - seconds: after so many no round begins, unless fewer than six were made.
  ///   - startsEachEpoch: whether every epoch is a process of its own.
  package init(plan: SessionPlan, layouts: Int, seconds: Double, startsEachEpoch: Bool) {
    self.plan = plan
    self.layouts = max(layouts, 2)
    self.seconds = seconds
    self.startsEachEpoch = startsEachEpoch
  }

  /// Times all layouts.
  ///
  /// - Parameters:
  ///   - isCancelled: asked between layouts.
  ///   - progress: called with how far it is, 0 to 1.
  ///   - start: starts a worker.
  /// - Returns: the spread, or why there is none.
  package func run(
    isCancelled: () -> Bool, progress: (Double) -> Void, start: Launcher
  ) -> Outcome {
    var generator = SeededGenerator(seed: plan.seed)
    var rounds: [[Double]] = []
    var iterations: Int?
    let clock = ContinuousClock()
    let begin = clock.now
    while rounds.count < Self.mostRounds {
      let setup = LaunchSetup(
        launch: rounds.count, padding: Int.random(in: 0...plan.maximumPadding, using: &generator),
        hashSeed: UInt32.random(in: 0...(.max), using: &generator),
        pages: AddressPlacement.canBeFixed
          ? Int.random(in: 0..<AddressPlacement.pageCount, using: &generator) : nil)
      var times = [Double](repeating: 0, count: layouts)
      // In an order of their own: the same layout would else always run after the same one,
      // on caches and a clock rate as that left them.
      for (turn, layout) in (0..<layouts).shuffled(using: &generator).enumerated() {
        if isCancelled() { return .cancelled(LayoutSpread(rounds: rounds)) }
        let spent = (clock.now - begin) / .seconds(1)
        let done = (Double(rounds.count) + Double(turn) / Double(layouts))
        progress(min(max(spent / seconds, done / Double(Self.mostRounds)), 1))
        do throws(WorkerFailure) {
          times[layout] = try time(layout, setup, &iterations, start)
        } catch {
          if isCancelled() { return .cancelled(LayoutSpread(rounds: rounds)) }
          return .failed(error)
        }
      }
      rounds.append(times)
      // Only after an even number both halves have as many rounds, as the noise assumes.
      guard rounds.count >= Self.fewestRounds, rounds.count % 2 == 0 else { continue }
      let isOver = (clock.now - begin) / .seconds(1) >= seconds
      if isOver || LayoutSpread(rounds: rounds).map({ $0.noise <= $0.value / 8 }) == true { break }
    }
    return LayoutSpread(rounds: rounds).map(Outcome.complete)
      ?? .failed(.prevented("its time is too short for the clock"))
  }

  /// The seconds of a layout in a process of its own.
  private func time(
    _ layout: Int, _ setup: LaunchSetup, _ iterations: inout Int?, _ start: Launcher
  ) throws(WorkerFailure) -> Double {
    let placement = setup.pages.map { AddressPlacement.fixed(pages: $0) } ?? .random
    var result: Result<Double, WorkerFailure> = .failure(.prevented("nothing was measured"))
    AddressPlacement.$ofChildren.withValue(placement) {
      do throws(WorkerFailure) {
        let worker = try start(layout, setup)
        defer { worker.quit() }
        if let core = plan.pinnedCore { _ = try worker.pin(toCore: core) }
        result = .success(try time(worker, &iterations))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  private func time(
    _ worker: any MeasuredWorker, _ iterations: inout Int?
  ) throws(WorkerFailure) -> Double {
    _ = try worker.prepare()
    func seconds(_ count: Int, warmUp: Int) throws(WorkerFailure) -> Double {
      try worker.run(iterations: count, warmUp: warmUp).secondsPerIteration(plan.clock)
    }
    if startsEachEpoch {
      // The lesser of two runs: what disturbs a run makes it longer.
      let first = try seconds(1, warmUp: 0)
      return min(first, try seconds(1, warmUp: 0))
    }
    let count: Int
    if let known = iterations ?? plan.fixedIterations {
      count = known
    } else {
      count = try EpochCalibration.find(targetNanoseconds: plan.epochNanoseconds) {
        (count) throws(WorkerFailure) in
        try worker.run(iterations: count, warmUp: 0).wall
      }
    }
    iterations = count
    let clock = ContinuousClock()
    let begin = clock.now
    var epochs: [Double] = []
    while epochs.count < 3
      || (epochs.count < Self.epochs && (clock.now - begin) / .seconds(1) < plan.launchBudget / 4)
    {
      // Other memory each time, where preparing takes other memory.
      if epochs.count % 5 == 0, !epochs.isEmpty { _ = try worker.prepare() }
      epochs.append(try seconds(count, warmUp: count / 5))
    }
    return Statistics.median(epochs) ?? 0
  }

  /// Epochs of a worker in a round.
  private static let epochs = 40
}
