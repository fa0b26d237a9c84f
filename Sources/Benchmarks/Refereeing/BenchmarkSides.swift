internal import BenchmarkSuites

/// A benchmark in the checkouts of both sides.
struct BenchmarkSides {
  /// A benchmark with the checkout that it is in.
  typealias Side = (benchmark: SuiteBenchmark, tree: SuiteTree)

  /// Starts benchmarks.
  let runner: SuiteRunner
  /// What is compared with.
  let base: Side
  /// What is tried.
  let candidate: Side
}
