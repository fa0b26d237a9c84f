internal import BenchmarkHarness
internal import Measuring
internal import OrderedJSON

/// The options and the JSON of pytest-benchmark (https://pytest-benchmark.readthedocs.io).
enum PytestBenchmark {
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
      "-q", "-p", "no:cacheprovider", "--benchmark-only", "--benchmark-json=\(output)",
      "--benchmark-disable-gc",
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
