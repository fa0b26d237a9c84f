internal import BenchmarkHarness
internal import Measuring
internal import Reporting
internal import OrderedJSON

/// A program of Google Benchmark (https://github.com/google/benchmark): its options and its JSON.
struct GoogleBenchmarkProgram: FrameworkAdapter {
  let program: FrameworkProgram

  func names() throws(HarnessFailure) -> [String] {
    let outcome = program.run(["--benchmark_list_tests=true"])
    guard outcome.isSuccess else { throw program.failure("does not list its benchmarks", outcome) }
    return outcome.text.split(separator: "\n").map { String($0) }
  }

  func start(_ name: String) throws(WorkerFailure) -> any MeasuredWorker {
    let arguments = Self.sampleArguments(name, seconds: program.adapted.sampleSeconds)
    return SamplingWorker { () throws(WorkerFailure) in
      let outcome = program.run(arguments)
      let document = try? JSONValue(parsing: Array(outcome.text.utf8))
      return try program.sample(of: name, outcome, document.map(Self.sample))
    }
  }

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

  /// The time that Google Benchmark itself judges a benchmark by, as endings of its name say.
  ///
  /// `UseManualTime` and `UseRealTime` add `/manual_time` and `/real_time`; `MeasureProcessCPUTime` adds
  /// `/process_time`, and further endings, such as `/threads:4`, may follow.
  static func clock(ofBenchmark name: String) -> ClockChoice {
    let parts = name.split(separator: "/")
    if parts.contains("manual_time") || parts.contains("real_time") { return .wall }
    return .cpu
  }

  /// The sample of a document; of several repetitions the median.
  static func sample(_ document: JSONValue) -> Result<FrameworkSample, FrameworkProblem> {
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
