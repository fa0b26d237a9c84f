internal import CommandText
internal import TimingHistory

/// What `bench history` writes: runs and series.
struct HistoryListing {
  let path: String
  /// Newest first.
  let runs: [RunSummary]
  /// By name.
  let series: [SeriesSummary]

  /// How many values a sparkline shows.
  static let recentValues = CheckReport.sparklineWidth

  /// Reads the list.
  ///
  /// - Parameters:
  ///   - store: the history.
  ///   - limit: how many runs at most.
  /// - Throws: ``HistoryError`` when the file cannot be read.
  init(_ store: HistoryStore, runs limit: Int) throws(HistoryError) {
    path = store.path
    runs = try store.runs(limit: limit)
    series = try store.series(recent: Self.recentValues)
  }

  /// Two tables for people.
  var table: String {
    guard !runs.isEmpty else { return "'\(path)' holds no run yet.\n" }
    return (runTable.lines() + [""] + seriesTable.lines()).joined(separator: "\n") + "\n"
  }

  private var runTable: TextTable {
    var table = TextTable(columns: [
      .init("run"), .init("begun (UTC)", .left), .init("by", .left), .init("commit", .left),
      .init("series"), .init("samples"), .init("", .left),
    ])
    for run in runs {
      table.append(
        [
          "\(run.id.value)", HistoryWords.time(run.startedAt), CheckReport.printable(run.kind),
          HistoryWords.commit(run.commit), "\(run.seriesCount)", "\(run.sampleCount)",
          run.finishedAt == nil ? "not finished" : "",
        ].map { TextTable.Cell($0) })
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
          CheckReport.printable(one.series.name), "\(one.runCount)",
          one.recentValues.last.map { HistoryWords.value($0, unit: one.series.unit) }
            ?? ResultColumns.nothing,
          Sparkline.text(one.recentValues), one.state.rawValue,
        ].map { TextTable.Cell($0) })
    }
    return table
  }

  /// One object for programs; the fields are a promise, kept in `Benchmarks/JSON.md`.
  var json: JSONValue {
    .object([
      .init("schema", .integer(1)),
      .init("history", .string(path)),
      .init("runs", .array(runs.map(HistoryWords.json))),
      .init(
        "series",
        .array(
          series.map { one in
            .object(
              HistoryWords.fields(one.series) + [
                .init("runs", .integer(one.runCount)),
                .init("values", .array(one.recentValues.map(JSONValue.number))),
                .init("state", .string(one.state.rawValue)),
              ])
          })),
    ])
  }

  /// A row for each series.
  var csv: String {
    let heading = [
      "series", "unit", "kernel", "image", "pixels", "threads", "runs", "newest", "state",
    ]
    let rows = series.map { one in
      [
        one.series.name, one.series.unit, one.series.kernel ?? "", one.series.image ?? "",
        one.series.pixels.map(String.init) ?? "", one.series.threads.map(String.init) ?? "",
        String(one.runCount), one.recentValues.last.map { $0.description } ?? "",
        one.state.rawValue,
      ]
    }
    return ([heading] + rows).map(CSVReport.line).joined()
  }
}
