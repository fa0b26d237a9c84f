internal import Measuring

/// Runs one comparison by each method.
///
/// The sizes are those that the methods' authors give as defaults, or that make a comparison take
/// some seconds: 100 epochs a side in a row, 30 launches a side in random order, 200 pairs at once,
/// 30 whole runs a side.
struct MethodRace {
  /// How many layouts there are to draw from; those of a session follow each other.
  static let layouts: UInt64 = 160

  /// The programs.
  let pair: RacedPair
  /// The seed of all random orders.
  let seed: UInt64
  /// How long an epoch is.
  var epochNanoseconds: UInt64 = 1_000_000
  /// How many pairs a launch of the paired methods makes, and when both sides are prepared again.
  var pairs = LaunchPairs.usual
  /// Asked between epochs of the paired methods, which take longest.
  var isCancelled: () -> Bool = { false }
  /// A clock.
  let seconds: () -> Double

  /// Compares by a method.
  ///
  /// - Throws: How a worker failed, or that the comparison was cancelled.
  func compare(
    by method: RacedMethod, injected: Double, session: Int
  ) throws(WorkerFailure) -> RaceRecord {
    let start = seconds()
    let links = pair.links()
    let result: Judged
    switch method {
    case .sequential: result = try sequential()
    case .interleaved: result = try interleaved()
    case .duet: result = try duet()
    case .wholeRuns: result = try wholeRuns()
    case .paired: result = try paired(isRelinked: false)
    case .layouts: result = try paired(isRelinked: true)
    }
    return RaceRecord(
      method: method, injected: injected, session: session, finding: result.finding,
      effect: result.effect, seconds: seconds() - start, links: pair.links() - links,
      base: result.base, candidate: result.candidate)
  }

  private struct Judged {
    let finding: RaceRecord.Finding
    let effect: Double
    let base: [Double]
    let candidate: [Double]
  }

  private func worker(_ side: Side, _ launch: Int) throws(WorkerFailure) -> any MeasuredWorker {
    let worker = try pair.start(side, LaunchSetup(launch: launch, padding: 0), nil)
    _ = try worker.prepare()
    return worker
  }

  private func iterations(_ worker: any MeasuredWorker) throws(WorkerFailure) -> Int {
    // Starting a process takes longer than an epoch should, so that one run is one.
    if pair.startsEachEpoch { return 1 }
    return try EpochCalibration.find(targetNanoseconds: epochNanoseconds) {
      (count) throws(WorkerFailure) in
      try worker.run(iterations: count, warmUp: 0).wall
    }
  }

  private func epochs(
    _ worker: any MeasuredWorker, _ iterations: Int, count: Int
  ) throws(WorkerFailure) -> [Double] {
    var times: [Double] = []
    for _ in 0..<count {
      let epoch = try worker.run(iterations: iterations, warmUp: iterations / 5)
      times.append(epoch.secondsPerIteration(.wall))
    }
    return times
  }

  private func judge(_ base: [Double], _ candidate: [Double], alpha: Double) -> Judged {
    let effect =
      LogRatio(
        of: Statistics.median(candidate) ?? 0, over: Statistics.median(base) ?? 0)?.value ?? 0
    var finding = RaceRecord.Finding.none
    if let test = RankSumTest(base: base, candidate: candidate), test.pValue < alpha {
      // Half of all pairs: as many as with equal groups.
      let middle = Double(base.count) * Double(candidate.count) / 2
      finding = test.statistic > middle ? .slower : .faster
    }
    return Judged(finding: finding, effect: effect, base: base, candidate: candidate)
  }

  private func sequential() throws(WorkerFailure) -> Judged {
    var times: [Side: [Double]] = [:]
    for side in [Side.base, .candidate] {
      let worker = try worker(side, 0)
      defer { worker.quit() }
      times[side] = try epochs(worker, try iterations(worker), count: 100)
    }
    return judge(times[.base] ?? [], times[.candidate] ?? [], alpha: 0.05)
  }

  private func interleaved() throws(WorkerFailure) -> Judged {
    var generator = SeededGenerator(seed: seed)
    var times: [Side: [Double]] = [:]
    for launch in 0..<30 {
      for side in Side.allCases.shuffled(using: &generator) {
        let worker = try worker(side, launch)
        defer { worker.quit() }
        let epochs = try epochs(
          worker, try iterations(worker), count: pair.startsEachEpoch ? 1 : 10)
        times[side, default: []].append(Statistics.median(epochs) ?? 0)
      }
    }
    return judge(times[.base] ?? [], times[.candidate] ?? [], alpha: 0.05)
  }

  private func duet() throws(WorkerFailure) -> Judged {
    let base = try worker(.base, 0)
    defer { base.quit() }
    let candidate = try worker(.candidate, 0)
    defer { candidate.quit() }
    let cores = usableCores()
    if cores.count > 1 {
      _ = try base.pin(toCore: cores[cores.count - 2])
      _ = try candidate.pin(toCore: cores[cores.count - 1])
    }
    let iterations = try iterations(base)
    var times: (base: [Double], candidate: [Double]) = ([], [])
    for _ in 0..<200 {
      let (one, other) = try pair.together(base, candidate, iterations)
      times.base.append(one.secondsPerIteration(.wall))
      times.candidate.append(other.secondsPerIteration(.wall))
    }
    let ratios = LogRatio.paired(times.candidate, over: times.base)
    let interval = MedianInterval(of: ratios, alpha: 0.05)?.interval
    let finding: RaceRecord.Finding =
      (interval?.lower ?? 0) > 0 ? .slower : (interval?.upper ?? 0) < 0 ? .faster : .none
    return Judged(
      finding: finding, effect: Statistics.median(ratios) ?? 0, base: times.base,
      candidate: times.candidate)
  }

  private func wholeRuns() throws(WorkerFailure) -> Judged {
    var times: [Side: [Double]] = [:]
    var count: Int?
    for side in [Side.base, .candidate] {
      if pair.startsEachEpoch {
        let worker = try worker(side, 0)
        times[side] = try epochs(worker, 1, count: 30)
        worker.quit()
        continue
      }
      for launch in 0..<30 {
        let start = seconds()
        let worker = try worker(side, launch)
        let isCalibrating = count == nil
        let iterations: Int
        if let count { iterations = count } else { iterations = 20 * (try self.iterations(worker)) }
        count = iterations
        _ = try worker.run(iterations: iterations, warmUp: 0)
        worker.quit()
        // The run that found the number of iterations did more than the others.
        if !isCalibrating { times[side, default: []].append(seconds() - start) }
      }
    }
    let (base, candidate) = (times[.base] ?? [], times[.candidate] ?? [])
    let (left, right) = (Self.moments(base), Self.moments(candidate))
    guard left.mean > 0, right.mean > 0 else {
      return Judged(finding: .none, effect: 0, base: base, candidate: candidate)
    }
    let ratio = right.mean / left.mean
    let relative =
      (left.variance / left.mean / left.mean)
      + (right.variance / right.mean / right.mean)
    // The deviation of a quotient of independent means, to first order, as hyperfine prints
    // it (`relative_speed.rs`). It is that of single runs, not of their mean: more runs do
    // not make it smaller.
    let deviation = ratio * relative.squareRoot()
    let finding: RaceRecord.Finding =
      ratio - deviation > 1 ? .slower : ratio + deviation < 1 ? .faster : .none
    return Judged(
      finding: finding, effect: LogRatio(factor: ratio)?.value ?? 0, base: base,
      candidate: candidate)
  }

  private static func moments(_ values: [Double]) -> (mean: Double, variance: Double) {
    guard values.count > 1 else { return (values.first ?? 0, 0) }
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (mean, squares / Double(values.count - 1))
  }

  private func paired(isRelinked: Bool) throws(WorkerFailure) -> Judged {
    let plan = pair.plan(SessionPlan(pairs: pairs, seed: seed))
    // Layouts of a pool, from another place in each session: later sessions find them linked.
    var generator = SeededGenerator(seed: seed)
    let first = UInt64.random(in: 0..<Self.layouts, using: &generator)
    let result = PairedSession(plan: plan).run(isCancelled: isCancelled) {
      side, setup throws(WorkerFailure) in
      try pair.start(side, setup, isRelinked ? (first &+ UInt64(setup.launch)) % Self.layouts : nil)
    }
    if case .failed(_, let failure) = result.end { throw failure }
    if result.end == .cancelled { throw .prevented("cancelled") }
    let finding: RaceRecord.Finding
    switch result.verdict {
    case .slower: finding = .slower
    case .faster: finding = .faster
    case .same, .noSlower: finding = .same
    case .cannotTell: finding = .none
    }
    let ratios = result.logRatios(result.clock)
    return Judged(
      finding: finding, effect: Statistics.median(ratios) ?? 0, base: ratios, candidate: [])
  }
}
