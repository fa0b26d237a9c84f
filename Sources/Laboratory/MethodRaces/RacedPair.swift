internal import Measuring

/// Two programs and how workers of them are started.
struct RacedPair {
  /// Starts a worker of a side; the layout is nil for the files that all methods compare.
  typealias Starter =
    (_ side: Side, _ setup: LaunchSetup, _ layout: UInt64?) throws(WorkerFailure) ->
    any MeasuredWorker

  /// Lets both workers do their work at the same time.
  typealias Together =
    (_ base: any MeasuredWorker, _ candidate: any MeasuredWorker, _ iterations: Int)
    throws(WorkerFailure) -> (Epoch, Epoch)

  /// Starts a worker.
  let start: Starter
  /// Lets both workers do their work at the same time.
  var together: Together = RacedPair.processes
  /// Programs linked so far.
  var links: () -> Int = { 0 }
  /// How the paired methods run it, given how they run work of a worker.
  var plan: (SessionPlan) -> SessionPlan = { $0 }
  /// Whether each epoch is a process of its own, so that a worker is not kept.
  var startsEachEpoch = false

  /// Two processes at the same time.
  ///
  /// - Throws: How a worker failed, or that it is not a process.
  static func processes(
    _ base: any MeasuredWorker, _ candidate: any MeasuredWorker, _ iterations: Int
  ) throws(WorkerFailure) -> (Epoch, Epoch) {
    guard let base = base as? WorkerProcess, let candidate = candidate as? WorkerProcess else {
      throw .prevented("only two processes can work at the same time")
    }
    return try WorkerProcess.runTogether(base, candidate, iterations: iterations)
  }

  /// Two commands at the same time, each once; the first to start alternates.
  static func commands() -> Together {
    var startsWithBase = false
    return { base, candidate, _ throws(WorkerFailure) in
      guard let base = base as? CommandWorker, let candidate = candidate as? CommandWorker else {
        throw .prevented("only two commands can run at the same time")
      }
      startsWithBase.toggle()
      if startsWithBase { return try CommandWorker.runTogether(base, candidate) }
      let (second, first) = try CommandWorker.runTogether(candidate, base)
      return (first, second)
    }
  }
}
