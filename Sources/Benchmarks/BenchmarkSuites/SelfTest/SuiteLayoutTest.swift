internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import Measuring
package import OrderedJSON
package import Reporting

/// Measures what layout alone makes of a suite's benchmarks: the program of each is linked some times,
/// and the links are timed in turns.
package final class SuiteLayoutTest {
  private let runner: SuiteRunner
  private let tree: SuiteTree
  private let count: Int
  private let seed: UInt64
  private let seconds: Double
  private let allowances: SuiteAllowances?
  private let note: (String) -> Void
  private let layouts: SuiteLayouts
  private var results: [(benchmark: SuiteBenchmark, spread: LayoutSpread, clock: ClockKind)] = []

  /// For how many seconds each benchmark is timed at most, unless six rounds take longer.
  package static let standardSeconds = 60.0

  /// - Parameters:
  ///   - runner: starts benchmarks.
  ///   - tree: the checkout in which they are.
  ///   - layouts: how many layouts of each program.
  ///   - seed: the seed of layouts and orders.
  ///   - seconds: for how many seconds each benchmark is timed at most.
  ///   - provider: where programs get other layouts, and where it is kept what was measured.
  ///   - note: called with a sentence that should be known.
  package init(
    runner: SuiteRunner, tree: SuiteTree, layouts: Int, seed: UInt64,
    seconds: Double = standardSeconds, provider: LayoutProvider, note: @escaping (String) -> Void
  ) {
    self.runner = runner
    self.tree = tree
    count = layouts
    self.seed = seed
    self.seconds = seconds
    allowances = provider.allowances
    self.note = note
    // What the suite says of layouts concerns its comparisons; here they are what is measured.
    var suite = runner.suite
    suite.layoutAllowance = nil
    suite.layouts = .rebuild
    self.layouts = SuiteLayouts(
      in: provider, first: (seed &- 1) &* 1_000_000, suite: suite, base: tree, candidate: tree,
      note: note)
  }

  /// Measures a benchmark and keeps, for comparisons that cannot draw layouts, what it came to.
  ///
  /// - Parameters:
  ///   - benchmark: the benchmark.
  ///   - isCancelled: asked between runs.
  ///   - progress: called with how far it is, 0 to 1.
  /// - Returns: how it ended.
  /// - Throws: ``HarnessFailure`` when the benchmark fails, or what was measured cannot be kept.
  package func measure(
    _ benchmark: SuiteBenchmark, isCancelled: () -> Bool, progress: (Double) -> Void
  ) throws(HarnessFailure) -> WorkStatus {
    let program = benchmark.command.ownProgram(in: tree.folder)
    guard let policy = layouts.policy(base: program, candidate: program, of: benchmark) else {
      note("'\(benchmark.name)' runs no program or library that the build made: nothing to place.")
      return .success
    }
    if case .fixed = policy {
      note("'\(benchmark.name)' was not measured.")
      return .failure
    }
    try runner.setUp(benchmark, in: tree)
    defer {
      policy.finish()
      runner.cleanUp(benchmark, in: tree)
    }
    var plan = benchmark.fitted(SessionPlan(seed: seed), clock: nil)
    let outcome: LayoutTiming.Outcome
    do throws(WorkerFailure) {
      plan = benchmark.fitted(
        plan, clock: nil, hasOneThread: try runner.hasOneThread(benchmark, in: tree))
      let timing = LayoutTiming(
        plan: plan, layouts: count, seconds: seconds, startsEachEpoch: benchmark.startsEachEpoch)
      outcome = timing.run(
        isCancelled: isCancelled, progress: progress,
        start: { layout, setup throws(WorkerFailure) in
          try runner.start(
            benchmark, in: tree, setup, program: try policy.drawnProgram(.base, launch: layout))
        })
    } catch {
      outcome = .failed(error)
    }
    switch outcome {
    case .failed(let failure): throw .failed("'\(benchmark.name)': \(failure).")
    case .cancelled(let spread):
      if let spread { results.append((benchmark, spread, plan.clock)) }
      return .interrupted
    case .complete(let spread):
      results.append((benchmark, spread, plan.clock))
      if spread.noise > spread.value / 2 {
        note(
          "'\(benchmark.name)': most of the spread is noise of the measurement. On a machine with less "
            + "to do, or with \"cpu\" as the benchmark's clock, the allowance becomes smaller.")
      }
      if let allowance = spread.allowance {
        try allowances?.keep(allowance, of: benchmark)
      } else {
        note(
          "'\(benchmark.name)': nothing was kept; \(spread.layouts.count) layouts were timed, and "
            + "\(2 * LayoutAllowance.leastPairs) are needed.")
      }
      return .success
    }
  }

  /// What was measured, for people.
  package var table: String {
    guard !results.isEmpty else { return "Nothing was measured.\n" }
    var table = TextTable(
      columns: [
        .init("benchmark", .left), .init("layouts"), .init("rounds"), .init("clock", .left),
        .init("time"), .init("fastest to slowest"), .init("noise alone"), .init("allowance"),
      ])
    func percent(_ logRatio: Double) -> String {
      Decimals.fixed(LogRatio(logRatio).percent, places: 2) + " %"
    }
    for (benchmark, spread, clock) in results {
      table.append(
        [
          printable(benchmark.name), "\(spread.layouts.count)", "\(spread.rounds)",
          clock == .wall ? "wall" : "CPU", Quantities.time(spread.seconds), percent(spread.value),
          percent(spread.noise),
          spread.allowance.map { "±\(percent($0.logRatio))" } ?? "–",
        ].map { TextTable.Cell($0) })
    }
    return table.lines().joined(separator: "\n") + "\n"
  }

  /// What was measured, for programs.
  package var json: JSONValue {
    .object([
      .init(
        "benchmarks",
        .array(
          results.map { benchmark, spread, clock in
            .object(
              [
                .init("benchmark", .string(benchmark.name)), .init("kind", .string(benchmark.kind)),
                .init("clock", .string(clock.rawValue)),
              ] + spread.fields)
          }))
    ])
  }
}
