internal import BenchmarkSuites
internal import Measuring
internal import Reporting

/// What one call takes with all that comes before it, from the start of a process.
///
/// Work that is moved before the measured part, and an answer that is kept for the next call, make later calls
/// faster and the first one not.
struct FirstCall {
  let sides: BenchmarkSides

  /// How many processes of each side are started.
  private static let launches = 20

  /// The time that the first call takes more, where it is shown not to have half of what later calls save.
  ///
  /// - Parameters:
  ///   - saved: the seconds that a later call saves.
  ///   - seed: the seed of the order of sides.
  ///   - isCancelled: asked between processes.
  /// - Returns: seconds, below 0 for less; nil where the first call saves as much, or too little is saved to
  ///   see it beside the start of a process, or a command is measured from its start anyway.
  /// - Throws: ``HarnessFailure`` when a side fails, or on the wish to stop.
  func missing(
    saved: Double, seed: UInt64, isCancelled: () -> Bool
  ) throws(HarnessFailure) -> Double? {
    if case .command = sides.candidate.benchmark.work { return nil }
    var generator = SeededGenerator(seed: seed)
    var differences: [Double] = []
    for launch in 0..<Self.launches {
      var seconds: [Side: Double] = [:]
      for side in Side.allCases.shuffled(using: &generator) {
        if isCancelled() { throw .interrupted }
        seconds[side] = try time(side, launch)
      }
      if let before = seconds[.base], let after = seconds[.candidate] {
        differences.append(after - before)
      }
    }
    let bound = AnytimeBound(risk: 0.01)
    // What scatters more than is saved says nothing.
    //     saved 10 ms     first calls −13...−7     they save as much
    //                     first calls  −3...+3     they do not: work was moved before them
    //                     first calls −20...+20    nothing can be said
    guard let least = bound.lower(differences), let most = bound.upper(differences),
      least > -saved / 2, most - least < saved
    else { return nil }
    return Statistics.median(differences)
  }

  private func time(_ side: Side, _ launch: Int) throws(HarnessFailure) -> Double {
    let (benchmark, tree) = side == .base ? sides.base : sides.candidate
    do throws(WorkerFailure) {
      let clock = ContinuousClock()
      let start = clock.now
      let worker = try sides.runner.start(
        benchmark, in: tree, LaunchSetup(launch: launch, padding: 0))
      defer { worker.quit() }
      _ = try worker.prepare()
      return (clock.now - start) / .seconds(1)
    } catch {
      throw .failed("\(tree.label): \(error).")
    }
  }
}
