package import Measuring
package import OrderedJSON
internal import Reporting
package import TimingHistory

/// A run of the history with everything it measured, for people and programs.
package struct RunPage {
  /// What identifies it.
  package let run: RunSummary
  /// Where it was measured; `nil` where that is not known.
  package let environment: EnvironmentRecord?
  /// What it measured, by the names of the series.
  package let points: [(series: SeriesRecord, point: SeriesPoint)]

  package init(
    run: RunSummary, environment: EnvironmentRecord?,
    points: [(series: SeriesRecord, point: SeriesPoint)]
  ) {
    self.run = run
    self.environment = environment
    self.points = points
  }

  /// Reads a run.
  ///
  /// - Returns: `nil` when there is no such run.
  /// - Throws: ``HistoryError`` when the file cannot be read.
  package init?(_ id: RunID, of store: HistoryStore) throws(HistoryError) {
    guard let run = try store.runs().first(where: { $0.id == id }) else { return nil }
    self.run = run
    environment = try store.environment(of: id)
    points = try store.points(in: id)
  }

  /// The run for people.
  package var table: String {
    let end = run.finishedAt.map { "finished \(HistoryText.time($0))" } ?? "not finished"
    var text = "run \(run.id.value), by \(printable(run.kind))"
    text += ", started \(HistoryText.time(run.startedAt)) UTC, \(end)\n"
    if let commit = run.commit { text += "commit \(printable(commit))\n" }
    if let machine = run.machineName { text += "machine \(printable(machine))\n" }
    if let note = run.note { text += printable(note) + "\n" }
    var table = TextTable(columns: [
      .init("series", .left), .init("value"), .init("× ref"),
      .init(HistoryText.intervalTitle(points.map(\.point))),
      .init("samples"), .init("answer", .left),
    ])
    for (series, point) in points {
      table.append(
        [
          printable(series.name), HistoryText.value(point.value, unit: series.unit),
          HistoryText.ratio(point), HistoryText.interval(point, unit: series.unit),
          HistoryText.samples(point),
          point.answerHash ?? TextTable.nothing,
        ].map { TextTable.Cell($0) })
    }
    text += "\n" + table.withoutEmptyColumns().lines().joined(separator: "\n") + "\n"
    if let environment { text += "\n" + RunEnvironment(environment).table }
    return text
  }

  /// The run for programs.
  package var json: JSONValue {
    .object([
      .init("schema", .integer(1)),
      .init("run", HistoryText.json(run)),
      .init("environment", .optional(environment) { RunEnvironment($0).record }),
      .init(
        "measurements",
        .array(
          points.map { series, point in
            .object(HistoryText.fields(series) + HistoryText.fields(point))
          })),
    ])
  }
}
