public import BenchmarkBuilds
public import BenchmarkHarness
public import Measuring

/// Compares two checkouts of a suite, benchmark by benchmark.
public struct SuiteComparison {
  private let runner: SuiteRunner
  private let base: SuiteTree
  private let candidate: SuiteTree
  private let plan: SessionPlan
  private let clock: ClockChoice?
  private let layouts: SuiteLayouts

  /// Makes a comparison.
  ///
  /// - Parameters:
  ///   - runner: starts benchmarks.
  ///   - base: the checkout to compare with.
  ///   - candidate: the checkout to judge.
  ///   - plan: how sessions are made.
  ///   - clock: which time decides; `nil` leaves it to the benchmark.
  ///   - layoutFolder: where programs with other layouts are kept.
  ///   - note: called with a sentence that should be known.
  public init(
    runner: SuiteRunner, base: SuiteTree, candidate: SuiteTree, plan: SessionPlan,
    clock: ClockChoice?, layoutFolder: String, note: @escaping (String) -> Void
  ) {
    self.runner = runner
    self.base = base
    self.candidate = candidate
    self.plan = plan
    self.clock = clock
    layouts = SuiteLayouts(
      folder: layoutFolder, chosen: runner.suite.layoutAllowance, note: note)
  }

  /// The benchmarks of both sides.
  ///
  /// - Parameter names: texts of which a name must hold one; empty for all benchmarks.
  /// - Returns: what both have, and what one has alone.
  /// - Throws: ``HarnessFailure`` when a side cannot list its benchmarks, or no name fits.
  public func match(_ names: [String]) throws(HarnessFailure) -> SuiteMatch {
    let sides = (
      try runner.benchmarks(in: base), try runner.benchmarks(in: candidate)
    )
    func chosen(_ benchmarks: [SuiteBenchmark]) -> [SuiteBenchmark] {
      benchmarks.filter { benchmark in
        names.isEmpty || names.contains(where: benchmark.name.contains)
      }
    }
    let match = SuiteMatch(base: chosen(sides.0), candidate: chosen(sides.1))
    let all = match.both.count + match.onlyInBase.count + match.onlyInCandidate.count
    guard all > 0 else {
      let known = sides.1.prefix(20).map(\.name).joined(separator: ", ")
      throw .wrongUsage(
        names.isEmpty
          ? "The suite '\(runner.suite.name)' lists no benchmarks."
          : "No benchmark is called '\(names.joined(separator: "' or '"))'. There are: \(known)")
    }
    return match
  }

  /// The case of a benchmark that both sides have.
  public func makeCase(
    base older: SuiteBenchmark, candidate newer: SuiteBenchmark
  ) -> ComparisonCase {
    let session = PairedSession(plan: newer.fitted(plan, clock: clock))
    let programs = (
      base: older.command.ownProgram(in: base.folder),
      candidate: newer.command.ownProgram(in: candidate.folder)
    )
    let policy = layouts.policy(
      base: programs.base, candidate: programs.candidate, canRelink: newer.canBeRelinked)
    let before = policy?.cost ?? (0, 0)
    func start(_ side: Side, _ setup: LaunchSetup) throws(WorkerFailure) -> any MeasuredWorker {
      let own = side == .base ? programs.base : programs.candidate
      var program: String?
      if let own, let policy {
        let drawn = try policy.program(side, launch: setup.launch, fixed: own)
        program = drawn == own ? nil : drawn
      }
      return try runner.start(
        side == .base ? older : newer, in: side == .base ? base : candidate, setup,
        program: program)
    }
    return ComparisonCase(
      base: base.label, candidate: candidate.label, subject: newer.name,
      check: { () throws(HarnessFailure) in
        try runner.setUp(older, in: base)
        try runner.setUp(newer, in: candidate)
        for side in [Side.base, .candidate] {
          do throws(WorkerFailure) {
            let worker = try start(side, LaunchSetup(launch: 0, padding: 0))
            defer { worker.quit() }
            _ = try worker.prepare()
          } catch {
            throw .failed("\(side == .base ? base.label : candidate.label): \(error).")
          }
        }
      },
      measure: { isCancelled, progress in
        defer {
          runner.cleanUp(older, in: base)
          runner.cleanUp(newer, in: candidate)
        }
        let result = session.run(
          isCancelled: isCancelled, progress: progress,
          launch: { side, setup throws(WorkerFailure) in try start(side, setup) })
        return policy?.judged(result, margin: session.plan.rule.margin) ?? result
      }, count: nil, basis: { policy?.basis(since: before) ?? .files })
  }
}

extension SuiteBenchmark {
  /// Whether another program may be started in place of the one in the checkout.
  var canBeRelinked: Bool {
    if case .words = command { true } else { false }
  }
}
