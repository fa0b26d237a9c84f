package import Measuring
package import Reporting

extension SuiteRunner {
  /// What a command writes, and whether it succeeds; `nil` for benchmarks that answer by themselves.
  ///
  /// - Throws: ``HarnessFailure`` when it cannot be started, or on Ctrl-C.
  package func output(
    of benchmark: SuiteBenchmark, in tree: SuiteTree
  ) throws(HarnessFailure) -> ProgramOutput? {
    guard case .command(let run) = benchmark.work else { return nil }
    if let prepare = run.prepare {
      _ = try SuiteProcess.run(prepare, in: tree, suite: suite, isCancelled: isCancelled)
    }
    return try SuiteProcess.run(
      run.command, in: tree, suite: suite, mergingErrors: false, isCancelled: isCancelled)
  }
}
