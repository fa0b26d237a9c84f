package import HistoryReports
internal import Measuring
package import OrderedJSON
internal import Reporting

/// Comparisons for people: a short block each.
package struct ComparisonTable: ResultFormat {
  package init() {}

  /// What comes first.
  package func opening(_ environment: RunEnvironment) -> String { environment.summary + "\n" }

  /// One comparison.
  package func section(_ result: ComparisonResult) -> String {
    let session = result.session
    var table = TextTable(
      columns: [
        .init("candidate", .left), .init("time"), .init("against", .left), .init("time"),
        .init("effect"), .init("99 % interval"), .init("clock", .left), .init("pairs"),
        .init("launches"), .init("verdict", .left),
      ])
    func time(_ side: Side) -> String {
      session.median(side, session.clock).map(Quantities.time) ?? TextTable.nothing
    }
    let change = result.change
    table.append(
      [
        result.candidate, time(.candidate), result.base, time(.base),
        change.map { Decimals.change($0.median) } ?? TextTable.nothing,
        change?.interval.map(Self.range) ?? TextTable.nothing, session.clock.title,
        String(session.pairCount), String(session.launches.count), result.verdict,
      ].map { TextTable.Cell($0) })
    let heading = result.subject.map { ["", $0] } ?? [""]
    let lines = heading + table.lines(indent: 2) + notes(result).map { "  " + $0 }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What comes last.
  package func closing(_ results: [ComparisonResult], _ environment: RunEnvironment) -> String {
    ""
  }

  private func notes(_ result: ComparisonResult) -> [String] {
    let session = result.session
    var notes: [String] = []
    let others: [ClockKind] = result.session.clock == .wall ? [.processCPU] : [.wall]
    for clock in others {
      guard let change = result.change(clock) else { continue }
      notes.append("\(clock.title) time: \(Decimals.change(change))")
    }
    if let memory = session.memory, memory.verdict != .same {
      notes.append("peak memory: \(Self.words(memory))")
    }
    notes += result.metrics.compactMap(\.words)
    notes += result.costs?.words ?? []
    if let gate = result.gateNote { notes.append(gate) }
    if let basis = result.basis.note { notes.append(basis) }
    return notes
  }

  /// What changed, and that all launches agree.
  static func words(_ memory: MemoryChange) -> String {
    "\(Quantities.bytes(memory.base)) → \(Quantities.bytes(memory.candidate)), "
      + "\(Decimals.change(memory.change)), \(memory.verdict.rawValue) in all "
      + "\(memory.launches) launches"
  }

  static func range(_ range: ClosedRange<Double>) -> String {
    "\(Decimals.change(range.lowerBound).dropLast(2)) – \(Decimals.change(range.upperBound))"
  }
}

/// Comparisons for programs; the fields are a promise, kept in `Benchmarks/JSON.md`.
package struct ComparisonJSON: ResultFormat {
  private let unmatched: UnmatchedBenchmarks
  private let explanations: () -> [JSONValue]?

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - unmatched: the benchmarks that only one side has.
  ///   - explanations: why benchmarks differ, asked at the end; `nil` where that was not asked for.
  package init(
    unmatched: UnmatchedBenchmarks = UnmatchedBenchmarks(),
    explanations: @escaping () -> [JSONValue]? = { nil }
  ) {
    self.unmatched = unmatched
    self.explanations = explanations
  }

  /// Raised when a field changes its meaning or goes.
  package static let schema = 1

  /// What comes first.
  package func opening(_ environment: RunEnvironment) -> String { "" }

  /// One comparison.
  package func section(_ result: ComparisonResult) -> String { "" }

  /// What comes last.
  package func closing(_ results: [ComparisonResult], _ environment: RunEnvironment) -> String {
    JSONValue.object(
      [
        .init("schema", .integer(Self.schema)),
        .init("environment", environment.record),
        .init("comparisons", .array(results.map(Self.comparison))),
        .init("unmatched", unmatched.json),
      ] + (explanations().map { [.init("explanations", .array($0))] } ?? [])
    ).text + "\n"
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
      .init("verdict", .string(session.verdict.word)),
      .init("basis", result.basis.json),
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
      .init(
        "instructions",
        .optional(result.costs?.json(.instructions)) { $0 }),
      .init("allocations", .optional(result.costs) { $0.json(.allocations) }),
      .init("allocatedBytes", .optional(result.costs) { $0.json(.allocatedBytes) }),
      .init(
        "peakMemory",
        .optional(session.memory) {
          .object([
            .init("baseBytes", .integer($0.base)), .init("candidateBytes", .integer($0.candidate)),
            .init("change", .number($0.change)), .init("verdict", .string($0.verdict.rawValue)),
          ])
        }),
      .init("metrics", .array(result.metrics.map(\.json))),
      .init("gate", result.gateJSON),
    ])
  }

  private static func morePairs(_ verdict: Verdict) -> Int? {
    if case .cannotTell(let more) = verdict { more } else { nil }
  }
}
