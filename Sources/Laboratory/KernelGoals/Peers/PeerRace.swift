package import Measuring
package import Pixels

/// Kernels and peers on one image, in turns.
///
/// Every contender lives in a process of its own, pinned to the same core. In each round all that
/// have budget left run once, in a new random order, so that a slow moment hits all of them; ratios
/// to `simd` are taken within rounds. A contender whose first run takes more than its budget is
/// not run again: at ten seconds a run, short disturbances no longer matter.
package struct PeerRace {
  /// Seconds of timed runs for each contender.
  package let budget: Double
  /// The contender that ratios are taken to.
  package var reference = "simd"
  /// Rounds at most, also for what takes no time at all.
  package var maximumRounds = 200
  /// The core that all processes share.
  package var core = 0
  /// The seed of the orders.
  package var seed: UInt64 = 1

  package init(
    budget: Double, reference: String = "simd", maximumRounds: Int = 200, core: Int = 0,
    seed: UInt64 = 1
  ) {
    self.budget = budget
    self.reference = reference
    self.maximumRounds = maximumRounds
    self.core = core
    self.seed = seed
  }

  /// A contender that answered, and what is left of its budget.
  private struct Runner {
    let contender: PeerContender
    let worker: any MeasuredWorker
    let answer: PeerAnswer
    var seconds: [Int: Double] = [:]
    var spent = 0.0
  }

  /// Runs the race.
  ///
  /// - Parameters:
  ///   - contenders: in the order of the table.
  ///   - distance: how far a colour is from the planted one.
  ///   - failed: called with a contender that fails, which leaves the race.
  ///   - isCancelled: asked between runs; what is measured by then is kept.
  ///   - progress: called with what runs, and the fraction done, 0 to 1.
  /// - Returns: the rows of those that answered.
  package func run(
    _ contenders: [PeerContender], distance: (RGB8) -> Double?,
    failed: (String, WorkerFailure) -> Void, isCancelled: () -> Bool,
    progress: (String, Double) -> Void
  ) -> [PeerRow] {
    var runners: [Runner] = []
    for (index, contender) in contenders.enumerated() where !isCancelled() {
      progress(contender.name, 0.5 * Double(index) / Double(contenders.count))
      do throws(WorkerFailure) {
        runners.append(try prepared(contender))
      } catch {
        failed(contender.name, error)
      }
    }
    time(&runners, failed: failed, isCancelled: isCancelled, progress: progress)
    for runner in runners { runner.worker.quit() }
    let base = runners.first { $0.contender.name == reference }
    return runners.map { row($0, reference: base, distance: distance) }
  }

  private func prepared(_ contender: PeerContender) throws(WorkerFailure) -> Runner {
    let worker = try contender.start()
    _ = try worker.pin(toCore: core)
    let text = try worker.prepare()
    guard let answer = contender.read(text) else {
      throw .unintelligible(reply: String(text.prefix(80)), during: "preparation")
    }
    var runner = Runner(contender: contender, worker: worker, answer: answer)
    if answer.seconds >= budget {
      runner.seconds[-1] = answer.seconds
      runner.spent = answer.seconds
    }
    return runner
  }

  private func time(
    _ runners: inout [Runner], failed: (String, WorkerFailure) -> Void, isCancelled: () -> Bool,
    progress: (String, Double) -> Void
  ) {
    var generator = SeededGenerator(seed: seed)
    var lost: Set<String> = []
    for round in 0..<maximumRounds {
      var order = runners.indices.filter { index in
        runners[index].spent < budget && !lost.contains(runners[index].contender.name)
      }
      // Alone, the reference has nothing left to be compared with.
      if order.allSatisfy({ runners[$0].contender.name == reference }), round > 0 { break }
      order.shuffle(using: &generator)
      if let index = runners.firstIndex(where: { $0.contender.name == reference }),
        !lost.contains(reference), !order.contains(index)
      {
        // The reference takes part as long as anyone does.
        order.append(index)
      }
      for index in order {
        if isCancelled() { return }
        let spent = runners.reduce(0) { $0 + min($1.spent, budget) }
        let name = runners[index].contender.name
        progress(name, 0.5 + 0.5 * spent / (budget * Double(runners.count)))
        do throws(WorkerFailure) {
          let epoch = try runners[index].worker.run(iterations: 1, warmUp: 0)
          let seconds = epoch.secondsPerIteration(.wall)
          runners[index].seconds[round] = seconds
          runners[index].spent += seconds
        } catch {
          lost.insert(name)
          failed(name, error)
        }
      }
    }
  }

  private func row(
    _ runner: Runner, reference: Runner?, distance: (RGB8) -> Double?
  ) -> PeerRow {
    var ratio: PeerRow.Ratio?
    if let reference, reference.contender.name != runner.contender.name {
      let rounds = runner.seconds.keys.filter { reference.seconds[$0] != nil }.sorted()
      var logRatios = rounds.compactMap { round in
        LogRatio(of: runner.seconds[round] ?? 0, over: reference.seconds[round] ?? 0)?.value
      }
      if logRatios.isEmpty, let own = Statistics.median(Array(runner.seconds.values)),
        let other = Statistics.median(Array(reference.seconds.values))
      {
        logRatios = LogRatio(of: own, over: other).map { [$0.value] } ?? []
      }
      if let estimate = RatioEstimate(logRatios: logRatios, alpha: 0.05) {
        ratio = PeerRow.Ratio(
          factor: estimate.factor,
          interval: estimate.factorInterval.map { $0.lower...$0.upper })
      }
    }
    let first = runner.answer.swatches.first.flatMap { RGB8(hex: $0.color) }
    return PeerRow(
      name: runner.contender.name, what: runner.contender.what, isOurs: runner.contender.isOurs,
      answer: runner.answer, deltaE00: first.flatMap(distance), seconds: runner.seconds,
      ratio: ratio)
  }
}
