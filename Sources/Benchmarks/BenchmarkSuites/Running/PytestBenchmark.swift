internal import BenchmarkHarness
internal import CSuiteFiles
internal import Measuring
internal import OrderedJSON

/// The options of pytest-benchmark (https://pytest-benchmark.readthedocs.io), and the plugin with
/// which pytest obeys the worker protocol.
enum PytestBenchmark {
  /// The plugin of pytest that every run loads.
  static let plugin = PythonPlugin(
    name: "bench_pytest_worker", content: csuite_bench_pytest_worker_py().content)

  /// Fails an epoch that would make fewer calls than requested, for counting.
  static let exactCalls = "BENCH_EXACT_CALLS=1"

  /// Seconds that pytest may take to end: what tests leave behind is removed then.
  static let ending = 10.0

  /// Every test is run briefly: only a run shows which tests are benchmarks.
  static func listArguments(output: String) -> [String] {
    common + [
      "--benchmark-json=\(output)", "--benchmark-disable-gc", "--benchmark-min-rounds=1",
      "--benchmark-min-time=0.000005", "--benchmark-max-time=0.000005", "--benchmark-warmup=off",
    ]
  }

  /// Lets pytest obey requests for one test, which is its workload 0.
  static func workerArguments(_ name: String) -> [String] { common + ["--bench-worker=\(name)"] }

  private static let common = [
    "-q", "-p", "no:cacheprovider", "-p", plugin.name, "--benchmark-only", "--benchmark-enable",
  ]

  /// The names of the benchmarks of a document: pytest's own, which select them again.
  static func names(_ document: JSONValue) -> [String]? {
    document["benchmarks"]?.elements?.compactMap { $0["fullname"]?.string }
  }
}
