internal import Hashing

/// Decides whether a candidate is slower than a base, with two live workers that take turns.
///
/// Each launch starts both sides afresh, in random order; finds one iteration count that fills about
/// a millisecond on the slower side; and runs blocks of four epochs, ABBA or BAAB at random, so that
/// disturbances hit both sides alike. The log ratio of a launch is the median over its blocks.
/// Launches continue until the ``SequentialRule`` stops them.
///
/// Where memory lies is drawn for each launch and is the same on both sides: the padding of their
/// environments, and on Linux, where the system permits it, the addresses of libraries and mapped
/// memory. So what a place does to equal code it does to both, and does not count, while no single
/// place decides. Python's hash seed is drawn likewise.
///
/// Interleaving on the same machine in random order is what finds small slowdowns on shared
/// machines (Laaber et al., "Software microbenchmarking in the cloud", 2019); fresh launches are
/// what keeps one lucky memory layout from deciding (Kalibera & Jones 2013, Mytkowicz et al. 2009).
///
/// ```swift
/// let result = PairedSession(plan: SessionPlan()).run { side, setup throws(WorkerFailure) in
///   try WorkerProcess(
///     program: side == .base ? oldTool : newTool, arguments: ["worker"],
///     environment: setup.environment(extending: environment))
/// }
/// ```
public struct PairedSession: Sendable {
  /// Starts a worker for a side.
  public typealias Launcher = (Side, LaunchSetup) throws(WorkerFailure) -> any MeasuredWorker

  /// Starts one process for both sides.
  public typealias SharedLauncher = (LaunchSetup) throws(WorkerFailure) -> WorkerProcess

  /// How the session is made.
  public let plan: SessionPlan

  /// Makes a session.
  public init(plan: SessionPlan) { self.plan = plan }

  /// Runs the session to its end, both sides in one process for each launch.
  ///
  /// For two workloads of the same program this finds smaller differences than two processes do:
  /// see ``WorkloadWorker``.
  ///
  /// - Parameters:
  ///   - isCancelled: Asked between epochs; when it answers true, what is measured is returned.
  ///   - progress: Called after each complete launch with the state of the session.
  ///   - launchShared: Starts a process whose first workload is the base, the second the candidate.
  /// - Returns: The verdict with everything measured, also when the process failed.
  public func run(
    isCancelled: () -> Bool = { false },
    progress: (SessionProgress) -> Void = { _ in },
    launchShared: SharedLauncher
  ) -> SessionResult {
    var process: WorkerProcess?
    var launched = -1
    return run(isCancelled: isCancelled, progress: progress) { side, setup throws(WorkerFailure) in
      // The engine starts one side after the other; the first of a launch starts the process.
      if setup.launch != launched {
        process = try launchShared(setup)
        launched = setup.launch
      }
      guard let process else { throw .prevented("a launch was begun without a process") }
      return WorkloadWorker(process: process, workload: side == .base ? 0 : 1)
    }
  }

  /// Runs the session to its end.
  ///
  /// - Parameters:
  ///   - earlier: What an earlier part of the session measured, up to a look of its rule; its launches
  ///     count, and those that follow draw other memory.
  ///   - isCancelled: Asked between epochs; when it answers true, what is measured is returned.
  ///   - progress: Called after each complete launch with the state of the session.
  ///   - launch: Starts a worker for a side.
  /// - Returns: The verdict with everything measured, also when a worker failed.
  public func run(
    after earlier: SessionResult? = nil,
    isCancelled: () -> Bool = { false },
    progress: (SessionProgress) -> Void = { _ in },
    launch: Launcher
  ) -> SessionResult {
    var launches = earlier?.launches.filter(\.isComplete) ?? []
    var answer = earlier?.answer
    var generator = SeededGenerator(
      // A part that goes on must not draw the orders and paddings of the first part again.
      seed: launches.isEmpty ? plan.seed : SplitMix64.mix(plan.seed &+ UInt64(launches.count)))
    func result(_ verdict: Verdict, _ end: SessionResult.End) -> SessionResult {
      SessionResult(
        verdict: verdict, end: end, launches: launches, clock: plan.clock, answer: answer)
    }
    while true {
      let logRatios = launches.compactMap { $0.logRatio(plan.clock) }
      let pairs = launches.last?.pairs.count ?? plan.pairs.perLaunch
      var goal = plan.rule.usualLaunches
      switch plan.rule.decide(logRatios, pairsPerLaunch: pairs) {
      case .stop(let verdict): return result(verdict, .decided)
      case .goOn(let untilLaunches): goal = untilLaunches
      }
      let run = LaunchRun(plan: plan, index: launches.count, generator: generator)
      let outcome = run.run(isCancelled: isCancelled, launch: launch)
      generator = outcome.generator
      if let record = outcome.record { launches.append(record) }
      answer = outcome.answer ?? answer
      if let end = outcome.end {
        let complete = launches.filter(\.isComplete).compactMap { $0.logRatio(plan.clock) }
        let more = plan.rule.morePairs(after: complete, pairsPerLaunch: pairs)
        let verdict = end == .cancelled ? plan.rule.verdict(endedAfter: complete) : nil
        return result(verdict ?? .cannotTell(morePairs: more), end)
      }
      if launches.last?.logRatio(plan.clock) == nil {
        // Without a time there is no ratio, and more launches would not help.
        return result(.cannotTell(morePairs: nil), .unmeasurable(plan.clock))
      }
      progress(
        SessionProgress(
          launches: launches.count, nextLook: goal,
          maximumLaunches: max(goal, plan.rule.usualLaunches),
          estimate: RatioEstimate(
            logRatios: launches.compactMap { $0.logRatio(plan.clock) }, alpha: 0.01)))
    }
  }
}
