internal import BenchmarkHarness
package import HistoryReports
internal import Measuring
internal import OrderedJSON
internal import Reporting

/// Results for programs; the fields are a promise, kept in `Benchmarks/JSON.md`.
package struct SuiteRunJSON: ResultFormat {
  let suite: String
  let revision: String

  /// Raised when a field changes its meaning or goes.
  package static let schema = 1

  /// Nothing: half a document would look like damage.
  package func opening(_ environment: RunEnvironment) -> String { "" }

  /// Nothing.
  package func section(_ results: [SuiteResult]) -> String { "" }

  /// The document.
  package func closing(_ groups: [[SuiteResult]], _ environment: RunEnvironment) -> String {
    let results = groups.flatMap { $0 }
    return JSONValue.object([
      .init("schema", .integer(Self.schema)),
      .init("suite", .string(suite)),
      .init("revision", .string(revision)),
      .init("environment", environment.record),
      .init("results", .array(results.map(Self.result))),
      .init("growth", .array(Self.growth(results))),
    ]).text + "\n"
  }

  private static func growth(_ results: [SuiteResult]) -> [JSONValue] {
    ScalingSeries.all(
      in: results.compactMap { result in
        result.median.map { (parameters: result.benchmark.description.parameters, cost: $0) }
      }
    ).map { series in
      .object([
        .init("parameter", .string(series.parameter)),
        .init("parameters", Self.parameters(series.others)),
        .init("exponent", .number(series.fit.exponent)),
      ])
    }
  }

  private static func parameters(_ parameters: [BenchmarkParameter]) -> JSONValue {
    .object(parameters.map { .init($0.name, .string($0.value)) })
  }

  /// The fields of every suite, then those that its parameters, references and metrics name; a name
  /// that is taken keeps its meaning.
  private static func result(_ result: SuiteResult) -> JSONValue {
    var fields = fixed(result)
    func add(_ name: String, _ value: JSONValue) {
      if !fields.contains(where: { $0.name == name }) { fields.append(.init(name, value)) }
    }
    for parameter in result.benchmark.description.parameters {
      add(parameter.name, .string(parameter.value))
    }
    for ratio in result.ratios {
      let name = ratio.reference.name.prefix(1).uppercased() + ratio.reference.name.dropFirst()
      add("ratioTo\(name)", .optional(ratio.value, JSONValue.number))
      if let agree = ratio.answersAgree { add("matches\(name)", .bool(agree)) }
    }
    for metric in result.otherMetrics {
      add(metric.name, .optional(metric.value.finite, JSONValue.number))
    }
    return .object(fields)
  }

  private static func fixed(_ result: SuiteResult) -> [JSONValue.Field] {
    let timing = result.timing
    let description = result.benchmark.description
    func number(_ value: Double?) -> JSONValue { .optional(value, JSONValue.number) }
    return [
      .init("benchmark", .string(result.name)),
      .init("parameters", parameters(description.parameters)),
      .init("clock", .string(timing.clock.rawValue)),
      .init("medianSeconds", number(result.median)),
      .init(
        "interval",
        .optional(timing.interval) { .array([.number($0.lowerBound), .number($0.upperBound)]) }),
      .init("wallSeconds", number(timing.median(.wall))),
      .init("launches", .integer(timing.processes)),
      .init("epochs", .integer(timing.epochs)),
      .init("samples", .array(timing.samples(timing.clock).map(JSONValue.number))),
      .init("answer", .optional(timing.answer, JSONValue.string)),
      .init("items", number(description.items)),
      .init("unit", .optional(description.unit, JSONValue.string)),
      .init("itemsPerSecond", number(result.perSecond(description.items))),
      .init("bytes", number(description.bytes)),
      .init("bytesPerSecond", number(result.perSecond(description.bytes))),
      .init("peakBytes", .optional(result.peakBytes, JSONValue.integer)),
      .init("programBytes", .optional(result.programBytes, JSONValue.integer)),
      .init("metrics", .array(result.otherMetrics.map(metric))),
      .init("instructions", number(result.count(.instructions))),
      .init("allocations", number(result.count(.allocations))),
      .init("allocatedBytes", number(result.count(.allocatedBytes))),
      .init("failure", .optional(result.failure ?? result.wrongAnswer, JSONValue.string)),
    ]
  }

  private static func metric(_ metric: BenchmarkMetric) -> JSONValue {
    .object([
      .init("name", .string(metric.name)),
      .init("value", .optional(metric.value.finite, JSONValue.number)),
      .init("unit", .string(metric.unit)),
      .init("better", .string(metric.better.rawValue)),
    ])
  }
}

/// Results as comma-separated values (RFC 4180), in seconds and bytes.
package struct SuiteRunCSV: ResultFormat {
  package init() {}

  /// Nothing: the columns depend on the results.
  package func opening(_ environment: RunEnvironment) -> String { "" }

  /// Nothing.
  package func section(_ results: [SuiteResult]) -> String { "" }

  /// The names of the columns, and a row for each result.
  package func closing(_ groups: [[SuiteResult]], _ environment: RunEnvironment) -> String {
    let results = groups.flatMap { $0 }
    let columns = Self.columns(of: results)
    return CSVLine.text(columns.map(\.title))
      + results.map { result in CSVLine.text(columns.map { $0.cell(result) }) }.joined()
  }

  private typealias Column = (title: String, cell: (SuiteResult) -> String)

  private static func columns(of results: [SuiteResult]) -> [Column] {
    func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
    var columns: [Column] = [
      ("benchmark", { $0.name }), ("clock", { $0.timing.clock.rawValue }),
      ("medianSeconds", { text($0.median) }),
      ("lowSeconds", { text($0.timing.interval?.lowerBound) }),
      ("highSeconds", { text($0.timing.interval?.upperBound) }),
      ("wallSeconds", { text($0.timing.median(.wall)) }),
      ("launches", { "\($0.timing.processes)" }), ("epochs", { "\($0.timing.epochs)" }),
      ("itemsPerSecond", { text($0.perSecond($0.benchmark.description.items)) }),
      ("bytesPerSecond", { text($0.perSecond($0.benchmark.description.bytes)) }),
      ("peakBytes", { $0.peakBytes.map(String.init) ?? "" }),
      ("programBytes", { $0.programBytes.map(String.init) ?? "" }),
      ("instructions", { text($0.count(.instructions)) }),
      ("allocations", { text($0.count(.allocations)) }),
      ("allocatedBytes", { text($0.count(.allocatedBytes)) }),
    ]
    func add(_ title: String, _ cell: @escaping (SuiteResult) -> String) {
      if !columns.contains(where: { $0.title == title }) { columns.append((title, cell)) }
    }
    for result in results {
      for parameter in result.benchmark.description.parameters {
        add(parameter.name) { $0.benchmark.value(of: parameter.name) ?? "" }
      }
      for ratio in result.ratios {
        let name = ratio.reference.name
        func of(_ result: SuiteResult) -> SuiteResult.Ratio? {
          result.ratios.first { $0.reference.name == name }
        }
        let capital = name.prefix(1).uppercased() + name.dropFirst()
        add("ratioTo\(capital)") { text(of($0)?.value) }
        if ratio.answersAgree != nil {
          add("matches\(capital)") { of($0)?.answersAgree.map(String.init) ?? "" }
        }
      }
      for metric in result.otherMetrics {
        add(metric.name) { one in text(one.metrics.first { $0.name == metric.name }?.value.finite) }
      }
    }
    return columns
  }
}
