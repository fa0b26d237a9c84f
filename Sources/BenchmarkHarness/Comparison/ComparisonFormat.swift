internal import CommandText
internal import Measuring

/// How comparisons are written.
protocol ComparisonFormat {
  /// What comes first.
  func opening(_ environment: RunEnvironment) -> String
  /// One comparison, as soon as it is made.
  func section(_ result: ComparisonResult) -> String
  /// What comes last.
  func closing(_ results: [ComparisonResult], _ environment: RunEnvironment) -> String
}

/// Comparisons for people: a short block each.
struct ComparisonTable: ComparisonFormat {
  func opening(_ environment: RunEnvironment) -> String { environment.summary + "\n" }

  func section(_ result: ComparisonResult) -> String {
    let session = result.session
    var table = TextTable(
      columns: [
        .init("candidate", .left), .init("time"), .init("against", .left), .init("time"),
        .init("effect"), .init("99 % interval"), .init("clock", .left), .init("pairs"),
        .init("launches"), .init("verdict", .left),
      ])
    func time(_ side: Side) -> String {
      session.median(side, session.clock).map(Quantities.time) ?? ResultColumns.nothing
    }
    let change = result.change
    table.append(
      [
        result.candidate, time(.candidate), result.base, time(.base),
        change.map { Self.percent($0.median) } ?? ResultColumns.nothing,
        change?.interval.map(Self.range) ?? ResultColumns.nothing, session.clock.title,
        String(session.pairCount), String(session.launches.count), result.verdict,
      ].map { TextTable.Cell($0) })
    let heading = result.subject.map { ["", $0] } ?? [""]
    let lines = heading + table.lines(indent: 2) + notes(result).map { "  " + $0 }
    return lines.joined(separator: "\n") + "\n"
  }

  func closing(_ results: [ComparisonResult], _ environment: RunEnvironment) -> String { "" }

  private func notes(_ result: ComparisonResult) -> [String] {
    var notes: [String] = []
    let others: [ClockKind] = result.session.clock == .wall ? [.processCPU] : [.wall]
    for clock in others {
      guard let change = result.change(clock) else { continue }
      notes.append("\(clock.title) time: \(Self.percent(change))")
    }
    if let instructions = result.instructions { notes.append(instructions.words) }
    return notes
  }

  /// A change with its sign, and as many digits as decide: -83.2 %, +0.31 %, 0.00 %.
  static func percent(_ change: Double) -> String {
    let places = change.magnitude < 0.1 ? 2 : 1
    let text = Decimals.fixed(change * 100, places: places)
    return (change > 0 && text.contains { $0 != "0" && $0 != "." } ? "+" : "") + text + " %"
  }

  private static func range(_ range: ClosedRange<Double>) -> String {
    "\(percent(range.lowerBound).dropLast(2)) – \(percent(range.upperBound))"
  }
}

/// Comparisons for programs; the fields are a promise, kept in `Benchmarks/JSON.md`.
struct ComparisonJSON: ComparisonFormat {
  /// Raised when a field changes its meaning or goes.
  static let schema = 1

  func opening(_ environment: RunEnvironment) -> String { "" }

  func section(_ result: ComparisonResult) -> String { "" }

  func closing(_ results: [ComparisonResult], _ environment: RunEnvironment) -> String {
    JSONValue.object([
      .init("schema", .integer(Self.schema)),
      .init("environment", environment.record),
      .init("comparisons", .array(results.map(Self.comparison))),
    ]).text + "\n"
  }

  private static func comparison(_ result: ComparisonResult) -> JSONValue {
    let session = result.session
    let change = result.change
    func seconds(_ side: Side) -> JSONValue {
      .optional(session.median(side, session.clock), JSONValue.number)
    }
    return .object([
      .init("base", .string(result.base)),
      .init("candidate", .string(result.candidate)),
      .init("subject", .optional(result.subject, JSONValue.string)),
      .init("verdict", .string(word(session.verdict))),
      .init("morePairs", .optional(morePairs(session.verdict), JSONValue.integer)),
      .init("complete", .bool(session.end == .decided)),
      .init("clock", .string(session.clock.rawValue)),
      .init("change", .optional(change) { .number($0.median) }),
      .init(
        "interval",
        .optional(change?.interval) { .array([.number($0.lowerBound), .number($0.upperBound)]) }),
      .init("confidence", .number(ComparisonResult.confidence)),
      .init("pairs", .integer(session.pairCount)),
      .init("launches", .integer(session.launches.count)),
      .init("baseSeconds", seconds(.base)),
      .init("candidateSeconds", seconds(.candidate)),
      .init("wallChange", .optional(result.change(.wall), JSONValue.number)),
      .init("cpuChange", .optional(result.change(.processCPU), JSONValue.number)),
      .init("disturbedEpochs", .integer(session.epochs.count(where: \.isDisturbed))),
      .init("epochs", .integer(session.epochs.count)),
      .init("logRatios", .array(session.logRatios(session.clock).map(JSONValue.number))),
      .init("instructions", .optional(result.instructions, \.json)),
    ])
  }

  private static func word(_ verdict: Verdict) -> String {
    switch verdict {
    case .slower: "slower"
    case .faster: "faster"
    case .same: "same"
    case .cannotTell: "cannot tell"
    }
  }

  private static func morePairs(_ verdict: Verdict) -> Int? {
    if case .cannotTell(let more) = verdict { more } else { nil }
  }
}
