internal import Measuring
package import OrderedJSON
internal import Reporting
package import TimingHistory

/// The runs and series of a history, for people and programs.
package struct HistoryListing {
  /// The history's file.
  package let path: String
  /// The newest runs, newest first.
  package let runs: [RunSummary]
  /// All series, by name.
  package let series: [SeriesSummary]

  /// How many values a sparkline shows.
  package static let recentValues = SeriesSparkline.width

  /// Reads the list.
  ///
  /// - Parameters:
  ///   - store: the history.
  ///   - limit: how many runs at most.
  /// - Throws: ``HistoryError`` when the file cannot be read.
  package init(_ store: HistoryStore, runs limit: Int) throws(HistoryError) {
    path = store.path
    runs = try store.runs(limit: limit)
    series = try store.series(recent: Self.recentValues)
  }

  /// Two tables for people.
  package var table: String {
    guard !runs.isEmpty else { return "'\(path)' has no runs yet.\n" }
    return (runTable.lines() + [""] + seriesTable.lines()).joined(separator: "\n") + "\n"
  }

  /// The runs; with their machines where they are of more than one.
  private var runTable: TextTable {
    let namesMachines = Set(runs.map(\.machineName)).count > 1
    var table = TextTable(
      columns: [
        .init("run"), .init("started (UTC)", .left), .init("by", .left), .init("commit", .left),
      ] + (namesMachines ? [.init("machine", .left)] : [])
        + [.init("series"), .init("samples"), .init("", .left)])
    for run in runs {
      let machine = run.machineName.map { printable($0) } ?? TextTable.nothing
      table.append(
        ([
          "\(run.id.value)", HistoryText.time(run.startedAt), printable(run.kind),
          HistoryText.commit(run.commit),
        ] + (namesMachines ? [machine] : []) + [
          "\(run.seriesCount)", "\(run.sampleCount)", run.finishedAt == nil ? "not finished" : "",
        ]).map { TextTable.Cell($0) })
    }
    return table
  }

  private var seriesTable: TextTable {
    var table = TextTable(columns: [
      .init("series", .left), .init("runs"), .init("newest"), .init("values, oldest first", .left),
      .init("state", .left),
    ])
    for one in series {
      table.append(
        [
          printable(one.series.name), "\(one.runCount)",
          one.recentValues.last.map { HistoryText.value($0, unit: one.series.unit) }
            ?? TextTable.nothing,
          Sparkline.text(one.recentValues), one.state.rawValue,
        ].map { TextTable.Cell($0) })
    }
    return table
  }

  /// One object for programs; the fields are a promise, kept in `Benchmarks/JSON.md`.
  package var json: JSONValue {
    .object([
      .init("schema", .integer(1)),
      .init("history", .string(path)),
      .init("runs", .array(runs.map(HistoryText.json))),
      .init(
        "series",
        .array(
          series.map { one in
            .object(
              HistoryText.fields(one.series) + [
                .init("runs", .integer(one.runCount)),
                .init("values", .array(one.recentValues.map(JSONValue.number))),
                .init("state", .string(one.state.rawValue)),
              ])
          })),
    ])
  }

  /// Comma-separated values with a row for each series, and a column for each parameter that any of them has.
  package var csv: String {
    var parameters: [String] = []
    for parameter in series.flatMap(\.series.parameters) where !parameters.contains(parameter.name)
    {
      parameters.append(parameter.name)
    }
    let heading = ["series", "unit", "items", "metric", "better", "runs", "newest", "state"]
    let rows = series.map { one in
      let record = one.series
      return [
        record.name, record.unit, record.itemNumber?.line ?? "", record.metric ?? "",
        record.better?.rawValue ?? "", String(one.runCount),
        one.recentValues.last.map { $0.description } ?? "", one.state.rawValue,
      ]
        + parameters.map { name in
          record.parameters.first { $0.name == name }?.value ?? ""
        }
    }
    return ([heading + parameters] + rows).map(CSVLine.text).joined()
  }
}
