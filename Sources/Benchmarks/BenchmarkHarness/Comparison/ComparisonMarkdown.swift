package import HistoryReports
internal import MarkupEscaping
internal import Measuring
internal import Reporting

/// Comparisons as the comment of a pull request: verdicts first, then what could not be told, the
/// machine, and how to reproduce it.
package struct ComparisonMarkdown: ResultFormat {
  /// What is said around the results.
  package struct Frame {
    /// What was compared: the name of the suite.
    package var title: String
    /// The sides: "main (1a2b3c4d) → working tree".
    package var sides: String
    /// The command that does it again; `nil` to say none.
    package var command: String?
    /// Sentences about what was not compared, asked at the end.
    package var remarks: () -> [String]
    /// How many benchmarks only the base has.
    package var missing: Int
    /// Why benchmarks differ, as blocks of Markdown, asked at the end.
    package var explanations: () -> [String] = { [] }

    package init(
      title: String, sides: String, command: String?, missing: Int = 0,
      remarks: @escaping () -> [String] = { [] }
    ) {
      self.missing = missing
      self.title = title
      self.sides = sides
      self.command = command
      self.remarks = remarks
    }
  }

  private let frame: Frame

  package init(_ frame: Frame) { self.frame = frame }

  /// What comes first: nothing, because the verdicts do.
  package func opening(_ environment: RunEnvironment) -> String { "" }

  /// One comparison: nothing, because all are sorted by their verdicts.
  package func section(_ result: ComparisonResult) -> String { "" }

  /// The whole comment.
  package func closing(_ results: [ComparisonResult], _ environment: RunEnvironment) -> String {
    let groups = Group.allCases.map { group in (group, results.filter { Group($0) == group }) }
    // A program that comments finds its older comment by the first line.
    var lines = ["<!-- bench: \(Self.comment(frame.title)) -->"]
    lines.append(
      "### \(Self.headline(groups, missing: frame.missing)): \(Markup.markdown(frame.title))")
    lines += ["", Markup.markdown(frame.sides)]
    for (group, members) in groups where group.isShown && !members.isEmpty {
      lines += [""] + Self.table(members)
    }
    for (group, members) in groups where !group.isShown && !members.isEmpty {
      lines += ["", "<details><summary>\(members.count) \(group.title)</summary>", ""]
      lines += Self.table(members) + ["", "</details>"]
    }
    let memories = results.compactMap { result -> String? in
      guard let memory = result.session.memory, memory.verdict != .same else { return nil }
      return
        "Peak memory of \(result.subject ?? result.candidate): \(ComparisonTable.words(memory))"
    }
    let costs = results.flatMap { result in
      (result.costs?.changes ?? []).map { "\(result.subject ?? result.candidate): \($0)" }
    }
    let metrics = results.flatMap { result in
      result.metrics.compactMap(\.words).map { "\(result.subject ?? result.candidate): \($0)" }
    }
    let gates = results.compactMap { result in
      result.gateNote.map { "\(result.subject ?? result.candidate): \($0)" }
    }
    let remarks = Self.gate(results) + gates + memories + metrics + costs + frame.remarks()
    if !remarks.isEmpty { lines += [""] + remarks.map { "- " + Markup.markdown($0) } }
    lines += frame.explanations().flatMap { ["", $0] }
    lines += ["", "<sub>" + Markup.markdown(environment.summary) + "</sub>"]
    if let command = frame.command { lines += ["", "Reproduce with:", "", "    \(command)"] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Verdicts in the order of their weight.
  private enum Group: CaseIterable {
    case slower
    case faster
    case open
    case noSlower
    case same

    init(_ result: ComparisonResult) {
      switch result.session.verdict {
      case _ where result.session.end != .decided: self = .open
      case .slower: self = .slower
      case .faster: self = .faster
      case .same: self = .same
      case .noSlower: self = .noSlower
      case .cannotTell: self = .open
      }
    }

    /// Whether the comparisons are visible at once.
    var isShown: Bool { self == .slower || self == .faster }

    var title: String {
      switch self {
      case .slower: "slower"
      case .faster: "faster"
      case .open: "could not be told"
      case .noSlower: "no slower"
      case .same: "same"
      }
    }
  }

  private static func headline(
    _ groups: [(Group, [ComparisonResult])], missing: Int
  ) -> String {
    let gone = missing == 0 ? [] : ["\(missing) gone or renamed"]
    let parts =
      gone
      + groups.filter { !$0.1.isEmpty }.map { group, members in
        "\(members.count) \(group.title)"
      }
    return parts.isEmpty ? "Nothing to compare" : parts.joined(separator: ", ")
  }

  /// What the gate is, and what needed no measuring.
  private static func gate(_ results: [ComparisonResult]) -> [String] {
    let equal = results.count(where: \.isSameCode)
    let unmeasured =
      equal > 0 && results.count > 1
      ? ["\(equal) of \(results.count) are the same code, and were not measured."] : []
    guard let text = results.lazy.compactMap(\.gateText).first else { return unmeasured }
    return [
      "Gate: a slowdown of \(text) or more must not pass. The bound in the verdict holds with 99 %."
    ] + unmeasured
  }

  private static func table(_ results: [ComparisonResult]) -> [String] {
    let rows = results.map { result in
      let change = result.change
      func time(_ side: Side) -> String {
        result.session.median(side, result.session.clock).map(Quantities.time)
          ?? TextTable.nothing
      }
      return [
        Markup.markdown(result.subject ?? result.candidate), time(.base), time(.candidate),
        change.map { Decimals.change($0.median) } ?? TextTable.nothing,
        change?.interval.map(ComparisonTable.range) ?? TextTable.nothing, result.verdict,
      ]
    }
    return
      ([
        ["benchmark", "before", "after", "change", "99 % interval", "verdict"],
        ["---", "---:", "---:", "---:", "---:", "---"],
      ] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
  }

  /// Text inside an HTML comment, which `--` may end.
  private static func comment(_ text: String) -> String {
    // Not only `--`: a comment may not begin with `>` or `->` either (HTML, 13.6).
    printable(text).replacing("-", with: "–").replacing(">", with: "")
  }
}
