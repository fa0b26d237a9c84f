internal import BenchmarkHarness
package import Measuring
internal import Reporting

/// Why a benchmark is slower or faster, as far as it was found.
package struct Explanation: Sendable {
  /// What was exchanged.
  package enum Kind: String, Sendable {
    /// Object files: programs were linked of those of both sides.
    case objects
    /// Files of the change: states with files of both sides were built.
    case files
  }

  /// What became of the question.
  package enum Outcome: Sendable {
    /// Both sides run the same code, as a proof says.
    case sameCode(String)
    /// It was searched for what makes the difference.
    case searched(Attribution, Kind, [ExchangeablePart])
    /// Both sides could be compared, and nothing could be exchanged; why.
    case notDivided(String)
    /// Both sides could not be compared; why.
    case notCompared(String)
  }

  /// Whether programs were linked of object files of both sides, so that the benchmark runs compiled code.
  var exchangesObjects: Bool {
    if case .searched(_, .objects, _) = outcome { true } else { false }
  }

  /// The name of the benchmark.
  package let benchmark: String
  /// The change of the whole; `nil` where it was not measured.
  package let whole: ExchangeEffect?
  /// The verdict about the whole.
  package let verdict: Verdict
  /// What was found.
  package private(set) var outcome: Outcome
  /// The log ratio up to which a part does not matter.
  package let margin: Double
  /// Sentences about how it was done.
  package let remarks: [String]
  /// What one call executes on both sides; `nil` where nothing was counted.
  package var ran: Ran?

  /// What one call executes, or why it is not known.
  package enum Ran: Sendable {
    case counted(RanFunctions)
    /// Not counted; why.
    case unknown(String)
  }

  package init(
    benchmark: String, whole: ExchangeEffect?, verdict: Verdict, outcome: Outcome, margin: Double,
    remarks: [String] = []
  ) {
    self.benchmark = benchmark
    self.whole = whole
    self.verdict = verdict
    self.outcome = outcome
    self.margin = margin
    self.remarks = remarks
  }

  /// Whether the search came to its end.
  package var isComplete: Bool {
    switch outcome {
    case .sameCode: true
    case .searched(let found, _, _): found.isComplete
    case .notDivided, .notCompared: false
    }
  }

  /// The changed functions that the benchmark does not run; `nil` where that is not known.
  var notRun: [PieceChange]? {
    guard case .counted(let ran)? = ran, case .searched(_, let kind, let parts) = outcome,
      ran.hasNames, (kind == .objects) != ran.candidate.counter.isInterpreter
    else { return nil }
    let counts = SourceCounts(ran.candidate)
    return PieceChange.functions(of: parts).filter {
      counts.cost(of: $0) == nil
    }
  }

  /// The explanation whose parts are named by the functions that the benchmark runs, as far as that is known.
  var naming: Explanation {
    guard let notRun = notRun.map(Set.init),
      case .searched(let found, let kind, var parts) = outcome
    else { return self }
    for part in parts.indices {
      for change in parts[part].changes.indices where notRun.contains(parts[part].changes[change]) {
        parts[part].changes[change].isRun = false
      }
    }
    var explanation = self
    explanation.outcome = .searched(found, kind, parts)
    return explanation
  }
}

extension ExchangeEffect {
  /// The change in percent, with its sign.
  var change: String { Decimals.change(LogRatio(median).percent / 100) }

  /// The interval in percent.
  var range: String {
    let ends = [interval.lowerBound, interval.upperBound].map {
      Decimals.change(LogRatio($0).percent / 100)
    }
    return "\(ends[0].dropLast(2)) – \(ends[1])"
  }

  /// The change with its interval.
  var words: String { isProven ? "same code" : "\(change) (\(range))" }

  /// The larger end of the interval, without a sign.
  var bound: String {
    let end = max(
      abs(LogRatio(interval.lowerBound).percent), abs(LogRatio(interval.upperBound).percent))
    return "±\(Decimals.fixed(end, places: 2)) %"
  }
}
