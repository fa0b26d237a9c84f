internal import BenchmarkHarness
package import HistoryReports
internal import MarkupEscaping
internal import Measuring
internal import Reporting

/// Results for people: a table for benchmarks that took turns, when they are measured, and one for
/// all others at the end.
package struct SuiteRunTable: ResultFormat {
  package init() {}

  /// What comes first.
  package func opening(_ environment: RunEnvironment) -> String { environment.summary + "\n" }

  /// The table of a group that took turns.
  package func section(_ results: [SuiteResult]) -> String {
    results.count > 1 ? "\n" + table(results) : ""
  }

  /// The table of all others.
  package func closing(_ groups: [[SuiteResult]], _ environment: RunEnvironment) -> String {
    let alone = groups.filter { $0.count == 1 }.flatMap { $0 }
    return (alone.isEmpty ? "" : table(alone)) + Self.growth(groups.flatMap { $0 })
  }

  private func table(_ results: [SuiteResult]) -> String {
    let chosen = SuiteColumns(of: results)
    var table = TextTable(
      columns: chosen.columns.map { TextTable.Column($0.title, $0.alignment) })
    for result in results {
      table.append(
        chosen.columns.map { TextTable.Cell($0.cell(result)) })
    }
    let heading = chosen.shared.isEmpty ? [] : [chosen.shared]
    return (heading + table.lines(indent: heading.isEmpty ? 0 : 2)).joined(separator: "\n") + "\n"
  }

  /// How times grow where a parameter is a size; empty where none is.
  static func growth(_ results: [SuiteResult]) -> String {
    let costs = results.compactMap { result in
      result.median.map { (parameters: result.benchmark.description.parameters, cost: $0) }
    }
    let all = ScalingSeries.all(in: costs)
    let series = all.filter { $0.parameter == all.first?.parameter }
    guard let first = series.first else { return "" }
    let lines = series.map { one in
      let others = one.others.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
      return "  \(one.parameter)^\(Decimals.fixed(one.fit.exponent, places: 2))"
        + (others.isEmpty ? "" : "  \(printable(others))")
    }
    return (["", "Time grows with \(first.parameter):"] + lines).joined(separator: "\n") + "\n"
  }
}

/// Results as one Markdown table.
package struct SuiteRunMarkdown: ResultFormat {
  package init() {}

  /// Nothing: the columns depend on the results.
  package func opening(_ environment: RunEnvironment) -> String { "" }

  /// Nothing.
  package func section(_ results: [SuiteResult]) -> String { "" }

  /// The table and the machine.
  package func closing(_ groups: [[SuiteResult]], _ environment: RunEnvironment) -> String {
    let results = groups.flatMap { $0 }
    let chosen = SuiteColumns(of: results)
    let head = [
      chosen.columns.map(\.title), chosen.columns.map { $0.alignment == .right ? "---:" : "---" },
    ]
    let rows = results.map { result in
      chosen.columns.map { Markup.markdown($0.cell(result)) }
    }
    let shared = chosen.shared.isEmpty ? "" : "\n\(Markup.markdown(chosen.shared))\n"
    return (results.isEmpty ? "" : (head + rows).map(Self.line).joined())
      + "\(shared)\n\(environment.summary)\n"
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }
}
