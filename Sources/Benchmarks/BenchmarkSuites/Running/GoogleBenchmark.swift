internal import BenchmarkHarness
internal import Measuring
internal import OrderedJSON

/// The options and the JSON of Google Benchmark (https://github.com/google/benchmark).
enum GoogleBenchmark {
  static let listArguments = ["--benchmark_list_tests=true"]

  static func sampleArguments(_ name: String, seconds: Double) -> [String] {
    [
      "--benchmark_filter=^\(escaped(name))$", "--benchmark_format=json",
      "--benchmark_min_time=\(seconds)", "--benchmark_color=false",
    ]
  }

  /// The name as an extended regular expression that matches it alone.
  static func escaped(_ name: String) -> String {
    var result = ""
    for character in name {
      if #"\.[]{}()*+?^$|"#.contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }

  /// The time that Google Benchmark itself judges a benchmark by, as endings of its name say; `nil` where they
  /// say nothing.
  ///
  /// `UseManualTime` and `UseRealTime` add `/manual_time` and `/real_time`; `MeasureProcessCPUTime` adds
  /// `/process_time`, and further endings, such as `/threads:4`, may follow.
  static func clock(ofBenchmark name: String) -> ClockChoice? {
    let parts = name.split(separator: "/")
    if parts.contains("manual_time") || parts.contains("real_time") { return .wall }
    return parts.contains("process_time") ? .cpu : nil
  }

  /// The sample of a document; of several repetitions the median.
  static func sample(_ document: JSONValue) -> Result<FrameworkProblem.Sample, FrameworkProblem> {
    let runs = document["benchmarks"]?.elements ?? []
    var walls: [Double] = []
    var processors: [Double] = []
    for run in runs where run["run_type"]?.string ?? "iteration" == "iteration" {
      if let message = run["error_message"]?.string { return .failure(.init(text: message)) }
      guard let unit = run["time_unit"]?.string.flatMap(seconds),
        let wall = run["real_time"]?.number, let processor = run["cpu_time"]?.number
      else { continue }
      walls.append(wall * unit)
      processors.append(processor * unit)
    }
    guard let wall = Statistics.median(walls), let processor = Statistics.median(processors) else {
      return .failure(.init(text: "the output holds no time of it"))
    }
    return .success(.init(wall: wall, processor: processor))
  }

  private static func seconds(_ unit: String) -> Double? {
    ["ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1][unit]
  }
}

extension FrameworkProblem {
  typealias Sample = FrameworkAdapter.Sample
}

extension BenchmarkSuite.AdaptedProgram {
  /// Which time decides about a benchmark.
  func clock(ofBenchmark name: String) -> ClockChoice {
    if let clock { return clock }
    if framework == .googleBenchmark, let own = GoogleBenchmark.clock(ofBenchmark: name) {
      return own
    }
    return framework.measuresOnlyWallTime ? .wall : .cpu
  }
}
