internal import OrderedJSON
internal import TimingHistory

extension CheckReport {
  /// Fields in the order of their names; infinite changes, between levels such as 1e-300 and 1e300,
  /// are strings.
  static func json(_ series: [CheckedSeries]) -> String {
    JSONValue.object([.init("series", .array(series.map { json($0.check) }))]).text + "\n"
  }

  private static func json(_ check: SeriesCheck) -> JSONValue {
    var members: [JSONValue.Field] = [
      .init("changePoints", .array(check.changes.map(json)))
    ]
    if !check.drifts.isEmpty {
      members.append(.init("drifts", .array(check.drifts.map(json))))
    }
    if let explanation = check.explanation {
      members.append(.init("explanation", json(explanation)))
    }
    if let modes = check.modes { members.append(.init("modes", json(modes))) }
    members.append(.init("name", .string(check.name)))
    return .object(members)
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

  private static func json(_ drift: SeriesCheck.Drift) -> JSONValue {
    .object([
      .init("after", number(drift.drift.after)),
      .init("before", number(drift.drift.before)),
      .init("cause", .string(drift.cause.rawValue)),
      .init("effect", number(drift.drift.effect)),
      .init("end", .integer(drift.drift.end)),
      .init("start", .integer(drift.drift.start)),
    ])
  }

  private static func json(_ modes: SeriesModes) -> JSONValue {
    .object([
      .init("effect", number(modes.effect)),
      .init("high", number(modes.high)),
      .init("highShare", number(modes.highShare)),
      .init("low", number(modes.low)),
      .init("switches", .integer(modes.switches)),
    ])
  }

  private static func json(_ explanation: StepExplanation) -> JSONValue {
    .object([
      .init("after", number(explanation.after)),
      .init("before", number(explanation.before)),
      .init("count", .integer(explanation.count)),
      .init("effect", number(explanation.effect)),
      .init("end", .integer(explanation.end)),
      .init("index", .integer(explanation.index)),
      .init("isChange", .bool(explanation.isChange)),
      .init("memory", number(explanation.memory)),
      .init("noise", number(explanation.noise)),
      .init("start", .integer(explanation.start)),
      .init("statistic", number(explanation.statistic)),
      .init("threshold", number(explanation.threshold)),
    ])
  }

  private static func number(_ value: Double) -> JSONValue {
    if value.isFinite { return .number(value) }
    return .string(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
  }
}
