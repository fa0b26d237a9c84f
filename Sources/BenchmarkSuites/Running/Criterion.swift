internal import OrderedJSON

/// The options and the output of programs of Criterion.rs (https://bheisler.github.io/criterion.rs).
///
/// Its JSON files are private to it; what it promises to print is the format of `bencher`, in whole
/// nanoseconds.
enum Criterion {
  static let listArguments = ["--bench", "--list"]

  static func sampleArguments(_ name: String, seconds: Double) -> [String] {
    [
      "--bench", "--output-format", "bencher", "--noplot", "--discard-baseline",
      "--warm-up-time", "\(max(seconds / 5, 0.01))", "--measurement-time", "\(seconds)",
      "--sample-size", "10", "--exact", name,
    ]
  }

  /// The names of a list: `NAME: benchmark` on each line.
  static func names(_ output: String) -> [String] {
    let ending = ": benchmark"
    return output.split(whereSeparator: \.isNewline).compactMap { line in
      line.hasSuffix(ending) ? String(line.dropLast(ending.count)) : nil
    }
  }

  /// The sample of an output: `test NAME ... bench:   1,234 ns/iter (+/- 56)`.
  static func sample(
    _ output: String
  ) -> Result<FrameworkAdapter.Sample, FrameworkProblem> {
    for line in output.split(whereSeparator: \.isNewline) where line.hasPrefix("test ") {
      guard let mark = line.ranges(of: " ... bench:").last else { continue }
      let words = line[mark.upperBound...].split(separator: " ")
      guard words.count >= 2, words[1] == "ns/iter",
        let value = Double(words[0].filter { $0 != "," }), value.isFinite
      else { continue }
      return .success(.init(wall: value * 1e-9, processor: value * 1e-9))
    }
    return .failure(.init(text: "the output holds no time of it"))
  }
}
