package import HistoryReports
internal import MarkupEscaping
internal import Measuring
package import OrderedJSON
internal import Reporting

extension SuiteCoverage {
  /// The answer in one sentence.
  package var answer: String {
    if functions.isEmpty {
      return isComplete ? "No function differs." : "No function is known to differ."
    }
    guard !benchmarks.isEmpty else {
      return functions.count == 1
        ? "Whether the changed function is run is not known: no benchmark was counted."
        : "Which of the \(functions.count) changed functions are run is not known: no benchmark was "
          + "counted."
    }
    let missed = functions.filter { $0.shares.isEmpty }.map(\.change.name)
    if !missed.isEmpty {
      let whom = isComplete ? nil : "any benchmark that was counted"
      return Self.notRun(missed, of: functions.count, by: whom)
    }
    return functions.count == 1
      ? "The changed function is run by a benchmark."
      : "All \(functions.count) changed functions are run by benchmarks."
  }

  /// The rows of the table: the function, the benchmark that runs it most, its share of it, and the least
  /// slowdown that is seen.
  private var rows: [[String]] {
    functions.map { function in
      let name = "\(function.change.name) (\(function.change.place))"
      guard !benchmarks.isEmpty else { return [name, "not known", "", "not known"] }
      guard let most = function.shares.first,
        let least = function.smallestVisible(margin: margin), least.isFinite
      else { return [name, "none", "", "never"] }
      let others = function.shares.count - 1
      return [
        name, most.benchmark + (others > 0 ? " and \(others) more" : ""),
        Decimals.percent(most.share),
        least > Self.largestSlowdown ? "over +1000 %" : "from \(Decimals.change(least))",
      ]
    }
  }

  /// Ten times as slow: what has to be slower than that hardly runs, and by how much says nothing more.
  private static let largestSlowdown = 10.0

  private static let columns = ["changed function", "run by", "its share", "a slowdown is seen"]

  private var notes: [String] {
    guard functions.contains(where: { !$0.shares.isEmpty }) else { return remarks }
    var notes = [
      "Shares are of \(units.joined(separator: " or ")). A slowdown is seen where it makes the benchmark slower by "
        + "\(Decimals.change(LogRatio(margin).percent / 100))."
    ]
    if let notSampled {
      notes.append("Instructions are not time, which was not sampled: \(notSampled)")
    }
    return notes + remarks
  }

  /// The coverage for people: the answer first.
  package var text: String {
    var lines = [answer]
    if !functions.isEmpty {
      var table = TextTable(
        columns: [
          .init(Self.columns[0], .left), .init(Self.columns[1], .left), .init(Self.columns[2]),
          .init(Self.columns[3]),
        ])
      for row in rows { table.append(row.map { TextTable.Cell($0) }) }
      lines += [""] + table.lines(indent: 2)
    }
    if !notes.isEmpty { lines += [""] + notes.map { "  " + $0 } }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The coverage as the comment of a pull request.
  package func markdown(_ environment: RunEnvironment) -> String {
    var blocks = [
      "### Coverage: \(Markup.markdown(title))", Markup.markdown(sides),
      "**\(Markup.markdown(answer))**",
    ]
    if !functions.isEmpty {
      let table =
        [Self.columns, ["---", "---", "---:", "---:"]] + rows.map { $0.map(Markup.markdown) }
      blocks.append(
        table.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n"))
    }
    if !notes.isEmpty {
      blocks.append(notes.map { "- " + Markup.markdown($0) }.joined(separator: "\n"))
    }
    blocks.append("<sub>" + Markup.markdown(environment.summary) + "</sub>")
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// The coverage for programs; the fields are a promise, kept in `Benchmarks/JSON.md`.
  package func json(_ environment: RunEnvironment) -> JSONValue {
    .object([
      .init("schema", .integer(1)),
      .init("suite", .string(title)),
      .init("sides", .string(sides)),
      .init("environment", environment.record),
      .init("answer", .string(answer)),
      .init("margin", .number(LogRatio(margin).percent / 100)),
      .init("benchmarks", .array(benchmarks.map(JSONValue.string))),
      .init("units", .array(units.map(JSONValue.string))),
      .init("notSampled", .optional(notSampled, JSONValue.string)),
      .init(
        "functions",
        .array(
          functions.map { function in
            let least = function.smallestVisible(margin: margin).flatMap { $0.isFinite ? $0 : nil }
            return .object([
              .init("name", .string(function.change.name)),
              .init("symbol", .string(function.change.symbol)),
              .init("kind", .string(function.change.kind.rawValue)),
              .init("file", .string(function.change.file)),
              .init("line", .optional(function.change.line, JSONValue.integer)),
              .init("smallestVisible", .optional(least, JSONValue.number)),
              .init(
                "benchmarks",
                .array(
                  function.shares.map { benchmark, share in
                    .object([
                      .init("name", .string(benchmark)), .init("share", .number(share)),
                    ])
                  })),
            ])
          })),
      .init("remarks", .array(remarks.map(JSONValue.string))),
    ])
  }
}
