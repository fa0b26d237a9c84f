internal import Spawning

/// One launch of a paired session: start both workers, check that they agree, let them take turns.
struct LaunchRun {
  /// How the launch ended.
  struct Outcome {
    /// What was measured; nil when nothing was.
    var record: LaunchRecord?
    /// The answer the sides agreed on.
    var answer: String?
    /// Why the session cannot continue; nil when it can.
    var end: SessionResult.End?
    /// The generator after the draws of this launch.
    var generator: SeededGenerator
  }

  /// Why a launch stops before its end; caught in this file.
  private struct Stop: Error {
    let end: SessionResult.End
  }

  let plan: SessionPlan
  let index: Int
  let generator: SeededGenerator

  func run(isCancelled: () -> Bool, launch: PairedSession.Launcher) -> Outcome {
    var generator = generator
    // The same on both sides: what the place of the stack and of all other memory does to equal
    // code, and the order of hashes, it then does to both.
    let setup = LaunchSetup(
      launch: index, padding: Int.random(in: 0...plan.maximumPadding, using: &generator),
      hashSeed: UInt32.random(in: 0...(.max), using: &generator),
      pages: AddressPlacement.canBeFixed
        ? Int.random(in: 0..<AddressPlacement.pageCount, using: &generator) : nil)
    let placement = setup.pages.map { AddressPlacement.fixed(pages: $0) } ?? .random
    return AddressPlacement.$ofChildren.withValue(placement) {
      run(setup, generator, isCancelled, launch)
    }
  }

  private func run(
    _ setup: LaunchSetup, _ generator: SeededGenerator, _ isCancelled: () -> Bool,
    _ launch: PairedSession.Launcher
  ) -> Outcome {
    var outcome = Outcome(generator: generator)
    var workers: [Side: any MeasuredWorker] = [:]
    var pairs: [PairRecord] = []
    var iterations = 0
    var isPinned = false
    defer { for side in Side.allCases { workers[side]?.quit() } }
    do throws(Stop) {
      // Which side is started first decides which finds its program's file in the page cache.
      for side in Side.allCases.shuffled(using: &outcome.generator) {
        if isCancelled() { throw Stop(end: .cancelled) }
        workers[side] = try blaming(side) { () throws(WorkerFailure) in try launch(side, setup) }
      }
      guard let base = workers[.base], let candidate = workers[.candidate] else { return outcome }
      isPinned = try pin(base, .base)
      isPinned = try pin(candidate, .candidate) && isPinned
      var turns = Turns(generator: outcome.generator)
      defer { outcome.generator = turns.generator }
      outcome.answer = try agree(base, candidate, first: turns.next(.preparation))
      let (count, nanoseconds) = try calibrate(
        base, candidate, first: turns.next(.calibration), isCancelled)
      iterations = count
      var goal = nanoseconds.map(plan.pairCount)
      while pairs.count < goal ?? 1 {
        if let each = plan.pairs.perPreparation, pairs.count % each == 0, !pairs.isEmpty {
          _ = try agree(base, candidate, first: turns.next(.preparation))
        }
        pairs.append(try pair(turns.next(.pair), base, candidate, iterations, isCancelled))
        if goal == nil {
          // As in a calibration: the fastest epoch of the slower side.
          let fastest = pairs.flatMap { [$0.base, $0.candidate] }
            .compactMap { $0.map(\.wall).min() }
          goal = plan.pairCount(epochNanoseconds: Double(fastest.max() ?? 0))
        }
      }
    } catch {
      // A build for a launch that was ended is no failure of a side.
      if case .failed = error.end, isCancelled() {
        outcome.end = .cancelled
      } else {
        outcome.end = error.end
      }
    }
    if !pairs.isEmpty {
      outcome.record = LaunchRecord(
        iterations: iterations, pairs: pairs, isComplete: outcome.end == nil, isPinned: isPinned,
        basePeak: workers[.base]?.peakMemory, candidatePeak: workers[.candidate]?.peakMemory)
      outcome.record?.estimate = plan.estimate
    }
    return outcome
  }

  private func pin(_ worker: any MeasuredWorker, _ side: Side) throws(Stop) -> Bool {
    guard let core = plan.core(ofLaunch: index) else { return false }
    return try blaming(side) { () throws(WorkerFailure) in try worker.pin(toCore: core) }
  }

  private func agree(
    _ base: any MeasuredWorker, _ candidate: any MeasuredWorker, first: Side
  ) throws(Stop) -> String {
    var answers: [Side: String] = [:]
    for side in [first, first.other] {
      answers[side] = try blaming(side) { () throws(WorkerFailure) in
        try (side == .base ? base : candidate).prepare()
      }
    }
    let (left, right) = (answers[.base] ?? "", answers[.candidate] ?? "")
    if plan.answersMustAgree, left != right {
      throw Stop(end: .answersDiffer(base: left, candidate: right))
    }
    return left
  }

  /// The iterations that fill an epoch on the slower side, and how long an epoch then is there: not
  /// known yet for a fixed number of iterations.
  private func calibrate(
    _ base: any MeasuredWorker, _ candidate: any MeasuredWorker, first: Side,
    _ isCancelled: () -> Bool
  ) throws(Stop) -> (iterations: Int, nanoseconds: Double?) {
    if let fixed = plan.fixedIterations { return (fixed, nil) }
    var iterations = Int.max
    var slowest = 0.0
    for side in [first, first.other] {
      let worker = side == .base ? base : candidate
      var fastest = Double.infinity
      let count = try EpochCalibration.find(targetNanoseconds: plan.epochNanoseconds) {
        (count) throws(Stop) in
        let epoch = try epoch(side, worker, count, isCancelled)
        fastest = min(fastest, Double(epoch.wall) / Double(count))
        return epoch.wall
      }
      slowest = max(slowest, fastest)
      // The slower side fills an epoch with fewer iterations, and both sides do the same
      // number.
      iterations = min(iterations, count)
    }
    let step = plan.iterationMultiple
    // Rounded up to a multiple: 1 … step become step.
    iterations = (iterations - 1) / step * step + step
    return (iterations, slowest * Double(iterations))
  }

  private func pair(
    _ outer: Side, _ base: any MeasuredWorker, _ candidate: any MeasuredWorker,
    _ iterations: Int, _ isCancelled: () -> Bool
  ) throws(Stop) -> PairRecord {
    var epochs: [Side: [Epoch]] = [:]
    // ABBA: the mean place of both sides is 2.5, whatever grows evenly with time.
    for side in [outer, outer.other, outer.other, outer] {
      let worker = side == .base ? base : candidate
      epochs[side, default: []].append(try epoch(side, worker, iterations, isCancelled))
    }
    return PairRecord(
      outer: outer, base: epochs[.base] ?? [], candidate: epochs[.candidate] ?? [])
  }

  private func epoch(
    _ side: Side, _ worker: any MeasuredWorker, _ iterations: Int, _ isCancelled: () -> Bool
  ) throws(Stop) -> Epoch {
    if isCancelled() { throw Stop(end: .cancelled) }
    // The other side ran before and filled caches and branch predictors. A fifth of an
    // epoch brings them back; work of a few calls an epoch is too long for this to show.
    return try blaming(side) { () throws(WorkerFailure) in
      try worker.run(iterations: iterations, warmUp: iterations / 5)
    }
  }

  private func blaming<Value>(
    _ side: Side, _ body: () throws(WorkerFailure) -> Value
  ) throws(Stop) -> Value {
    do { return try body() } catch { throw Stop(end: .failed(side, error)) }
  }
}
