internal import MarkupEscaping
internal import Measuring
internal import TimingHistory

/// A report as Markdown for a pull request: what needs attention in the open, the rest folded up.
package enum ReportMarkdown {
  /// How many of the newest runs a sparkline shows.
  package static let sparklineRuns = 24

  package static func text(of report: HistoryReport) -> String {
    var text = "### \(Markup.markdown(report.headline))\n\n"
    if report.isExample { text += "An example: these figures are made up.\n\n" }
    if let run = report.runs.last {
      let commit = run.commit.map { " of `\(code(ValueText.shortCommit($0)))`" } ?? ""
      text += "Newest run: \(ValueText.moment(run.startedAt)) UTC\(commit)"
      text += "; \(report.runs.count) runs in all.\n\n"
    }
    let urgent = report.series.filter(\.light.needsAttention)
    let rest = report.series.filter { !$0.light.needsAttention }
    if !urgent.isEmpty { text += table(of: urgent, in: report) + "\n" }
    if !rest.isEmpty {
      let words = rest.count == 1 ? "1 series" : "\(rest.count) series"
      text += "<details><summary>\(words) without news</summary>\n\n"
      text += table(of: rest, in: report) + "\n</details>\n\n"
    }
    for machine in report.fleet?.machines.filter(\.drifts) ?? [] {
      let control = machine.ratio.map { " (\(ValueText.percent($0 - 1)))" } ?? ""
      text +=
        "▲ The machine \(Markup.markdown(machine.name)) drifts from its class\(control):"
        + " the references took another time there in the last 30 days.\n\n"
    }
    if let change = report.environmentChanges.last {
      let day = ValueText.day(report.runs[change.run].startedAt)
      let fields = change.differences.map(\.field.title).joined(separator: ", ")
      text +=
        "The environment last changed on \(day)\(fields.isEmpty ? "" : " (\(Markup.markdown(fields)))").\n"
    }
    return text
  }

  private static func table(of series: [ReportedSeries], in report: HistoryReport) -> String {
    var text =
      "| status | series | newest | last change of level | finds | history |\n|---|---|--:|---|--:|---|\n"
    for one in ordered(series) {
      let newest = one.latest.map { ValueText.quantity($0.value, unit: one.record.unit) } ?? "–"
      let cells = [
        "\(symbol(one)) \(one.lightTitle)", Markup.markdown(one.record.name),
        Markup.markdown(newest),
        change(of: one, in: report),
        one.smallestChange.map { ValueText.percent($0.effect) } ?? "–",
        Sparkline.text(Array(one.watchedValues.suffix(sparklineRuns))),
      ]
      text += "| " + cells.joined(separator: " | ") + " |\n"
    }
    return text
  }

  /// The most urgent first, of these the surest; names decide between equals.
  private static func ordered(_ series: [ReportedSeries]) -> [ReportedSeries] {
    SeriesLight.allCases.flatMap { light -> [ReportedSeries] in
      let same = series.filter { $0.light == light }
      guard light.needsAttention else { return same }
      return same.enumerated().sorted {
        (-$0.element.evidence, $0.offset) < (-$1.element.evidence, $1.offset)
      }.map(\.element)
    }
  }

  private static func change(of series: ReportedSeries, in report: HistoryReport) -> String {
    guard let change = series.changes.last else {
      return series.drift.map { "drifts \(ValueText.change($0, series.better))" } ?? "none"
    }
    let run = report.runs[series.points[change.index].run]
    let commit = run.commit.map { " at `\(code(ValueText.shortCommit($0)))`" } ?? ""
    let cause = change.cause.word.map { " (\($0))" } ?? ""
    return
      "\(ValueText.change(change.effect, series.better)) on \(ValueText.day(run.startedAt))\(commit)\(cause)"
  }

  private static func symbol(_ series: ReportedSeries) -> String {
    switch series.light {
    case .regressed: "▲"
    case .suspect: "◆"
    case .risen: series.better == .more ? "↓" : series.better == .equal ? "↕" : "↑"
    case .accepted: "■"
    case .recovered: series.better == .more ? "↑" : "↓"
    case .ok: "●"
    case .ended: "○"
    }
  }

  /// Text between backquotes in a cell: nothing is special there but these.
  private static func code(_ text: String) -> String {
    String(text.map { $0 == "`" || $0 == "|" || $0.isNewline ? " " : $0 })
  }
}
