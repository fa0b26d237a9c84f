internal import HistoryExchange
internal import Measuring
package import OrderedJSON
internal import Reporting
package import TimingHistory

/// Everything the history knows about a series, for people and programs.
package struct SeriesPage {
  /// What identifies it.
  package let series: SeriesRecord
  /// Where it stands as an alert.
  package let status: SeriesStatus
  /// Its points, oldest first.
  package let points: [SeriesPoint]
  /// The changes of its level.
  package let check: SeriesCheck
  /// How its status changed.
  package let transitions: [SeriesTransition]

  /// Reads a series.
  ///
  /// - Throws: ``HistoryError`` when there is no such series, with the nearest name.
  package init(_ name: String, of store: HistoryStore) throws(HistoryError) {
    series = try Self.record(of: name, in: store)
    status = try store.status(of: name)
    points = try store.points(of: name)
    transitions = try store.transitions(of: name)
    check = try store.check(name)
  }

  /// What is recorded of a series' name.
  ///
  /// - Throws: ``HistoryError`` when there is none, with the nearest name.
  package static func record(
    of name: String, in store: HistoryStore
  ) throws(HistoryError) -> SeriesRecord {
    let all = try store.seriesRecords()
    if let known = all.first(where: { $0.name == name }) { return known }
    if let next = try store.renamings()[name] {
      throw HistoryError(.unknownSeries, "'\(name)' goes on as '\(next)'.")
    }
    let meant = nearestSpelling(of: name, among: all.map(\.name)).map { " Did you mean '\($0)'?" }
    throw HistoryError(
      .unknownSeries, "There is no series '\(name)' in '\(store.path)'.\(meant ?? "")")
  }

  /// What people said of its points.
  package var notes: [SeriesNote] { transitions.notes(at: points) }

  /// Refuses a series about which nothing is open.
  ///
  /// - Throws: ``HistoryError`` when no night found it slower and its level did not change since
  ///   somebody judged it last.
  package func requireAcceptable() throws(HistoryError) {
    let isOpen = status.state == .regressed || status.state == .suspect
    let judged = points.lastIndex { $0.run == status.settled } ?? -1
    let hasChanged =
      check.codeAlarms.contains { $0.point.index > judged }
      || check.codeDrifts.contains { $0.drift.end - 1 > judged }
    guard isOpen || hasChanged else {
      throw HistoryError(
        .invalidRequest,
        "There is nothing to accept: '\(series.name)' is '\(status.state.rawValue)', and its level "
          + "did not change since.")
    }
  }

  /// The series for people.
  package var table: String {
    var text = printable(series.name) + "\n"
    text += "state: \(status.state.rawValue)"
    if let reason = status.reason { text += ", because: \(printable(reason))" }
    text += "\n\(SeriesSparkline.text(points.map(\.value)))\n\n"
    var table = TextTable(columns: [
      .init("point"), .init("run"), .init("started (UTC)", .left), .init("commit", .left),
      .init("value"), .init("× ref"), .init(HistoryText.intervalTitle(points)), .init("samples"),
      .init("", .left),
    ])
    let notes = notes
    for (index, point) in points.enumerated() {
      table.append(
        [
          "\(index)", "\(point.run.value)", HistoryText.time(point.startedAt),
          HistoryText.commit(point.commit), HistoryText.value(point.value, unit: series.unit),
          HistoryText.ratio(point), HistoryText.interval(point, unit: series.unit),
          HistoryText.samples(point),
          marks(at: index, notes),
        ].map { TextTable.Cell($0) })
    }
    text += table.withoutEmptyColumns().lines().joined(separator: "\n") + "\n"
    let events = transitions.filter { $0.event != .note }
    for change in events {
      if change.event == .renaming {
        text += "\n\(HistoryText.time(change.at))  goes on from '\(printable(change.reason ?? ""))'"
        continue
      }
      text += "\n\(HistoryText.time(change.at))  \(change.event.rawValue): "
      text += "\(change.before.rawValue) → \(change.after.rawValue)"
      if let reason = change.reason { text += " (\(printable(reason)))" }
    }
    return events.isEmpty ? text : text + "\n"
  }

  /// What changed between a point and the one before.
  private func marks(at index: Int, _ notes: [SeriesNote]) -> String {
    var marks: [String] = []
    if let change = check.changes.first(where: { $0.point.index == index }) {
      marks.append("new level \(Decimals.change(change.point.effect))")
    }
    marks += notes.filter { $0.index == index }.map { "“\(printable($0.text))”" }
    guard index > 0 else { return marks.joined(separator: ", ") }
    let (before, after) = (points[index - 1], points[index])
    if before.fingerprint != after.fingerprint { marks.append("other environment") }
    if before.inputHash != after.inputHash { marks.append("other input") }
    if before.answerHash != after.answerHash { marks.append("other answer") }
    return marks.joined(separator: ", ")
  }

  /// The series for programs.
  package var json: JSONValue {
    .object([
      .init("schema", .integer(1)),
      .init("series", .object(HistoryText.fields(series))),
      .init("state", .string(status.state.rawValue)),
      .init("reason", .optional(status.reason, JSONValue.string)),
      .init("points", .array(points.map(Self.json))),
      .init(
        "changePoints",
        .array(
          check.changes.map { change in
            .object([
              .init("index", .integer(change.point.index)),
              .init("effect", .anyNumber(change.point.effect)),
              .init("cause", .string(change.cause.rawValue)),
            ])
          })),
      .init(
        "notes",
        .array(
          notes.map { note in
            .object([.init("index", .integer(note.index)), .init("text", .string(note.text))])
          })),
      .init("transitions", .array(transitions.map(Self.json))),
    ])
  }

  private static func json(_ point: SeriesPoint) -> JSONValue {
    .object(
      [
        .init("run", .integer(Int(point.run.value))),
        .init("startedAt", .string(Timestamp.text(point.startedAt))),
        .init("commit", .optional(point.commit, JSONValue.string)),
        .init("fingerprint", .optional(point.fingerprint, JSONValue.string)),
      ] + HistoryText.fields(point))
  }

  private static func json(_ transition: SeriesTransition) -> JSONValue {
    .object([
      .init("run", .optional(transition.run) { .integer(Int($0.value)) }),
      .init("at", .string(Timestamp.text(transition.at))),
      .init("event", .string(transition.event.rawValue)),
      .init("before", .string(transition.before.rawValue)),
      .init("after", .string(transition.after.rawValue)),
      .init("reason", .optional(transition.reason, JSONValue.string)),
    ])
  }
}
