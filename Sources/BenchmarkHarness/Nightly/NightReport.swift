internal import ArgumentParser
internal import CommandText
internal import Measuring
internal import TimingHistory

/// What `bench nightly` says: Markdown for the report, a short text or JSON for standard output.
struct NightReport {
  let result: NightResult
  let environment: RunEnvironment
  let history: String
  /// The newest values of each series of the night, oldest first.
  let courses: [(series: String, values: [Double])]

  /// The report for a pull request or an issue.
  var markdown: String {
    var text = NightMarkdown.text(result.outcomes, verdict: result.verdict)
    text += "\n\(environment.summary). \(result.outcomes.count) series were measured; run "
    text += "\(result.run.value) of the history.\n"
    for kernel in result.wrong { text += "\n**Wrong answer:** \(Self.plain(kernel)).\n" }
    if !result.environmentDifferences.isEmpty {
      text += "\nOther than the night before:\n\n"
      text += result.environmentDifferences.map { "- \(Self.plain($0))\n" }.joined()
    }
    if !result.notes.isEmpty {
      text += "\nNotes:\n\n" + result.notes.map { "- \(Self.plain($0))\n" }.joined()
    }
    let open = result.outcomes.filter { [.regressed, .suspect].contains(result.state(after: $0)) }
    if !open.isEmpty {
      text += "\nOpen alerts (`bench accept SERIES --reason TEXT` accepts a slower level, "
      text += "`bench bisect GOOD BAD` looks for the commit):\n\n"
      for outcome in open {
        let since = outcome.suspectedSince.map { ", since run \($0.value)" } ?? ""
        let state = result.state(after: outcome).rawValue
        text += "- \(Self.plain(outcome.series)): \(state)\(since)\n"
      }
    }
    guard !courses.isEmpty else { return text }
    text += "\nThe course of every series:\n\n```\n"
    var table = TextTable(columns: [.init("series", .left), .init("values", .left)])
    for (series, values) in courses {
      table.append([
        TextTable.Cell(CheckReport.printable(series)), TextTable.Cell(Sparkline.text(values)),
      ])
    }
    return text + table.lines().joined(separator: "\n") + "\n```\n"
  }

  /// A text in which nothing is markup.
  private static func plain(_ text: String) -> String {
    CheckReport.printable(text).map { character in
      switch character {
      case "<": "&lt;"
      case "&": "&amp;"
      case "`", "*", "_", "[", "]", "|", "\\": "\\\(character)"
      default: String(character)
      }
    }.joined()
  }

  /// A few lines for people.
  var words: String {
    var lines = [headline]
    for outcome in result.outcomes where outcome.finding != .quiet {
      let effect = outcome.effect.map { " \(ComparisonTable.percent($0.percent / 100))" } ?? ""
      let cause = outcome.cause.map { ", \($0.rawValue)" } ?? ""
      lines.append(
        "  \(CheckReport.printable(outcome.series)): \(Self.word(outcome.finding))\(effect)\(cause)"
          + "; \(result.state(after: outcome).rawValue)")
    }
    lines += result.environmentDifferences.map { "  other than the night before: \($0)" }
    lines += result.notes.map { "  \(CheckReport.printable($0))" }
    return lines.joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let slower = result.outcomes.count { $0.finding == .slower }
    let count = "\(result.outcomes.count) series"
    return switch result.verdict {
    case .clean: "Clean: none of \(count) is slower."
    case .regression: "Slower: \(slower) of \(count)."
    case .cannotTell: "Cannot tell: a suspicion could not be settled (\(count))."
    case .environmentChanged: "The environment changed; the code of \(count) is not slower."
    }
  }

  private static func word(_ finding: NightOutcome.Finding) -> String {
    finding == .cannotTell ? "cannot tell" : finding.rawValue
  }

  /// The night for programs; the fields are a promise, kept in `Benchmarks/JSON.md`.
  var json: JSONValue {
    .object([
      .init("schema", .integer(1)),
      .init("run", .integer(Int(result.run.value))),
      .init("history", .string(history)),
      .init("verdict", .string(Self.name(result.verdict))),
      .init("exitCode", .integer(Int(result.exitCode.rawValue))),
      .init(
        "series",
        .array(
          result.outcomes.map { outcome in
            .object([
              .init("name", .string(outcome.series)),
              .init("finding", .string(Self.word(outcome.finding))),
              .init("cause", .optional(outcome.cause) { .string($0.rawValue) }),
              .init("change", .optional(outcome.effect) { .number($0.percent / 100) }),
              .init("since", .optional(outcome.suspectedSince) { .integer(Int($0.value)) }),
              .init("state", .string(result.state(after: outcome).rawValue)),
            ])
          })),
      .init(
        "environmentDifferences", .array(result.environmentDifferences.map(JSONValue.string))),
      .init("notes", .array(result.notes.map(JSONValue.string))),
      .init("wrong", .array(result.wrong.map(JSONValue.string))),
      .init("environment", environment.record),
    ])
  }

  private static func name(_ verdict: NightVerdict) -> String {
    switch verdict {
    case .clean: "clean"
    case .regression: "regression"
    case .cannotTell: "cannot tell"
    case .environmentChanged: "environment changed"
    }
  }
}
