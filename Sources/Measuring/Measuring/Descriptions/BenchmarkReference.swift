internal import OrderedJSON

/// The benchmark that ratios of another are taken to, measured in the same rounds.
public struct BenchmarkReference: Equatable, Sendable {
  /// What the reference is to the benchmark: `read`.
  public let name: String
  /// The name of the benchmark that ratios are taken to.
  public let benchmark: String
  /// Whether both must compute the same.
  public let answersMustAgree: Bool
  /// What the column of the ratios is called after `×`; nil for the name.
  public let title: String?

  /// Makes a reference.
  ///
  /// - Parameters:
  ///   - name: what it is to the benchmark, different for each reference of one benchmark.
  ///   - benchmark: the name of the benchmark that ratios are taken to.
  ///   - answersMustAgree: whether both must compute the same.
  ///   - title: what the column of the ratios is called; nil for the name.
  public init(
    name: String, benchmark: String, answersMustAgree: Bool = false, title: String? = nil
  ) {
    self.name = name
    self.benchmark = benchmark
    self.answersMustAgree = answersMustAgree
    self.title = title
  }
}

extension BenchmarkReference {
  /// The reference as the protocol writes it.
  var json: JSONValue {
    .object(present: [
      "name": .string(name), "benchmark": .string(benchmark), "answers": .bool(answersMustAgree),
      "title": title.map(JSONValue.string),
    ])
  }

  /// Reads what a worker wrote.
  init(_ value: JSONValue) throws(DescriptionProblem) {
    let object = try DescribedObject(value, of: "a reference")
    name = try object.requiredText("name")
    benchmark = try object.requiredText("benchmark")
    answersMustAgree = try object.flag("answers")
    title = try object.text("title")
  }
}
