internal import CommandText
internal import Measuring
internal import TimingHistory

/// What `bench show RUN` writes: a run with all it measured.
struct RunPage {
  let run: RunSummary
  let environment: EnvironmentRecord?
  /// By name.
  let points: [(series: SeriesRecord, point: SeriesPoint)]

  /// Reads a run.
  ///
  /// - Returns: `nil` when there is no such run.
  /// - Throws: ``HistoryError`` when the file cannot be read.
  init?(_ id: RunID, of store: HistoryStore) throws(HistoryError) {
    guard let run = try store.runs().first(where: { $0.id == id }) else { return nil }
    self.run = run
    environment = try store.environment(of: id)
    points = try store.points(in: id)
  }

  /// The run for people.
  var table: String {
    let end = run.finishedAt.map { "finished \(HistoryWords.time($0))" } ?? "not finished"
    var text = "run \(run.id.value), by \(CheckReport.printable(run.kind))"
    text += ", begun \(HistoryWords.time(run.startedAt)) UTC, \(end)\n"
    if let commit = run.commit { text += "commit \(CheckReport.printable(commit))\n" }
    if let note = run.note { text += CheckReport.printable(note) + "\n" }
    var table = TextTable(columns: [
      .init("series", .left), .init("value"), .init("× ref"), .init("95 % interval"),
      .init("samples"), .init("answer", .left),
    ])
    for (series, point) in points {
      table.append(
        [
          CheckReport.printable(series.name), HistoryWords.value(point.value, unit: series.unit),
          HistoryWords.ratio(point), HistoryWords.interval(point), "\(point.sampleCount)",
          point.answerHash ?? ResultColumns.nothing,
        ].map { TextTable.Cell($0) })
    }
    text += "\n" + table.lines().joined(separator: "\n") + "\n"
    if let environment { text += "\n" + RunEnvironment(environment).table }
    return text
  }

  /// The run for programs.
  var json: JSONValue {
    .object([
      .init("schema", .integer(1)),
      .init("run", HistoryWords.json(run)),
      .init("environment", .optional(environment) { RunEnvironment($0).record }),
      .init(
        "measurements",
        .array(
          points.map { series, point in
            .object(HistoryWords.fields(series) + HistoryWords.fields(point))
          })),
    ])
  }
}
