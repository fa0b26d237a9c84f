internal import BenchmarkHarness
internal import Measuring
internal import Reporting

extension Explanation {
  /// The answer in one sentence.
  package var answer: String {
    let change =
      whole.map { $0.isProven ? $0.words : "\(verdict.word) \($0.words)" } ?? verdict.word
    switch outcome {
    case .sameCode(let proof): return "\(benchmark): \(proof)."
    case .notCompared(let reason): return "\(benchmark) was not compared: \(reason)"
    case .notDivided(let reason): return "\(benchmark): \(change), not explained: \(reason)"
    case .searched(let found, _, let parts):
      return "\(benchmark): \(change): \(Self.causes(found, parts, margin))."
    }
  }

  private static func causes(
    _ found: Attribution, _ parts: [ExchangeablePart], _ margin: Double
  ) -> String {
    guard !parts.isEmpty else {
      return "no part of the program differs; what it reads or how it is linked may"
    }
    var causes = found.shares.map { share in
      "\(title(share.parts, parts)) \(share.effect.words)"
    }
    if let together = found.together(margin: margin) {
      causes.append("\(found.shares.isEmpty ? "all" : "they") together \(together.words)")
    }
    if !found.rest.isEmpty, let effect = found.restEffect {
      causes.append(rest(found, effect))
    } else if causes.isEmpty, !found.isStopped {
      causes.append("none of \(parts.count) changed parts could be measured alone")
    }
    if !found.suspects.isEmpty {
      let names = found.suspects.map { parts[$0].title }
      let shown = names.prefix(5).joined(separator: ", ")
      causes.append(
        "stopped before its end: what is left is in \(names.count == 1 ? "" : "one of ")\(shown)"
          + (names.count > 5 ? " and \(names.count - 5) more" : ""))
    } else if found.isStopped {
      let count = found.rest.count
      let left =
        found.shares.isEmpty || count == 0 || found.restEffect != nil
        ? ""
        : ": what \(count) other changed \(count == 1 ? "part changes" : "parts change") is not known"
      causes.append("stopped before its end" + left)
    }
    return causes.joined(separator: "; ")
  }

  private static func rest(_ found: Attribution, _ effect: ExchangeEffect) -> String {
    let count = found.rest.count
    let what =
      found.shares.isEmpty
      ? count == 1 ? "the only changed part" : "all \(count) changed parts"
      : "\(count) other changed \(count == 1 ? "part" : "parts")"
    return effect.isProven ? "\(what): same code" : "\(what) within \(effect.bound)"
  }

  static func title(_ numbers: [Int], _ parts: [ExchangeablePart]) -> String {
    let titles = numbers.map { parts[$0].title }
    guard titles.count > 3 else { return titles.joined(separator: " + ") }
    return titles.prefix(3).joined(separator: " + ") + " + \(titles.count - 3) more"
  }

  /// The rows of the table: what was exchanged, the change, and its interval.
  var rows: [(part: String, change: String, interval: String)] {
    guard case .searched(let found, _, let parts) = outcome, !parts.isEmpty else { return [] }
    func row(_ part: String, _ effect: ExchangeEffect) -> (String, String, String) {
      (part, effect.isProven ? "same code" : effect.change, effect.isProven ? "" : effect.range)
    }
    var rows = found.shares.map { row(Self.title($0.parts, parts), $0.effect) }
    if !found.rest.isEmpty, let effect = found.restEffect {
      rows.append(
        row(
          "\(found.rest.count) other changed \(found.rest.count == 1 ? "part" : "parts")", effect))
    }
    if let together = found.together(margin: margin) {
      rows.append(row("together (interaction, linking, files read)", together))
    }
    if let whole { rows.append(row("whole change", whole)) }
    return rows
  }

  /// Sentences below the table.
  var notes: [String] {
    var notes = remarks
    guard case .searched(let found, let kind, let parts) = outcome else { return notes }
    if found.together(margin: margin) == nil, found.isComplete, !found.shares.isEmpty {
      notes.append("The parts add up to \(found.sum.words).")
    }
    let what = kind == .objects ? "linked of object files of both sides" : "built of files of both"
    if found.sessions > 0 {
      let programs = found.sessions == 1 ? "1 program" : "\(found.sessions) programs"
      notes.append(
        "\(programs) \(what) \(found.sessions == 1 ? "was" : "were") measured against the base.")
    }
    if !found.refusals.isEmpty {
      let count = found.refusals.count
      notes.append("\(count) \(count == 1 ? "exchange was" : "exchanges were") thrown away:")
      notes += found.refusals.prefix(5).map { refusal in
        "  \(Self.title(refusal.parts, parts)): \(Self.line(refusal.reason))"
      }
    }
    return notes
  }

  private static func line(_ reason: String) -> String {
    printable(String((reason.split(separator: "\n").first ?? "").prefix(200)))
  }

  /// What differs, function by function.
  var differences: [String] {
    guard case .searched(_, _, let parts) = outcome else { return [] }
    let changes = parts.filter { !$0.isFunction }.flatMap(\.changes)
    guard !changes.isEmpty else { return [] }
    let functions = changes.count(where: \.isCode)
    var lines = [
      "\(functions) \(functions == 1 ? "function differs" : "functions differ")"
        + (changes.count > functions ? ", and \(Self.variables(changes.count - functions)):" : ":")
    ]
    let shown = changes.sorted { !$1.isCode && $0.isCode }.prefix(Self.mostDifferences)
    lines += shown.map { change in
      let variable = change.isCode ? "" : ", variable"
      return "  \(change.name) (\(change.place)): \(change.kind.rawValue)\(variable)"
    }
    if changes.count > shown.count { lines.append("  and \(changes.count - shown.count) more") }
    if let notRun, !notRun.isEmpty {
      let count = PieceChange.functions(of: parts).count
      lines.append(SuiteCoverage.notRun(notRun.map(\.name), of: count, by: "this benchmark"))
    }
    return lines
  }

  private static let mostDifferences = 20

  private static func variables(_ count: Int) -> String {
    count == 1 ? "1 variable" : "\(count) variables"
  }

  /// The explanation for people: the answer first.
  package var text: String {
    var lines = [answer]
    if !rows.isEmpty {
      var table = TextTable(
        columns: [
          .init("exchanged alone", .left), .init("change"), .init("99 % interval"),
        ])
      for row in rows {
        table.append([.init(row.part), .init(row.change), .init(row.interval)])
      }
      lines += [""] + table.lines(indent: 2)
    }
    for part in [differences, ranLines, notes] where !part.isEmpty {
      lines += [""] + part.map { "  " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
