internal import BenchmarkHarness
internal import Files
internal import Measuring
internal import OrderedJSON

/// The options and the JSON of pytest-benchmark (https://pytest-benchmark.readthedocs.io).
enum PytestBenchmark {
  /// The plugin of pytest that every run loads, from the folder that ``writePlugin(to:)`` was given.
  static let plugin = "bench_short_output"

  /// Leaves out of the output what is not read and takes longer than most samples: a description of
  /// the processor, and one of the commit.
  private static let pluginSource = """
    import pytest


    @pytest.hookimpl(tryfirst=True)
    def pytest_benchmark_generate_machine_info(config):
        return {"cpu": {}}


    @pytest.hookimpl(tryfirst=True)
    def pytest_benchmark_generate_commit_info(config):
        return {}

    """

  /// Writes the plugin into a folder of ours, where it is not there yet.
  static func writePlugin(to folder: String) throws(FileAccessError) {
    let path = "\(folder)/\(plugin).py"
    guard FileKind(path: path) == .absent else { return }
    try writeFile(Array(pluginSource.utf8), to: path, replacingExisting: true)
  }

  /// Variables with which Python finds the plugin before all others.
  static func environment(_ environment: [String], pluginIn folder: String) -> [String] {
    let key = "PYTHONPATH="
    let others = environment.last { $0.hasPrefix(key) }.map { ":\($0.dropFirst(key.count))" }
    return environment.filter { !$0.hasPrefix(key) } + ["\(key)\(folder)\(others ?? "")"]
  }

  /// Every benchmark is run for a moment: only a run tells which tests are benchmarks.
  static func listArguments(output: String) -> [String] {
    common(output) + [
      "--benchmark-min-rounds=1", "--benchmark-min-time=0.000005", "--benchmark-max-time=0.000005",
      "--benchmark-warmup=off",
    ]
  }

  static func sampleArguments(
    _ name: String, seconds: Double, clock: ClockChoice, output: String
  ) -> [String] {
    common(output) + [
      "--benchmark-max-time=\(seconds)", "--benchmark-min-rounds=5",
      "--benchmark-timer=\(clock == .cpu ? "time.thread_time" : "time.perf_counter")", name,
    ]
  }

  private static func common(_ output: String) -> [String] {
    [
      "-q", "-p", "no:cacheprovider", "-p", plugin, "--benchmark-only",
      "--benchmark-json=\(output)", "--benchmark-disable-gc",
    ]
  }

  /// The names of the benchmarks of a document: pytest's own, which select them again.
  static func names(_ document: JSONValue) -> [String]? {
    document["benchmarks"]?.elements?.compactMap { $0["fullname"]?.string }
  }

  /// The median of the rounds; pytest-benchmark measures one clock.
  static func sample(
    _ document: JSONValue
  ) -> Result<FrameworkAdapter.Sample, FrameworkProblem> {
    guard let median = document["benchmarks"]?.elements?.first?["stats"]?["median"]?.number else {
      return .failure(.init(text: "the output holds no time of it"))
    }
    return .success(.init(wall: median, processor: median))
  }
}
