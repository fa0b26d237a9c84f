package import HistoryReports
internal import MarkupEscaping
internal import Measuring
package import OrderedJSON
internal import Reporting
internal import TimingHistory

/// The result of a night: Markdown for a report, a short text, or JSON.
package struct NightReport {
  package let result: NightResult
  /// Where it was measured.
  package let environment: RunEnvironment
  /// The history's file.
  package let history: String
  /// The newest values of each series of the night, oldest first.
  package let courses: [(series: String, values: [Double])]

  /// What to do about open alerts, in Markdown; `nil` for no advice.
  package let alertAdvice: String?

  package init(
    result: NightResult, environment: RunEnvironment, history: String,
    courses: [(series: String, values: [Double])],
    alertAdvice: String? = nil
  ) {
    self.result = result
    self.environment = environment
    self.history = history
    self.courses = courses
    self.alertAdvice = alertAdvice
  }

  /// The report for a pull request or an issue.
  package var markdown: String {
    var text =
      result.isComplete || result.verdict == .regression
      ? NightMarkdown.text(result.outcomes, verdict: result.verdict)
      : "### \(incompleteness)\n\n"
        + NightMarkdown.text(result.outcomes, verdict: result.verdict)
    for name in result.missing { text += "\n**Gone or renamed:** \(Markup.markdown(name)).\n" }
    for one in result.failed { text += "\n**Not measured:** \(Markup.markdown(one))\n" }
    text += "\n\(environment.summary). \(result.outcomes.count) series were measured; run "
    text += "\(result.run.value) of the history.\n"
    for one in result.wrong { text += "\n**Wrong answer:** \(Markup.markdown(one)).\n" }
    if !result.environmentDifferences.isEmpty {
      text += "\nChanges since the night before:\n\n"
      text += result.environmentDifferences.map { "- \(Markup.markdown($0))\n" }.joined()
    }
    let reasons = result.outcomes.compactMap { result.reasons[$0.series] }
    if !reasons.isEmpty {
      text += "\n#### Why\n\n" + reasons.map(\.markdown).joined(separator: "\n")
    }
    if !result.notes.isEmpty {
      text += "\nNotes:\n\n" + result.notes.map { "- \(Markup.markdown($0))\n" }.joined()
    }
    let open = result.outcomes.filter { [.regressed, .suspect].contains(result.state(after: $0)) }
    if !open.isEmpty {
      text += "\nOpen alerts\(alertAdvice.map { " (\($0))" } ?? ""):\n\n"
      for outcome in open {
        let since = outcome.suspectedSince.map { ", since run \($0.value)" } ?? ""
        let state = result.state(after: outcome).rawValue
        text += "- \(Markup.markdown(outcome.series)): \(state)\(since)\n"
      }
    }
    guard !courses.isEmpty else { return text }
    text += "\nThe values of every series:\n\n```\n"
    var table = TextTable(columns: [.init("series", .left), .init("values", .left)])
    for (series, values) in courses {
      table.append([
        TextTable.Cell(printable(series)), TextTable.Cell(Sparkline.text(values)),
      ])
    }
    return text + table.lines().joined(separator: "\n") + "\n```\n"
  }

  /// A few lines for people.
  package var words: String {
    var lines = result.isComplete ? [] : [incompleteness]
    if result.isComplete || result.verdict != .clean { lines.append(headline) }
    lines += result.missing.map { "  gone or renamed: \(printable($0))" }
    lines += result.wrong.map { "  wrong answer or failed: \(printable($0))" }
    lines += result.failed.map { "  not measured: \(printable($0))" }
    for outcome in result.outcomes where outcome.finding != .quiet {
      let effect = outcome.effect.map { " \(Decimals.change($0.percent / 100))" } ?? ""
      let cause = outcome.cause?.word.map { ", \($0)" } ?? ""
      lines.append(
        "  \(printable(outcome.series)): \(outcome.word)\(effect)\(cause)"
          + "; \(result.state(after: outcome).rawValue)")
      if let reason = result.reasons[outcome.series] {
        lines.append("    explained: \(printable(reason.answer))")
      }
    }
    lines += result.environmentDifferences.map { "  changed since the night before: \($0)" }
    lines += result.notes.map { "  \(printable($0))" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What is missing, as a headline.
  private var incompleteness: String {
    let parts = [
      (result.missing.count, "gone or renamed"), (result.wrong.count, "failed or wrong"),
      (result.failed.count, "not measured"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "Incomplete: \(parts.joined(separator: ", ")), beside \(result.outcomes.count) series."
  }

  private var headline: String {
    let risen = result.outcomes.filter { $0.finding == .slower }
    let word = risen.contains { $0.better == nil } ? "Slower" : "Worse"
    let count = "\(result.outcomes.count) series"
    return switch result.verdict {
    case .clean: "Clean: none of \(count) is slower."
    case .regression: "\(word): \(risen.count) of \(count)."
    case .cannotTell: "Cannot tell: a suspicion could not be settled (\(count))."
    case .environmentChanged: "The environment changed; the code of \(count) is not slower."
    }
  }

  /// The night for programs; the fields are a promise, kept in `Benchmarks/JSON.md`.
  package var json: JSONValue {
    .object([
      .init("schema", .integer(1)),
      .init("run", .integer(Int(result.run.value))),
      .init("history", .string(history)),
      .init("verdict", .string(Self.name(result))),
      .init("exitCode", .integer(Int(result.status.rawValue))),
      .init(
        "series",
        .array(
          result.outcomes.map { outcome in
            .object([
              .init("name", .string(outcome.series)),
              .init("finding", .string(outcome.word)),
              .init("cause", .optional(outcome.cause) { .string($0.rawValue) }),
              .init("change", .optional(outcome.effect) { .number($0.percent / 100) }),
              .init("since", .optional(outcome.suspectedSince) { .integer(Int($0.value)) }),
              .init("state", .string(result.state(after: outcome).rawValue)),
              .init("explanation", .optional(result.reasons[outcome.series]) { $0.record }),
            ])
          })),
      .init(
        "environmentDifferences", .array(result.environmentDifferences.map(JSONValue.string))),
      .init("notes", .array(result.notes.map(JSONValue.string))),
      .init("wrong", .array(result.wrong.map(JSONValue.string))),
      .init("missing", .array(result.missing.map(JSONValue.string))),
      .init("failed", .array(result.failed.map(JSONValue.string))),
      .init("environment", environment.record),
    ])
  }

  private static func name(_ result: NightResult) -> String {
    switch result.verdict {
    case .clean: result.isComplete ? "clean" : "incomplete"
    case .regression: "regression"
    case .cannotTell: "cannot tell"
    case .environmentChanged: "environment changed"
    }
  }
}
