package import BenchmarkHarness
internal import BenchmarkSuites
internal import Measuring

/// How two states are compared and their difference is explained.
package struct ExplanationSettings {
  /// What is compared, and how; it ends at the search's end, or after its seconds.
  package let comparison: ComparisonSettings
  /// Whether files of the change are exchanged, also where object files could be.
  package var exchangesFiles = false
  /// Whether it is also counted what a script makes its interpreter execute, which takes long.
  package var countsScripts = true
  /// What is known of the whole change, and the only benchmarks that are explained; empty to measure all.
  package var measured: [ComparisonResult] = []
  /// The hashes of the files that were measured; empty where nothing was.
  package var measuredFiles: [String] = []

  package init(_ comparison: ComparisonSettings) { self.comparison = comparison }

  /// The log ratio of a benchmark that does not matter.
  func margin(of suite: BenchmarkSuite) -> Double {
    (comparison.margin ?? suite.margin)?.logRatio ?? SequentialRule().margin
  }
}
