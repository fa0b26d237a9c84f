internal import BenchmarkBuilds
internal import Files
package import Measuring
package import Reporting

/// What layout alone makes of a suite's benchmarks, as it was measured on this machine.
package struct SuiteAllowances {
  let file: LayoutAllowanceFile
  let suite: String

  /// The allowances of the suite in a folder, in the file of this user.
  package static func standard(ofSuiteIn folder: String) -> SuiteAllowances {
    SuiteAllowances(file: .standard, suite: SuiteRepository.historyName(ofSuiteIn: folder))
  }

  /// What was measured for a benchmark; `nil` when nothing was.
  package func allowance(of benchmark: SuiteBenchmark) -> LayoutAllowance? {
    file.allowance(of: key(benchmark))
  }

  /// Keeps what was measured for a benchmark.
  ///
  /// - Throws: ``HarnessFailure`` when the file cannot be written.
  package func keep(
    _ allowance: LayoutAllowance, of benchmark: SuiteBenchmark
  ) throws(HarnessFailure) {
    do throws(FileAccessError) {
      try file.keep(allowance, of: key(benchmark))
    } catch {
      throw HarnessFailure(unwritable: error)
    }
  }

  private func key(_ benchmark: SuiteBenchmark) -> String { "\(suite)/\(benchmark.name)" }
}
