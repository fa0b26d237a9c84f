internal import BenchmarkSuites
internal import CLibrary
internal import Measuring
internal import Reporting

/// What one call takes with all that comes before it, from the start of a process.
///
/// Work that is moved before the measured part, and an answer that is kept for the next call, make later calls
/// faster and the first one not.
struct FirstCall {
  let sides: BenchmarkSides
  /// Starts the programs without files that changed lately; `nil` to start them as they are.
  var without: RecentFiles?

  /// How many processes of each side are started at first, and at most.
  private static let launches = (least: 20, most: 80)

  /// What is taken: processor time, which other programs disturb less, or the time that passes.
  private enum Taken {
    case processor
    case time
  }

  /// The time that the first call takes more, where it is shown not to have half of what later calls save.
  ///
  /// - Parameters:
  ///   - saved: the seconds that a later call saves.
  ///   - call: the seconds that a later call of the base takes.
  ///   - clock: the clock of both.
  ///   - seed: the seed of the order of sides.
  ///   - isCancelled: asked between processes.
  /// - Returns: seconds, below 0 for less; nil where the first call saves as much, or too little is saved to
  ///   see it beside the start of a process, or a command is measured from its start anyway, and finds all files.
  /// - Throws: ``HarnessFailure`` when a side fails, or on the wish to stop.
  func missing(
    saved: Double, of call: Double, by clock: ClockKind, seed: UInt64, isCancelled: () -> Bool
  ) throws(HarnessFailure) -> Double? {
    var isCommand = false
    if case .command = sides.candidate.benchmark.work { isCommand = true }
    if isCommand, without == nil { return nil }
    var taken: Taken = .time
    if clock != .wall, !isCommand, try worksItself(call) { taken = .processor }
    var generator = SeededGenerator(seed: seed)
    var differences: [Double] = []
    let bound = AnytimeBound(risk: 0.01)
    for launch in 0..<Self.launches.most {
      var seconds: [Side: Double] = [:]
      for side in Side.allCases.shuffled(using: &generator) {
        if isCancelled() { throw .interrupted }
        seconds[side] = try take(taken, side, launch)
      }
      if let before = seconds[.base], let after = seconds[.candidate] {
        differences.append(after - before)
      }
      guard differences.count >= Self.launches.least, let least = bound.lower(differences),
        let most = bound.upper(differences)
      else { continue }
      // What scatters more than is saved says nothing.
      //     saved 10 ms     first calls −13...−7     they save as much
      //                     first calls  −3...+3     they do not: work was moved before them
      //                     first calls −20...+20    nothing can be said
      if most < -saved / 2 { return nil }
      if least > -saved / 2, most - least < saved { return Statistics.median(differences) }
      // Four times the launches halve it.
      if most - least > 3 * saved { return nil }
    }
    return nil
  }

  /// Whether the process of the base does its work itself, and does not leave it to another one.
  private func worksItself(_ call: Double) throws(HarnessFailure) -> Bool {
    try withWorker(.base, 0) { worker throws(WorkerFailure) in
      _ = try worker.prepare()
      guard let before = worker.processorSeconds else { return false }
      _ = try worker.run(iterations: 1, warmUp: 0)
      return (worker.processorSeconds ?? before) - before > call / 2
    }
  }

  private func take(
    _ taken: Taken, _ side: Side, _ launch: Int
  ) throws(HarnessFailure) -> Double? {
    let clock = ContinuousClock()
    let start = clock.now
    return try withWorker(side, launch) { worker throws(WorkerFailure) in
      _ = try worker.prepare()
      return switch taken {
      case .processor: worker.processorSeconds
      case .time: (clock.now - start) / .seconds(1)
      }
    }
  }

  private func withWorker<Result>(
    _ side: Side, _ launch: Int,
    _ body: (any MeasuredWorker) throws(WorkerFailure) -> Result
  ) throws(HarnessFailure) -> Result {
    let (benchmark, tree) = side == .base ? sides.base : sides.candidate
    do throws(WorkerFailure) {
      let program = try hidden(benchmark, in: tree)
      defer { if let program { unlink(program) } }
      let worker = try sides.runner.start(
        benchmark, in: tree, LaunchSetup(launch: launch, padding: 0), program: program)
      defer { worker.quit() }
      return try body(worker)
    } catch {
      throw .failed("\(tree.label): \(error).")
    }
  }

  /// The program that starts a benchmark's without recent files; `nil` to start it as it is.
  private func hidden(
    _ benchmark: SuiteBenchmark, in tree: SuiteTree
  ) throws(WorkerFailure) -> String? {
    guard let without else { return nil }
    do {
      return try without.program(
        hidingFrom: try benchmark.command.resolved(in: tree.folder).program)
    } catch {
      throw .prevented("\(error)")
    }
  }
}
