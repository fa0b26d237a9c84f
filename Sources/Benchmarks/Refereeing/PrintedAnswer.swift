internal import BenchmarkSuites
internal import Measuring
internal import Reporting

/// What a command prints, as its answer: workers say theirs themselves.
struct PrintedAnswer {
  let runner: SuiteRunner
  let base: (benchmark: SuiteBenchmark, tree: SuiteTree)
  let candidate: (benchmark: SuiteBenchmark, tree: SuiteTree)

  /// Whether the candidate prints something else than the base.
  ///
  /// A command that prints something else each time has no answer.
  ///
  /// - Returns: false for workers, and for commands without an answer.
  /// - Throws: ``HarnessFailure`` when a side cannot be started, or on the wish to stop.
  func differs() throws(HarnessFailure) -> Bool {
    guard let first = try text(base), let second = try text(base), first == second else {
      return false
    }
    return try text(candidate) != first
  }

  private func text(
    _ side: (benchmark: SuiteBenchmark, tree: SuiteTree)
  ) throws(HarnessFailure) -> String? {
    try runner.setUp(side.benchmark, in: side.tree)
    defer { runner.cleanUp(side.benchmark, in: side.tree) }
    return try runner.output(of: side.benchmark, in: side.tree)?.text
  }
}
