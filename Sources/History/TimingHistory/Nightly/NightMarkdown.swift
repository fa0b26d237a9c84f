internal import MarkupEscaping
internal import Measuring

/// What a night decided, as Markdown for a pull request or an issue.
package enum NightMarkdown {
  /// A headline and a table of every series that is not quiet, regressions first.
  package static func text(_ outcomes: [NightOutcome], verdict: NightVerdict) -> String {
    let slower = outcomes.filter { $0.finding == .slower }
    let word = slower.contains { $0.better != nil } ? "worse" : "slower"
    let headline =
      switch verdict {
      case .clean: "No series is slower."
      case .regression: "\(slower.count) of \(outcomes.count) series became \(word)."
      case .cannotTell: "Some suspicions could not be settled."
      case .environmentChanged: "The environment changed; the code is not slower."
      }
    var text = "### \(headline)\n"
    let order: [NightOutcome.Finding] = [.slower, .cannotTell, .environment, .faster, .same]
    let rows = order.flatMap { finding in outcomes.filter { $0.finding == finding } }
    guard !rows.isEmpty else { return text }
    text += "\n| series | finding | change | cause |\n|---|---|--:|---|\n"
    for row in rows {
      let cells = [
        row.series, row.word, row.effect.map(percent) ?? "", row.cause?.word ?? "",
      ]
      text += "| " + cells.map(Markup.markdown).joined(separator: " | ") + " |\n"
    }
    return text
  }

  /// The change with two decimals and its sign: "+1.25 %".
  private static func percent(_ effect: LogRatio) -> String {
    let hundredths = Int64(clamping: Int((min(max(effect.percent, -1e6), 1e9) * 100).rounded()))
    let digits = "\(abs(hundredths) % 100)"
    let sign = hundredths < 0 ? "−" : hundredths > 0 ? "+" : ""
    return "\(sign)\(abs(hundredths) / 100).\(digits.count == 1 ? "0" : "")\(digits) %"
  }
}
