internal import BenchmarkBuilds
public import BenchmarkHarness
internal import Measuring
internal import Reporting

/// Times benchmarks of a checkout and records them.
public struct SuiteMeasurement {
  private let runner: SuiteRunner
  private let tree: SuiteTree
  private let launches: Int
  private let seconds: Double
  private let countsCosts: Bool

  /// How many launches a benchmark has by default: enough for an interval with 95 % confidence.
  public static let standardLaunches = 8
  /// How many seconds a benchmark is timed by default.
  public static let standardSeconds = 0.5

  /// Makes a measurement.
  ///
  /// - Parameters:
  ///   - runner: starts benchmarks.
  ///   - tree: the checkout.
  ///   - launches: how many times each benchmark is started.
  ///   - seconds: how long each benchmark is timed.
  ///   - countsCosts: whether instructions and allocations are counted too.
  public init(
    runner: SuiteRunner, tree: SuiteTree, launches: Int = standardLaunches,
    seconds: Double = standardSeconds, countsCosts: Bool = false
  ) {
    self.countsCosts = countsCosts
    self.runner = runner
    self.tree = tree
    self.launches = launches
    self.seconds = seconds
  }

  /// Times a benchmark, with its setup and cleanup.
  ///
  /// - Parameters:
  ///   - benchmark: the benchmark.
  ///   - share: how many times its usual time and launches it takes.
  ///   - recorder: records every round; `nil` to record none.
  ///   - isCancelled: asked between epochs.
  ///   - progress: called with how far it is, 0 to 1.
  /// - Returns: what was measured, and what failed.
  public func measure(
    _ benchmark: SuiteBenchmark, share: Double = 1, recorder: RaceRecorder?,
    isCancelled: () -> Bool, progress: (Double) -> Void
  ) -> SuiteResult {
    let timer = WorkerTiming(
      plan: benchmark.fitted(SessionPlan(), clock: nil), launches: launches(for: share),
      seconds: seconds * share,
      startsEachEpoch: benchmark.startsEachEpoch)
    do throws(HarnessFailure) {
      try runner.setUp(benchmark, in: tree)
    } catch {
      return SuiteResult(
        name: benchmark.name,
        timing: BenchmarkTiming(clock: timer.plan.clock, startsEachEpoch: timer.startsEachEpoch),
        failure: error.message)
    }
    defer { runner.cleanUp(benchmark, in: tree) }
    let timing = timer.run(
      isCancelled: isCancelled,
      onStart: { answer in
        recorder?.begin(Self.contenders(benchmark, answer: answer, clock: timer.plan.clock))
      },
      onRound: { recorder?.add(round: $0, $1) }, progress: progress,
      start: { setup throws(WorkerFailure) in try runner.start(benchmark, in: tree, setup) })
    recorder?.flush()
    if let peak = timing.medianPeak { recorder?.setPeak(peak, of: benchmark.name) }
    var failure: String?
    if case .failed(let problem) = timing.end {
      failure =
        "\(tree.label): '\(benchmark.name)': \(problem)."
        + runner.lastWords(of: benchmark, in: tree, problem)
    }
    var cost: CallCostCount?
    if countsCosts, timing.end == .complete {
      let found = runner.cost(ofPrepared: benchmark, in: tree, calls: nil)
      if case .counted(let cost) = found { recorder?.setCost(cost, of: benchmark.name) }
      cost = found
    }
    return SuiteResult(name: benchmark.name, timing: timing, failure: failure, cost: cost)
  }

  /// Launches for a share of the time: never fewer than an interval needs.
  private func launches(for share: Double) -> Int {
    guard share != 1 else { return launches }
    return max(Int((Double(launches) * share).rounded()), min(launches, Self.standardLaunches))
  }

  /// The reference loop and a benchmark, as the history records them.
  private static func contenders(
    _ benchmark: SuiteBenchmark, answer: String, clock: ClockKind
  ) -> [RecordedContender] {
    var hash = ContentHash()
    hash.add(answer)
    return [
      RecordedContender(
        name: "\(ReferenceLoop.name), \(clock.rawValue)", group: benchmark.name, isReference: true,
        clock: clock),
      RecordedContender(
        name: benchmark.name, group: benchmark.name, answerHash: hash.text, clock: clock),
    ]
  }
}

/// What was measured of a benchmark.
public struct SuiteResult: Equatable, Sendable {
  /// The benchmark's name.
  public let name: String
  /// How long it took; without epochs when it could not be started.
  public let timing: BenchmarkTiming
  /// What failed; `nil` when nothing did.
  public let failure: String?
  /// What a call takes by count; `nil` when it was not counted.
  public var cost: CallCostCount?

  /// A count of what a call takes; `nil` when there is none.
  func count(_ quantity: CostComparison.Quantity) -> Double? {
    guard case .counted(let cost)? = cost else { return nil }
    return quantity.of(cost).value
  }
}

extension SuiteBenchmark {
  /// Whether every epoch is a process of its own, as it is for commands and programs of frameworks.
  var startsEachEpoch: Bool {
    if case .workload = work { false } else { true }
  }
}
