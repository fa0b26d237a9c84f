internal import OrderedJSON

/// A value that a benchmark reports beside its time: an error, a hit rate, a size.
public struct BenchmarkMetric: Equatable, Sendable {
  /// Which of two values is the better one.
  public enum Better: String, Sendable, CaseIterable {
    /// The smaller one.
    case less
    /// The larger one.
    case more
    /// None: they must be equal.
    case equal
  }

  /// What is measured, different for each metric of one benchmark: `deltaE00`.
  public let name: String
  /// What the column is called: `ΔE00`; nil for the name.
  public let title: String?
  /// The value; not-a-number when the worker had no finite number for it.
  public let value: Double
  /// The unit of the value; empty for a bare number.
  public let unit: String
  /// Which of two values is the better one.
  public let better: Better

  /// Makes a metric.
  ///
  /// - Parameters:
  ///   - name: what is measured.
  ///   - title: what the column is called; nil for the name.
  ///   - value: the value.
  ///   - unit: the unit of the value; empty for a bare number.
  ///   - better: which of two values is the better one.
  public init(
    name: String, title: String? = nil, value: Double, unit: String = "", better: Better
  ) {
    self.name = name
    self.title = title
    self.value = value
    self.unit = unit
    self.better = better
  }
}

extension BenchmarkMetric {
  /// The metric as the protocol writes it; a value that is not finite is `null`.
  var json: JSONValue {
    .object(present: [
      "name": .string(name), "title": title.map(JSONValue.string), "value": .number(value),
      "unit": .string(unit), "better": .string(better.rawValue),
    ])
  }

  /// Reads what a worker wrote.
  init(_ json: JSONValue) throws(DescriptionProblem) {
    let object = try DescribedObject(json, of: "a metric")
    name = try object.requiredText("name")
    title = try object.text("title")
    unit = try object.text("unit", orEmpty: true) ?? ""
    let word = try object.requiredText("better")
    guard let better = Better(rawValue: word) else {
      throw DescriptionProblem(
        "the metric '\(name)' is better when '\(word)', which is none of less, more, equal")
    }
    self.better = better
    switch object["value"] {
    // What JSON cannot write, and what a Double cannot hold.
    case nil: value = .nan
    case let field?:
      guard field.numberText != nil else {
        throw DescriptionProblem("the value of the metric '\(name)' is not a number")
      }
      value = field.number ?? .nan
    }
  }

  /// Reads all that a worker reports of a benchmark.
  static func list(_ value: JSONValue) throws(DescriptionProblem) -> [BenchmarkMetric] {
    guard let elements = value.elements else {
      throw DescriptionProblem("the metrics are not an array")
    }
    var metrics: [BenchmarkMetric] = []
    for element in elements { metrics.append(try BenchmarkMetric(element)) }
    if let twice = metrics.map(\.name).firstRepeated {
      throw DescriptionProblem("the metric '\(twice)' is there twice")
    }
    return metrics
  }
}
