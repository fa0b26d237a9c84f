internal import CommandText
internal import Measuring
internal import TimingHistory

/// What `bench show SERIES` writes: all that is known of a series.
struct SeriesPage {
  let series: SeriesRecord
  let status: SeriesStatus
  /// Oldest first.
  let points: [SeriesPoint]
  let check: SeriesCheck
  let transitions: [SeriesTransition]

  /// Reads a series.
  ///
  /// - Throws: ``HistoryError`` when there is no such series, with the nearest name.
  init(_ name: String, of store: HistoryStore) throws(HistoryError) {
    series = try Self.record(of: name, in: store)
    status = try store.status(of: name)
    points = try store.points(of: name)
    transitions = try store.transitions(of: name)
    check = try store.check(name) { .levels(ChangePointDetector(scale: $0)) }
  }

  /// What is recorded of a series' name.
  ///
  /// - Throws: ``HistoryError`` when there is none, with the nearest name.
  static func record(
    of name: String, in store: HistoryStore
  ) throws(HistoryError) -> SeriesRecord {
    let all = try store.series(recent: 0).map(\.series)
    if let known = all.first(where: { $0.name == name }) { return known }
    let meant = nearestSpelling(of: name, among: all.map(\.name)).map { " Did you mean '\($0)'?" }
    throw HistoryError(
      .invalidRequest,
      "There is no series '\(name)' in '\(store.path)'.\(meant ?? "") `bench history` lists all.")
  }

  /// The series for people.
  var table: String {
    var text = CheckReport.printable(series.name) + "\n"
    text += "state: \(status.state.rawValue)"
    if let reason = status.reason { text += ", because: \(CheckReport.printable(reason))" }
    text += "\n\(Sparkline.text(CheckReport.condensed(points.map(\.value))))\n\n"
    var table = TextTable(columns: [
      .init("point"), .init("run"), .init("begun (UTC)", .left), .init("commit", .left),
      .init("value"), .init("× ref"), .init("95 % interval"), .init("samples"), .init("", .left),
    ])
    for (index, point) in points.enumerated() {
      table.append(
        [
          "\(index)", "\(point.run.value)", HistoryWords.time(point.startedAt),
          HistoryWords.commit(point.commit), HistoryWords.value(point.value, unit: series.unit),
          HistoryWords.ratio(point), HistoryWords.interval(point), "\(point.sampleCount)",
          marks(at: index),
        ].map { TextTable.Cell($0) })
    }
    text += table.lines().joined(separator: "\n") + "\n"
    for change in transitions {
      text += "\n\(HistoryWords.time(change.at))  \(change.event.rawValue): "
      text += "\(change.before.rawValue) → \(change.after.rawValue)"
      if let reason = change.reason { text += " (\(CheckReport.printable(reason)))" }
    }
    return transitions.isEmpty ? text : text + "\n"
  }

  /// What changed between a point and the one before.
  private func marks(at index: Int) -> String {
    var marks: [String] = []
    if let change = check.changes.first(where: { $0.point.index == index }) {
      marks.append("new level \(ComparisonTable.percent(change.point.effect))")
    }
    guard index > 0 else { return marks.joined(separator: ", ") }
    let (before, after) = (points[index - 1], points[index])
    if before.fingerprint != after.fingerprint { marks.append("other environment") }
    if before.inputHash != after.inputHash { marks.append("other input") }
    if before.answerHash != after.answerHash { marks.append("other answer") }
    return marks.joined(separator: ", ")
  }

  /// The series for programs.
  var json: JSONValue {
    .object([
      .init("schema", .integer(1)),
      .init("series", .object(HistoryWords.fields(series))),
      .init("state", .string(status.state.rawValue)),
      .init("reason", .optional(status.reason, JSONValue.string)),
      .init("points", .array(points.map(Self.json))),
      .init(
        "changePoints",
        .array(
          check.changes.map { change in
            .object([
              .init("index", .integer(change.point.index)),
              .init("effect", .number(change.point.effect)),
              .init("cause", .string(change.cause.rawValue)),
            ])
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
      ] + HistoryWords.fields(point))
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
