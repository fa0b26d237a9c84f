internal import OrderedJSON

/// The options and the output of programs of Criterion.rs (https://bheisler.github.io/criterion.rs).
///
/// Its JSON files are private to it, and the format of `bencher` is in whole nanoseconds: the line for
/// people has five digits.
enum Criterion {
  static let listArguments = ["--bench", "--list"]

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
  ) -> Result<FrameworkAdapter.Sample, FrameworkProblem> {
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
