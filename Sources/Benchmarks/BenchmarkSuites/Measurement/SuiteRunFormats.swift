public import BenchmarkHarness
public import HistoryReports
internal import MarkupEscaping
internal import Measuring
internal import OrderedJSON
internal import Reporting

/// Results for people: a table when all is measured.
public struct SuiteRunTable: ResultFormat {
  /// Makes a writer.
  public init() {}

  /// What comes first.
  public func opening(_ environment: RunEnvironment) -> String { environment.summary + "\n" }

  /// Nothing: a table is as wide as its longest name.
  public func section(_ result: SuiteResult) -> String { "" }

  /// The table.
  public func closing(_ results: [SuiteResult], _ environment: RunEnvironment) -> String {
    guard !results.isEmpty else { return "" }
    // A column in which nothing is said is left out.
    let columns = SuiteRunColumn.all.filter { column in
      results.contains { column.cell($0) != TextTable.nothing }
    }
    var table = TextTable(columns: columns.map { TextTable.Column($0.title, $0.alignment) })
    for result in results { table.append(columns.map { TextTable.Cell($0.cell(result)) }) }
    return table.lines().joined(separator: "\n") + "\n"
  }
}

/// Results as one Markdown table.
public struct SuiteRunMarkdown: ResultFormat {
  /// Makes a writer.
  public init() {}

  /// The heading of the table.
  public func opening(_ environment: RunEnvironment) -> String {
    Self.line(SuiteRunColumn.all.map(\.title))
      + Self.line(SuiteRunColumn.all.map { $0.alignment == .right ? "---:" : "---" })
  }

  /// A row.
  public func section(_ result: SuiteResult) -> String {
    Self.line(SuiteRunColumn.all.map { Markup.markdown($0.cell(result)) })
  }

  /// The machine.
  public func closing(_ results: [SuiteResult], _ environment: RunEnvironment) -> String {
    "\n\(environment.summary)\n"
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }
}

/// Results as comma-separated values (RFC 4180), in seconds and bytes.
public struct SuiteRunCSV: ResultFormat {
  /// Makes a writer.
  public init() {}

  /// The names of the columns.
  public func opening(_ environment: RunEnvironment) -> String {
    CSVLine.text([
      "benchmark", "clock", "medianSeconds", "lowSeconds", "highSeconds", "wallSeconds",
      "launches", "epochs", "peakBytes", "instructions", "allocations", "allocatedBytes",
    ])
  }

  /// A row.
  public func section(_ result: SuiteResult) -> String {
    let timing = result.timing
    func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
    return CSVLine.text([
      result.name, timing.clock.rawValue, text(timing.median(timing.clock)),
      text(timing.interval?.lowerBound), text(timing.interval?.upperBound),
      text(timing.median(.wall)), "\(timing.processes)", "\(timing.epochs)",
      timing.medianPeak.map(String.init) ?? "", text(result.count(.instructions)),
      text(result.count(.allocations)), text(result.count(.allocatedBytes)),
    ])
  }

  /// Nothing.
  public func closing(_ results: [SuiteResult], _ environment: RunEnvironment) -> String { "" }
}

/// Results for programs; the fields are a promise, kept in `Benchmarks/JSON.md`.
public struct SuiteRunJSON: ResultFormat {
  private let suite: String
  private let revision: String

  /// Raised when a field changes its meaning or goes.
  public static let schema = 1

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - suite: the suite's name.
  ///   - revision: what is measured.
  public init(suite: String, revision: String) {
    self.suite = suite
    self.revision = revision
  }

  /// Nothing: half a document would look like damage.
  public func opening(_ environment: RunEnvironment) -> String { "" }

  /// Nothing.
  public func section(_ result: SuiteResult) -> String { "" }

  /// The document.
  public func closing(_ results: [SuiteResult], _ environment: RunEnvironment) -> String {
    JSONValue.object([
      .init("schema", .integer(Self.schema)),
      .init("suite", .string(suite)),
      .init("revision", .string(revision)),
      .init("environment", environment.record),
      .init("results", .array(results.map(Self.result))),
    ]).text + "\n"
  }

  private static func result(_ result: SuiteResult) -> JSONValue {
    let timing = result.timing
    return .object([
      .init("benchmark", .string(result.name)),
      .init("clock", .string(timing.clock.rawValue)),
      .init("medianSeconds", .optional(timing.median(timing.clock), JSONValue.number)),
      .init(
        "interval",
        .optional(timing.interval) { .array([.number($0.lowerBound), .number($0.upperBound)]) }),
      .init("wallSeconds", .optional(timing.median(.wall), JSONValue.number)),
      .init("launches", .integer(timing.processes)),
      .init("epochs", .integer(timing.epochs)),
      .init("samples", .array(timing.samples(timing.clock).map(JSONValue.number))),
      .init("answer", .optional(timing.answer, JSONValue.string)),
      .init("peakBytes", .optional(timing.medianPeak, JSONValue.integer)),
      .init("instructions", .optional(result.count(.instructions), JSONValue.number)),
      .init("allocations", .optional(result.count(.allocations), JSONValue.number)),
      .init("allocatedBytes", .optional(result.count(.allocatedBytes), JSONValue.number)),
      .init("failure", .optional(result.failure, JSONValue.string)),
    ])
  }
}

/// A column of the tables for people.
struct SuiteRunColumn: Sendable {
  let title: String
  let alignment: TextTable.Alignment
  let cell: @Sendable (SuiteResult) -> String

  static let all = [
    SuiteRunColumn(title: "benchmark", alignment: .left) { printable($0.name) },
    SuiteRunColumn(title: "time", alignment: .right) {
      $0.timing.median($0.timing.clock).map(Quantities.time) ?? TextTable.nothing
    },
    SuiteRunColumn(title: "95 % interval", alignment: .right) {
      $0.timing.interval.map(Quantities.timeRange) ?? TextTable.nothing
    },
    SuiteRunColumn(title: "clock", alignment: .left) { $0.timing.clock.title },
    SuiteRunColumn(title: "launches", alignment: .right) { String($0.timing.processes) },
    SuiteRunColumn(title: "epochs", alignment: .right) { String($0.timing.epochs) },
    SuiteRunColumn(title: "peak memory", alignment: .right) {
      $0.timing.medianPeak.map(Quantities.bytes) ?? TextTable.nothing
    },
    SuiteRunColumn(title: "instructions", alignment: .right) {
      $0.count(.instructions).map(CostComparison.number) ?? TextTable.nothing
    },
    SuiteRunColumn(title: "allocations", alignment: .right) {
      $0.count(.allocations).map(CostComparison.number) ?? TextTable.nothing
    },
    SuiteRunColumn(title: "allocated bytes", alignment: .right) {
      $0.count(.allocatedBytes).map(CostComparison.number) ?? TextTable.nothing
    },
  ]
}
