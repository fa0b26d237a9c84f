internal import HistoryExchange
internal import Measuring
internal import OrderedJSON
internal import Reporting
internal import TimingHistory

/// How checked series are written.
package enum CheckReport: String, CaseIterable, Sendable {
  /// For people.
  case table
  /// For programs.
  case json

  /// The text of a report.
  package func text(of series: [CheckedSeries]) -> String {
    switch self {
    case .table: Self.table(series)
    case .json: Self.json(series)
    }
  }

  private static func table(_ series: [CheckedSeries]) -> String {
    guard !series.isEmpty else { return "" }
    var table = TextTable(columns: [
      TextTable.Column("series", .left), TextTable.Column("points"),
      TextTable.Column("values", .left), TextTable.Column("change points", .left),
      TextTable.Column("verdict", .left),
    ])
    let series = CheckOrder.mostUrgentFirst(series)
    for one in series {
      let changes = findings(of: one).joined(separator: ", ")
      table.append([
        TextTable.Cell(printable(one.check.name)), TextTable.Cell(String(one.count)),
        TextTable.Cell(one.sparkline),
        TextTable.Cell(changes.isEmpty ? "–" : changes),
        TextTable.Cell(one.verdict.description),
      ])
    }
    let explanations = series.compactMap { one -> String? in
      guard let index = one.explained else { return nil }
      guard let explanation = one.check.explanation else {
        return "\n\(printable(one.check.name)), point \(index): nothing to weigh; it takes "
          + "\(ChangePointDetector.shortestSeries) points, and "
          + "\(ChangePointDetector.shortestLevel) on either side.\n"
      }
      return "\n" + text(of: explanation, name: one.check.name)
    }
    return table.lines().joined(separator: "\n") + "\n" + events(in: series)
      + explanations.joined()
  }

  /// Changes of several series at one commit, which are one event.
  private static func events(in series: [CheckedSeries]) -> String {
    let events = CheckEvent.events(in: series)
    guard !events.isEmpty else { return "" }
    let lines = events.prefix(listedEvents).map { event in
      let rows = event.changes.prefix(listedChanges).map {
        "\(printable($0.series)) \(percent($0.effect))"
      }
      let hidden = event.changes.count - rows.count
      return "  \(place(of: event.origin)): \(event.changes.count) series: "
        + (rows + (hidden > 0 ? ["\(hidden) more"] : [])).joined(separator: ", ") + "\n"
    }
    let hidden = events.count - lines.count
    return "\nChanges at one commit:\n" + lines.joined()
      + (hidden > 0 ? "  \(hidden) earlier commits\n" : "")
  }

  /// Where a point comes from, as far as it is known: `abcd1234, 2026-01-16`.
  private static func place(of origin: PointOrigin) -> String {
    let commit = origin.commit.map { commit in
      let isHash = commit.count >= 12 && commit.allSatisfy { $0.isHexDigit && $0.isASCII }
      return printable(isHash ? String(commit.prefix(10)) : commit)
    }
    let day = origin.time.map { String(Timestamp.text($0).prefix(10)) }
    return [commit, day].compactMap { $0 }.joined(separator: ", ")
  }

  /// Why there is a change, or why not.
  private static func text(of explanation: StepExplanation, name: String) -> String {
    func number(_ value: Double) -> String { HistoryText.significant(value) }
    let verdict = explanation.isChange ? "a change" : "no change"
    let comparison = explanation.statistic > explanation.threshold ? "above" : "not above"
    return """
      \(printable(name)), point \(explanation.index): \(verdict), \
      \(words(of: explanation.rule))
        levels     \(number(explanation.before)) in points \(explanation.start) to \
      \(explanation.index - 1), \(number(explanation.after)) in points \(explanation.index) to \
      \(explanation.end - 1) (\(percent(explanation.effect)))
        noise      \(number(explanation.noise)) about the levels
        memory     \(number(explanation.memory)) between neighbours
        statistic  \(number(explanation.statistic)) standard deviations, \(comparison) the \
      threshold of \(number(explanation.threshold)) for these lengths in \
      \(explanation.count) points

      """
  }

  private static func words(of rule: StepRule) -> String {
    switch rule {
    case .evidence: "by its evidence"
    case .weak: "too little evidence"
    case .modes: "a switch between two modes"
    case .drift: "a drift explains it as well"
    case .neighbours: "the changes beside it explain the levels better"
    }
  }

  /// Changes listed for each series; JSON has all.
  static let listedChanges = 8
  /// Notes listed for each series, the newest.
  static let listedNotes = 3
  /// Commits listed at which several series changed, the newest.
  static let listedEvents = 20

  /// What was found, in words; changes as their place and size: `20 +10.0 %`, the newest with its
  /// commit and day.
  private static func findings(of series: CheckedSeries) -> [String] {
    let check = series.check
    func cause(_ cause: ShiftCause) -> String { cause == .environment ? " (environment)" : "" }
    // The newest changes are what people look for.
    let hidden = max(check.changes.count - listedChanges, 0)
    var texts = hidden > 0 ? ["\(hidden) earlier"] : []
    texts += check.changes.dropFirst(hidden).map {
      "\($0.point.index) \(size($0.point, better: series.better))\(cause($0.cause))"
    }
    if let last = series.origins.last, !place(of: last).isEmpty, let text = texts.popLast() {
      texts.append("\(text) (\(place(of: last)))")
    }
    // What people said of the newest changes and of what came since.
    if let first = check.changes.suffix(listedChanges).first?.point.index {
      texts += series.notes.filter { $0.index >= first - SeriesCheck.placeDoubt }
        .suffix(listedNotes).map { "\($0.index) “\(printable($0.text))”" }
    }
    texts += check.drifts.map {
      "drifts \(size($0.drift.effect, better: series.better)) in \($0.drift.end - $0.drift.start) points"
        + cause($0.cause)
    }
    if let modes = check.modes {
      texts.append(
        "two modes: \(HistoryText.significant(modes.low)) (\(share(modes.lowShare))) and "
          + "\(HistoryText.significant(modes.high)) (\(share(modes.highShare))), "
          + "\(percent(modes.effect)) apart")
    }
    return texts
  }

  /// Whether the level before was 0, of which the detector calls every change the whole.
  static func isFromNothing(_ point: ChangePoint) -> Bool {
    point.before == 0 && point.effect.magnitude == 1
  }

  /// The size of a change; from nothing there is no share, so that both levels are named.
  private static func size(
    _ point: ChangePoint, better: BenchmarkMetric.Better
  ) -> String {
    guard isFromNothing(point) else {
      return size(point.effect, better: better)
    }
    return "from 0 to \(HistoryText.significant(point.after))"
  }

  /// An effect as the series' kind reads: of what more is better, it "fell 14.0 %".
  static func size(_ effect: Double, better: BenchmarkMetric.Better) -> String {
    let text = percent(effect)
    guard better == .more, let sign = text.first, sign == "+" || sign == "-" else { return text }
    return (effect < 0 ? "fell " : "rose ") + text.dropFirst()
  }

  /// An effect with its sign; from tenfold on as a factor, which is easier to read than +119000 %.
  static func percent(_ effect: Double) -> String {
    let sign = effect < 0 ? "-" : "+"
    guard effect.isFinite, effect.magnitude < 1e6 else { return "\(sign)>100000000 %" }
    if effect >= 9 { return "× \(Quantities.threeDigits(effect + 1))" }
    return "\(sign)\(Quantities.threeDigits(effect.magnitude * 100)) %"
  }

  private static func share(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
