internal import HistoryExchange
internal import Measuring
internal import OrderedJSON
internal import TimingHistory

extension CheckReport {
  /// Fields in the order of their names; infinite changes, between levels such as 1e-300 and 1e300,
  /// are strings.
  static func json(_ series: [CheckedSeries]) -> String {
    JSONValue.object([.init("series", .array(series.map(json)))]).text + "\n"
  }

  private static func json(_ series: CheckedSeries) -> JSONValue {
    let check = series.check
    return .object(present: [
      "better": series.direction.map { .string($0.rawValue) },
      "changePoints": .array(zip(check.changes, series.origins).map { json($0, $1) }),
      "drifts": check.drifts.isEmpty ? nil : .array(check.drifts.map(json)),
      "ended": series.ended.map { .string(Timestamp.text($0)) },
      "explanation": check.explanation.map(json),
      "modes": check.modes.map(json),
      "name": .string(check.name),
      "notes": series.notes.isEmpty ? nil : .array(series.notes.map(json)),
      "smallestChange": check.smallestChange.map { json($0, gap: series.span?.usualGap) },
    ])
  }

  private static func json(_ note: SeriesNote) -> JSONValue {
    .object([.init("index", .integer(note.index)), .init("text", .string(note.text))])
  }

  private static func json(_ change: SeriesCheck.Change, _ origin: PointOrigin) -> JSONValue {
    .object(present: [
      "after": .anyNumber(change.point.after),
      "before": .anyNumber(change.point.before),
      "cause": .string(change.cause.rawValue),
      "commit": origin.commit.map { .string($0) },
      "effect": .anyNumber(
        isFromNothing(change.point)
          ? change.point.effect * .infinity : change.point.effect),
      "evidence": .anyNumber(change.point.evidence),
      "index": .integer(change.point.index),
      "time": origin.time.map { .string(Timestamp.text($0)) },
    ])
  }

  private static func json(_ smallest: SmallestChange, gap: Int64?) -> JSONValue {
    let days = smallest.pointsForHalf.flatMap { points in
      gap.map { Double(points) * Double($0) / 86_400_000 }
    }
    return .object(present: [
      "daysForHalf": days.map(JSONValue.anyNumber),
      "effect": .anyNumber(smallest.effect),
      "points": .integer(smallest.points),
      "pointsForHalf": smallest.pointsForHalf.map(JSONValue.integer),
    ])
  }

  private static func json(_ drift: SeriesCheck.Drift) -> JSONValue {
    .object([
      .init("after", .anyNumber(drift.drift.after)),
      .init("before", .anyNumber(drift.drift.before)),
      .init("cause", .string(drift.cause.rawValue)),
      .init("effect", .anyNumber(drift.drift.effect)),
      .init("end", .integer(drift.drift.end)),
      .init("start", .integer(drift.drift.start)),
    ])
  }

  private static func json(_ modes: SeriesModes) -> JSONValue {
    .object([
      .init("effect", .anyNumber(modes.effect)),
      .init("end", .integer(modes.end)),
      .init("high", .anyNumber(modes.high)),
      .init("highShare", .anyNumber(modes.highShare)),
      .init("low", .anyNumber(modes.low)),
      .init("start", .integer(modes.start)),
      .init("switches", .integer(modes.switches)),
    ])
  }

  private static func json(_ explanation: StepExplanation) -> JSONValue {
    .object([
      .init("after", .anyNumber(explanation.after)),
      .init("before", .anyNumber(explanation.before)),
      .init("count", .integer(explanation.count)),
      .init("effect", .anyNumber(explanation.effect)),
      .init("end", .integer(explanation.end)),
      .init("index", .integer(explanation.index)),
      .init("isChange", .bool(explanation.isChange)),
      .init("memory", .anyNumber(explanation.memory)),
      .init("noise", .anyNumber(explanation.noise)),
      .init("rule", .string(explanation.rule.rawValue)),
      .init("start", .integer(explanation.start)),
      .init("statistic", .anyNumber(explanation.statistic)),
      .init("threshold", .anyNumber(explanation.threshold)),
    ])
  }
}
