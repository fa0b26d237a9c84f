internal import BenchmarkHarness
internal import Files
internal import Measuring
internal import OrderedJSON

/// The options of pytest-benchmark (https://pytest-benchmark.readthedocs.io), and the plugin with
/// which pytest obeys the worker protocol.
enum PytestBenchmark {
  /// The plugin of pytest that every run loads, from the folder that ``writePlugin(to:)`` was given.
  static let plugin = "bench_pytest_worker"

  /// Fails an epoch that would make fewer calls than requested, for counting.
  static let exactCalls = "BENCH_EXACT_CALLS=1"

  /// Seconds that pytest may take to end: what tests leave behind is removed then.
  static let ending = 10.0

  /// Writes the plugin into a folder of ours, where it is not there, or is that of another version.
  static func writePlugin(to folder: String) throws(FileAccessError) {
    let path = "\(folder)/\(plugin).py"
    if let known = try? readFile(at: path), known == PackageResources.bench_pytest_worker_py {
      return
    }
    try writeFile(PackageResources.bench_pytest_worker_py, to: path, replacingExisting: true)
  }

  /// Variables with which Python finds the plugin before all others.
  static func environment(_ environment: [String], pluginIn folder: String) -> [String] {
    let key = "PYTHONPATH="
    let others = environment.last { $0.hasPrefix(key) }.map { ":\($0.dropFirst(key.count))" }
    return environment.filter { !$0.hasPrefix(key) } + ["\(key)\(folder)\(others ?? "")"]
  }

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
    "-q", "-p", "no:cacheprovider", "-p", plugin, "--benchmark-only", "--benchmark-enable",
  ]

  /// The names of the benchmarks of a document: pytest's own, which select them again.
  static func names(_ document: JSONValue) -> [String]? {
    document["benchmarks"]?.elements?.compactMap { $0["fullname"]?.string }
  }
}
