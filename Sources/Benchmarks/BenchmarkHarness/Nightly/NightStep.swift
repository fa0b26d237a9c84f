internal import Measuring
internal import OrderedJSON

/// The steps of a night by their names in the history, with their results as JSON.
enum NightStep {
  /// What the night measures.
  static let plan = "plan"

  /// How the night divides its time.
  static let shares = "shares"

  /// The measurement of a part, by its index in the plan.
  static func measure(_ index: Int) -> String { "measure \(index)" }

  /// A paired session of a series.
  static func session(_ purpose: NightPurpose, _ series: String) -> String {
    switch purpose {
    case .look: "look \(series)"
    case .confirmation: "confirm \(series)"
    }
  }

  /// The explanation of a series that became slower.
  static func reason(_ series: String) -> String { "explain \(series)" }

  /// A result as it was kept; `nil` when there is none, or when it is of another version.
  static func read<Result: NightStepResult>(_ text: String?) -> Result? {
    text.flatMap { try? JSONValue(parsing: Array($0.utf8)) }.flatMap(Result.init)
  }
}

/// What a step of a night found, as the history keeps it.
protocol NightStepResult {
  /// The result as JSON.
  var json: JSONValue { get }

  /// Reads a result; `nil` when it is of another version.
  init?(json: JSONValue)
}

extension NightMeasured: NightStepResult {
  var json: JSONValue {
    .object([
      .init("subjects", .array(subjects.map(\.json))),
      .init("wrong", .array(wrong.map(JSONValue.string))),
    ])
  }

  init?(json: JSONValue) {
    guard let subjects = json["subjects"]?.elements(NightSubject.init),
      let wrong = json["wrong"]?.elements(\.string)
    else { return nil }
    self.init(subjects: subjects, wrong: wrong)
  }
}

extension NightSession: NightStepResult {
  var json: JSONValue {
    .object(present: [
      "baseInstructions": baseInstructions.map { .literal("\($0)") },
      "gate": verdict.map { .string($0.word) },
      "logRatios": .array(logRatios.map(JSONValue.number)),
      "looks": .integer(looks),
      "tonightInstructions": tonightInstructions.map { .literal("\($0)") },
    ])
  }

  init?(json: JSONValue) {
    guard let logRatios = json["logRatios"]?.elements(\.number),
      let looks = json["looks"]?.integer
    else { return nil }
    self.init(
      logRatios: logRatios, looks: looks,
      baseInstructions: json["baseInstructions"]?.numberText.flatMap { Int64($0) },
      tonightInstructions: json["tonightInstructions"]?.numberText.flatMap { Int64($0) })
    verdict = json["gate"]?.string.map { Verdict(word: $0) }
  }
}

extension NightSubject {
  fileprivate var json: JSONValue {
    .object(present: [
      "benchmark": .string(benchmark), "better": metric.map { .string($0.better.rawValue) },
      "metric": metric.map { .string($0.name) }, "series": .string(series),
    ])
  }

  fileprivate init?(json: JSONValue) {
    guard let series = json["series"]?.string, let benchmark = json["benchmark"]?.string else {
      return nil
    }
    var metric: Metric?
    if let name = json["metric"]?.string {
      guard let better = json["better"]?.string.flatMap(BenchmarkMetric.Better.init) else {
        return nil
      }
      metric = Metric(name: name, better: better)
    }
    self.init(series: series, benchmark: benchmark, metric: metric)
  }
}
