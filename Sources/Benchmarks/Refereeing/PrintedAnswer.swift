internal import BenchmarkSuites
internal import Measuring
internal import Reporting

/// What a command prints, as its answer: workers say theirs themselves.
struct PrintedAnswer {
  let sides: BenchmarkSides

  /// Whether the candidate prints something else than the base.
  ///
  /// A command that prints something else each time has no answer.
  ///
  /// - Returns: false for workers, and for commands without an answer.
  /// - Throws: ``HarnessFailure`` when a side cannot be started, or on the wish to stop.
  func differs() throws(HarnessFailure) -> Bool {
    guard let first = try text(sides.base), try text(sides.base) == first else { return false }
    return try text(sides.candidate) != first
  }

  private func text(_ side: BenchmarkSides.Side) throws(HarnessFailure) -> String? {
    let runner = sides.runner
    try runner.setUp(side.benchmark, in: side.tree)
    defer { runner.cleanUp(side.benchmark, in: side.tree) }
    return try runner.output(of: side.benchmark, in: side.tree)?.text
  }
}
