internal import Measuring

/// What the methods of a race came to, as a page for people.
package struct RaceTable: Equatable, Sendable {
  /// A row: a method on one amount of injected work.
  package struct Row: Equatable, Sendable {
    package let method: RacedMethod
    /// How much slower the candidate truly is.
    package let injected: Double
    /// How many comparisons were made.
    package var sessions = 0
    /// How many said slower.
    package var slower = 0
    /// How many said faster.
    package var faster = 0
    /// How many said same.
    package var same = 0
    /// Seconds of all of them.
    package var seconds = 0.0
    /// Programs linked by all of them.
    package var links = 0
    /// The largest distance of an estimate from the truth.
    package var largestError = 0.0
  }

  /// The rows, by amount of injected work and then by method.
  package let rows: [Row]

  /// Counts records.
  package init(_ records: [RaceRecord]) {
    var rows: [Row] = []
    for injected in Set(records.map(\.injected)).sorted() {
      for method in RacedMethod.allCases {
        var row = Row(method: method, injected: injected)
        for record in records where record.method == method && record.injected == injected {
          row.sessions += 1
          row.seconds += record.seconds
          row.links += record.links
          if record.finding == .slower { row.slower += 1 }
          if record.finding == .faster { row.faster += 1 }
          if record.finding == .same { row.same += 1 }
          let truth = LogRatio(factor: 1 + injected)?.value ?? 0
          row.largestError = max(row.largestError, abs(record.effect - truth))
        }
        if row.sessions > 0 { rows.append(row) }
      }
    }
    self.rows = rows
  }

  /// The rows as a table in Markdown for each amount of injected work.
  ///
  /// For identical code, *slower* and *faster* are false alarms; for injected work, only *slower*
  /// is right. Bounds are Clopper and Pearson's at 95 %.
  package var markdown: String {
    var text = ""
    for injected in Set(rows.map(\.injected)).sorted() {
      let group = rows.filter { $0.injected == injected }
      if injected == 0 {
        text += "### Identical code in two layouts\n\n"
        text +=
          "| method | false alarms | true rate, 95 % | said same | largest error | seconds | links |\n"
      } else {
        text += "### The candidate does \(Self.percent(injected)) more work\n\n"
        text +=
          "| method | found | true rate, 95 % | said faster | largest error | seconds | links |\n"
      }
      text += "|---|---|---|---|---|---|---|\n"
      for row in group { text += Self.line(row) }
      text += "\n"
    }
    return text
  }

  private static func line(_ row: Row) -> String {
    let isIdentical = row.injected == 0
    let count = isIdentical ? row.slower + row.faster : row.slower
    let bounds = ProportionBounds(successes: count, trials: row.sessions)
    let rate =
      isIdentical
      ? "≤ \(percent(bounds.atMost(confidence: 0.95)))"
      : "≥ \(percent(bounds.atLeast(confidence: 0.95)))"
    let cells = [
      row.method.title, "\(count) of \(row.sessions)", rate,
      "\(isIdentical ? row.same : row.faster)", percent(row.largestError),
      rounded(row.seconds / Double(row.sessions), 1),
      rounded(Double(row.links) / Double(row.sessions), 1),
    ]
    return "| \(cells.joined(separator: " | ")) |\n"
  }

  private static func percent(_ share: Double) -> String { "\(rounded(share * 100, 2)) %" }

  private static func rounded(_ value: Double, _ places: Int) -> String {
    let factor = places == 1 ? 10.0 : 100.0
    return "\((value * factor).rounded() / factor)"
  }
}
