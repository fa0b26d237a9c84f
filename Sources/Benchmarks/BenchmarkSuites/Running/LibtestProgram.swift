internal import BenchmarkHarness
internal import Measuring
internal import Reporting

/// A program of functions with `#[bench]`, as Rust's own test runner or the crate `bencher` makes it: its options
/// and its output.
struct LibtestProgram: FrameworkAdapter {
  let program: FrameworkProgram

  /// It reports only wall time.
  static func clock(ofBenchmark name: String) -> ClockChoice { .wall }

  func names() throws(HarnessFailure) -> [String] {
    let outcome = program.run(["--bench", "--list"])
    let names = Self.names(outcome.text)
    if outcome.isSuccess, !names.isEmpty { return names }
    // Programs of bencher list nothing: a run of all tells.
    let all = program.run(["--bench"])
    guard all.isSuccess else { throw program.failure("does not list its benchmarks", all) }
    return Self.results(all.text).map(\.name)
  }

  func start(_ name: String) throws(WorkerFailure) -> any MeasuredWorker {
    SamplingWorker { () throws(WorkerFailure) in
      // bencher knows no option for a whole name: it takes all names that hold this one.
      let outcome = program.run(["--bench", name])
      let found = Self.results(outcome.text).first { $0.name == name }
      return try program.sample(
        of: name, outcome,
        found.map { .success(FrameworkSample(wall: $0.seconds, processor: $0.seconds)) }
          ?? .failure(FrameworkProblem(text: "the output holds no time of it")))
    }
  }

  /// The names of a list: `NAME: benchmark` (or `NAME: bench`) on each line.
  static func names(_ output: String) -> [String] {
    output.split(whereSeparator: \.isNewline).compactMap { line in
      [": benchmark", ": bench"].first { line.hasSuffix($0) }.map {
        String(line.dropLast($0.count))
      }
    }
  }

  /// The lines `test NAME ... bench:       1,234.56 ns/iter (+/- 7)`, with the time of one call.
  static func results(_ output: String) -> [(name: String, seconds: Double)] {
    output.split(whereSeparator: \.isNewline).compactMap { line in
      guard line.hasPrefix("test "), let mark = line.firstRange(of: " ... bench: "),
        let unit = line[mark.upperBound...].firstRange(of: " ns/iter")
      else { return nil }
      let digits = line[mark.upperBound..<unit.lowerBound].filter { $0 != "," && $0 != " " }
      let name = line[..<mark.lowerBound].dropFirst("test ".count)
      return Double(digits).map { (String(name[...].trimmed), $0 * 1e-9) }
    }
  }
}
