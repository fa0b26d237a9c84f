package import HistoryReports
internal import Measuring
package import OrderedJSON
internal import Reporting

/// Goals and their results, as a table or as JSON.
package enum GoalReport {
  /// The table, and under it the growth curve.
  package static func table(
    _ results: [GoalResult], growth: GrowthCurve?, peak: PeakCheck?, accuracy: AccuracyCheck?
  ) -> String {
    var table = TextTable(columns: [
      .init("image", .left), .init("size"), .init("what", .left), .init("measured"),
      .init("95 % interval"), .init("goal"), .init("", .left),
    ])
    for result in results {
      table.append([
        TextTable.Cell(result.image), TextTable.Cell(Quantities.megapixels(result.pixelCount)),
        TextTable.Cell(result.title), TextTable.Cell(result.valueText(result.value)),
        TextTable.Cell(
          result.interval.map {
            "\(result.valueText($0.lowerBound)) – \(result.valueText($0.upperBound))"
          } ?? "–"), TextTable.Cell(result.limitText),
        TextTable.Cell(result.verdict.rawValue),
      ])
    }
    var lines = table.lines()
    if let growth, let fit = growth.fit {
      lines += ["", "How simd grows on photo:"] + growth.plot.map { "  " + $0 }
      let exponent = Decimals.fixed(fit.exponent, places: 3)
      let whole = growth.wholeFit.map { Decimals.fixed($0.exponent, places: 3) } ?? "–"
      let isMet = growth.wholeFit.map { GrowthCurve.goal.contains($0.exponent) } ?? false
      lines.append(
        "  time ~ pixels ^ \(exponent) from 1 MP on, ^ \(whole) over all sizes (goal for all: "
          + "0.95 to 1.05; \(isMet ? "met" : "missed"))")
    }
    if peak != nil || accuracy != nil { lines.append("") }
    lines += [peak?.sentence, accuracy?.sentence].compactMap { $0 }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Everything, for programs.
  package static func json(
    _ results: [GoalResult], growth: GrowthCurve?, peak: PeakCheck?, accuracy: AccuracyCheck?,
    environment: RunEnvironment
  ) -> JSONValue {
    .object([
      .init("schema", .integer(1)), .init("environment", environment.record),
      .init("goals", .array(results.map(\.json))),
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
      .init(
        "accuracy",
        .optional(accuracy) {
          .object([
            .init("images", .integer($0.images)), .init("medianDeltaE00", .number($0.median)),
            .init("worstDeltaE00", .anyNumber($0.worst)), .init("failures", .integer($0.failures)),
          ])
        }),
    ])
  }
}

extension GoalResult {
  /// A value of it as people read it.
  package func valueText(_ value: Double) -> String {
    isTime ? Quantities.time(value) : Quantities.threeDigits(value)
  }

  /// The limit with its side.
  package var limitText: String {
    let sign = if case .atMost = limit { "≤" } else { "≥" }
    return "\(sign) \(valueText(limit.value))"
  }
}
