internal import BenchmarkHarness
internal import Measuring
internal import Reporting

/// A program of Criterion.rs (https://bheisler.github.io/criterion.rs): its options and its output.
///
/// Its JSON files are private to it, and the format of `bencher` is in whole nanoseconds: the line for
/// people has five digits.
struct CriterionProgram: FrameworkAdapter {
  let program: FrameworkProgram

  /// It reports only wall time.
  static func clock(ofBenchmark name: String) -> ClockChoice { .wall }

  func names() throws(HarnessFailure) -> [String] {
    let outcome = program.run(["--bench", "--list"])
    guard outcome.isSuccess else { throw program.failure("does not list its benchmarks", outcome) }
    switch Self.names(outcome.text) {
    case .success(let names): return names
    case .failure(let problem):
      throw .failed(
        "`\(program.adapted.command.text)` (criterion) is not measured. \(problem.text)")
    }
  }

  func start(_ name: String) throws(WorkerFailure) -> any MeasuredWorker {
    let arguments = Self.sampleArguments(name, seconds: program.adapted.sampleSeconds)
    return SamplingWorker { () throws(WorkerFailure) in
      let outcome = program.run(arguments)
      return try program.sample(of: name, outcome, Self.sample(outcome.text))
    }
  }

  static func sampleArguments(_ name: String, seconds: Double) -> [String] {
    [
      "--bench", "--noplot", "--color", "never", "--discard-baseline",
      "--warm-up-time", "\(max(seconds / 5, 0.01))", "--measurement-time", "\(seconds)",
      "--sample-size", "10", "--exact", name,
    ]
  }

  /// The names of a list: `NAME: benchmark` on each line.
  ///
  /// Versions before 0.5 write `NAME: bench`. They cannot select one benchmark by its whole name.
  static func names(_ output: String) -> Result<[String], FrameworkProblem> {
    let lines = output.split(whereSeparator: \.isNewline)
    let names = lines.compactMap { line in dropping(": benchmark", from: line) }
    if names.isEmpty, lines.contains(where: { dropping(": bench", from: $0) != nil }) {
      return .failure(
        .init(
          text: "It is of a version before 0.5, which cannot run one benchmark by its name. "
            + "Update the crate: cargo add --dev criterion@0.5."))
    }
    return .success(names)
  }

  private static func dropping(_ ending: String, from line: Substring) -> String? {
    line.hasSuffix(ending) ? String(line.dropLast(ending.count)) : nil
  }

  private static let secondsOfUnit = [
    "ps": 1e-12, "ns": 1e-9, "µs": 1e-6, "us": 1e-6, "ms": 1e-3, "s": 1,
  ]

  /// The sample of an output, the middle of `NAME  time:   [1.2 ns 1.3 ns 1.4 ns]`.
  static func sample(
    _ output: String
  ) -> Result<FrameworkSample, FrameworkProblem> {
    for line in output.split(whereSeparator: \.isNewline) {
      guard let mark = line.ranges(of: "time:   [").last, line.hasSuffix("]") else { continue }
      let words = line[mark.upperBound...].dropLast().split(separator: " ")
      guard words.count == 6, let value = Double(words[2]), value.isFinite,
        let unit = secondsOfUnit[String(words[3])]
      else { continue }
      return .success(.init(wall: value * unit, processor: value * unit))
    }
    return .failure(.init(text: "the output holds no time of it"))
  }
}
