internal import CommandText
internal import Measuring
internal import OrderedJSON
internal import TimingHistory

/// How checked series are written.
public enum CheckReport: String, CaseIterable, Sendable {
  /// For people.
  case table
  /// For programs.
  case json

  /// The text of a report.
  public func text(of series: [CheckedSeries]) -> String {
    switch self {
    case .table: Self.table(series)
    case .json: Self.json(series)
    }
  }

  private static func table(_ series: [CheckedSeries]) -> String {
    guard !series.isEmpty else { return "" }
    var table = TextTable(columns: [
      TextTable.Column("series", .left), TextTable.Column("points"),
      TextTable.Column("values", .left), TextTable.Column("change points", .left),
      TextTable.Column("verdict", .left),
    ])
    for one in series {
      let changes = one.check.changes.map(text(of:)).joined(separator: ", ")
      table.append([
        TextTable.Cell(printable(one.check.name)), TextTable.Cell(String(one.values.count)),
        TextTable.Cell(SeriesSparkline.text(one.values)),
        TextTable.Cell(changes.isEmpty ? "–" : changes),
        TextTable.Cell(one.verdict.description),
      ])
    }
    return table.lines().joined(separator: "\n") + "\n"
  }

  /// A change as its place and size: `20 +10.0 %`, and whether the code is out of the question.
  private static func text(of change: SeriesCheck.Change) -> String {
    let percent = change.point.effect * 100
    let sign = percent < 0 ? "-" : "+"
    let size = Quantities.threeDigits(percent.magnitude)
    let cause = change.cause == .environment ? " (environment)" : ""
    return "\(change.point.index) \(sign)\(size) %\(cause)"
  }

  /// Fields in the order of their names; infinite changes, between levels such as 1e-300 and 1e300,
  /// are strings.
  private static func json(_ series: [CheckedSeries]) -> String {
    JSONValue.object([
      .init(
        "series",
        .array(
          series.map { one in
            .object([
              .init("changePoints", .array(one.check.changes.map(json))),
              .init("name", .string(one.check.name)),
            ])
          }))
    ]).text + "\n"
  }

  private static func json(_ change: SeriesCheck.Change) -> JSONValue {
    .object([
      .init("after", number(change.point.after)),
      .init("before", number(change.point.before)),
      .init("cause", .string(change.cause.rawValue)),
      .init("effect", number(change.point.effect)),
      .init("evidence", number(change.point.evidence)),
      .init("index", .integer(change.point.index)),
    ])
  }

  private static func number(_ value: Double) -> JSONValue {
    if value.isFinite { return .number(value) }
    return .string(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
  }
}
