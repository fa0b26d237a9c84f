internal import ExchangeDocuments
internal import Measuring
internal import OrderedJSON
internal import TimingHistory

/// A report for other programs, field by field in `Benchmarks/JSON.md`.
package struct ReportJSON: Sendable {
  /// The document as text, its fields in alphabetical order.
  ///
  /// Levels of 1e-300 and 1e300 are finite, the change between them is not: it is the string
  /// "Infinity".
  package let text: String

  /// Takes all of a report.
  ///
  /// - Complexity: O(*n*) in points of all series.
  package init(of report: HistoryReport) {
    let document = JSONValue.object([
      .init("environments", .array(report.environments.map(Self.json))),
      .init("example", .bool(report.isExample)),
      .init("headline", .string(report.headline)),
      .init("madeAt", .integer(Int(report.madeAt))),
      .init("runs", .array(report.runs.map(Self.json))),
      .init("scalings", .array(report.scalings.map { Self.json($0, in: report) })),
      .init("schema", .integer(1)),
      .init("series", .array(report.series.map(Self.json))),
      .init("title", .string(report.title)),
    ])
    text = document.text + "\n"
  }

  private static func json(_ environment: ReportedEnvironment) -> JSONValue {
    let fields = environment.record.entries.map { (name: $0.field.rawValue, value: "\($0.value)") }
    return .object([
      .init(
        "fields",
        .object(
          fields.sorted { $0.name < $1.name }.map { .init($0.name, .string($0.value)) })),
      .init("fingerprint", .string(environment.fingerprint)),
    ])
  }

  private static func json(_ run: ReportedRun) -> JSONValue {
    .object(present: [
      "commit": run.commit.map(JSONValue.string),
      "environment": run.environment.map(JSONValue.integer),
      "machine": run.machine.map(JSONValue.string),
      "note": run.note.map(JSONValue.string),
      "startedAt": .integer(Int(run.startedAt)),
    ])
  }

  private static func json(_ series: ReportedSeries) -> JSONValue {
    .object(present: [
      "better": series.record.better.map { .string($0.rawValue) },
      "changePoints": .array(series.changes.map(json)),
      "drift": series.drift.map(JSONValue.anyNumber),
      "items": series.record.itemNumber,
      "metric": series.record.metric.map(JSONValue.string),
      "name": .string(series.record.name),
      "notes": series.notes.isEmpty ? nil : .array(series.notes.map(json)),
      "parameters": series.record.parameters.isEmpty ? nil : series.record.parameterObject,
      "points": .array(series.points.map(json)),
      "reason": series.reason.map(JSONValue.string),
      "smallestChange": series.smallestChange.map { .anyNumber($0.effect) },
      "status": .string(series.light.rawValue),
      "unit": .string(series.record.unit),
      "watches": .string(series.watchesRatios ? "ratio" : "value"),
    ])
  }

  /// How the times of series grow along a parameter.
  private static func json(_ scaling: ScalingSeries, in report: HistoryReport) -> JSONValue {
    .object([
      .init("exponent", .anyNumber(scaling.fit.exponent)),
      .init("parameter", .string(scaling.parameter)),
      .init(
        "series",
        .array(scaling.points.map { .string(report.series[$0.place].record.name) })),
    ])
  }

  private static func json(_ point: ReportedPoint) -> JSONValue {
    .object(present: [
      "interval": point.interval.map(json),
      "intervalKind": point.intervalKind.map { .string($0.text) },
      "ratio": point.ratio.map(JSONValue.anyNumber),
      "ratioInterval": point.ratioInterval.map(json),
      "run": .integer(point.run),
      "samples": .integer(point.sampleCount),
      "value": .anyNumber(point.value),
    ])
  }

  private static func json(_ interval: Interval) -> JSONValue {
    .array([.anyNumber(interval.lower), .anyNumber(interval.upper)])
  }

  private static func json(_ note: SeriesNote) -> JSONValue {
    .object([.init("index", .integer(note.index)), .init("text", .string(note.text))])
  }

  private static func json(_ change: ReportedChange) -> JSONValue {
    .object([
      .init("cause", .string(change.cause.rawValue)),
      .init("effect", .anyNumber(change.effect)),
      .init("index", .integer(change.index)),
    ])
  }
}
