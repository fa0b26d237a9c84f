internal import CommandText
internal import HistoryReports
internal import Measuring
internal import OrderedJSON

/// Goals and their results, as a table or as JSON.
enum GoalReport {
  /// The table, and under it the growth curve.
  static func table(
    _ results: [GoalResult], growth: GrowthCurve?, peak: PeakCheck?, accuracy: AccuracyCheck?
  ) -> String {
    var table = TextTable(columns: [
      .init("image", .left), .init("size"), .init("what", .left), .init("measured"),
      .init("95 % interval"), .init("goal"), .init("", .left),
    ])
    for result in results {
      func text(_ value: Double) -> String {
        result.isTime ? Quantities.time(value) : Quantities.threeDigits(value)
      }
      let sign = if case .atMost = result.limit { "≤" } else { "≥" }
      table.append([
        TextTable.Cell(result.image), TextTable.Cell(Quantities.megapixels(result.pixelCount)),
        TextTable.Cell(result.title), TextTable.Cell(text(result.value)),
        TextTable.Cell(
          result.interval.map { "\(text($0.lowerBound)) – \(text($0.upperBound))" } ?? "–"),
        TextTable.Cell("\(sign) \(text(result.limit.value))"),
        TextTable.Cell(result.verdict.rawValue),
      ])
    }
    var lines = table.lines()
    if let growth, let fit = growth.fit {
      lines += ["", "How simd grows on photo:"] + growth.plot.map { "  " + $0 }
      let exponent = Decimals.fixed(fit.exponent, places: 3)
      let whole = growth.wholeFit.map { Decimals.fixed($0.exponent, places: 3) } ?? "–"
      lines.append(
        "  time ~ pixels ^ \(exponent) from 1 MP on (goal 0.9 to 1.1), ^ \(whole) over all sizes")
    }
    if peak != nil || accuracy != nil { lines.append("") }
    lines += [peak?.sentence, accuracy?.sentence].compactMap { $0 }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Everything, for programs.
  static func json(
    _ results: [GoalResult], growth: GrowthCurve?, peak: PeakCheck?, accuracy: AccuracyCheck?,
    environment: RunEnvironment
  ) -> String {
    JSONValue.object([
      .init("schema", .integer(1)), .init("environment", environment.record),
      .init("goals", .array(results.map(json))),
      .init(
        "growth",
        .optional(growth) { growth in
          .object([
            .init(
              "points",
              .array(
                growth.points.map {
                  .object([
                    .init("pixels", .integer($0.pixels)), .init("seconds", .number($0.seconds)),
                  ])
                })),
            .init("exponent", .optional(growth.fit) { .number($0.exponent) }),
            .init("exponentOverAll", .optional(growth.wholeFit) { .number($0.exponent) }),
          ])
        }),
      .init(
        "peak",
        .optional(peak) {
          .object([
            .init("imageBytes", .integer($0.imageBytes)),
            .init("peakBytes", .integer($0.peakBytes)),
          ])
        }),
    ]).text + "\n"
  }

  private static func json(_ result: GoalResult) -> JSONValue {
    let (kind, limit) =
      if case .atMost(let value) = result.limit { ("atMost", value) } else {
        ("atLeast", result.limit.value)
      }
    return .object([
      .init("image", .string(result.image)), .init("pixels", .integer(result.pixelCount)),
      .init("what", .string(result.title)),
      .init("unit", .string(result.isTime ? "seconds" : "ratio")),
      .init("value", .number(result.value)),
      .init(
        "interval",
        .optional(result.interval) { .array([.number($0.lowerBound), .number($0.upperBound)]) }),
      .init(kind, .number(limit)), .init("verdict", .string(result.verdict.rawValue)),
    ])
  }
}
