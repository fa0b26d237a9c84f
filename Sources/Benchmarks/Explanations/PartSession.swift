internal import BenchmarkHarness
internal import BenchmarkSuites
internal import Measuring
internal import Reporting

/// Measures exchanges of parts against the base, in paired sessions as of any two builds.
struct PartSession {
  let benchmark: (base: SuiteBenchmark, candidate: SuiteBenchmark)
  var exchange: any PartExchange
  let kind: Explanation.Kind
  let runner: SuiteRunner
  let plan: SessionPlan
  let clock: ClockChoice?
  let provider: LayoutProvider
  let isStopped: () -> Bool
  /// What the command writes on both sides; `nil` where it answers by itself, or not always the same.
  let answer: ProgramOutput?

  /// Measures an exchange.
  ///
  /// - Parameters:
  ///   - parts: the numbers of the parts.
  ///   - progress: called with how far the session is, 0 to 1.
  /// - Returns: its effect, or why there is none.
  func measure(_ parts: [Int], progress: (Double) -> Void) -> ExchangeOutcome {
    guard !isStopped() else { return .stopped }
    progress(0)
    do throws(HarnessFailure) {
      let tree = try exchange.tree(exchanging: parts)
      var notes: [String] = []
      let comparison = SuiteComparison(
        runner: runner, base: exchange.base, candidate: tree, plan: plan, clock: clock,
        provider: provider, note: { notes.append($0) })
      let item = comparison.makeCase(base: benchmark.base, candidate: try candidate(in: tree))
      if item.proof != nil { return .measured(.sameCode) }
      if kind == .objects {
        // Without layouts it is not the exchange that would run.
        guard case .layouts = item.basis else {
          return .unusable(notes.joined(separator: " "))
        }
      }
      try item.check()
      // While the exchanged program is in its place.
      if let answer, let own = try runner.output(of: benchmark.candidate, in: tree), own != answer {
        return .unusable("it writes something else than the base, or fails.")
      }
      let session = item.measure(isCancelled: isStopped) {
        progress(Double($0.launches) / Double(max($0.nextLook, 1)))
      }
      return Self.outcome(of: session, basis: item.basis)
    } catch {
      return isStopped() ? .stopped : .unusable(error.message)
    }
  }

  /// The benchmark as an exchange has it: its place among others may be another.
  private func candidate(in tree: SuiteTree) throws(HarnessFailure) -> SuiteBenchmark {
    guard kind == .files else { return benchmark.candidate }
    let listed = try runner.listing(in: tree).benchmarks
    guard let found = listed.first(where: { $0.name == benchmark.candidate.name }) else {
      throw .failed("it has no benchmark '\(benchmark.candidate.name)'.")
    }
    return found
  }

  /// What a session says.
  static func outcome(of session: SessionResult, basis: ComparisonBasis) -> ExchangeOutcome {
    switch session.end {
    case .decided, .cancelled: break
    case .failed(_, let failure): return .unusable("\(failure).")
    case .answersDiffer(let base, let candidate):
      return .unusable("it answers '\(candidate)', and the base '\(base)'.")
    case .unmeasurable: return .unusable("the work is too short for the clock.")
    }
    guard let estimate = session.estimate(alpha: 1 - ComparisonResult.confidence),
      let interval = estimate.logInterval
    else { return .stopped }
    // What layout alone may make of the program.
    var allowance = 0.0
    if case .allowance(let measured) = basis { allowance = measured.logRatio }
    return .measured(
      ExchangeEffect(
        median: estimate.logRatio.value,
        interval: interval.lower - allowance...interval.upper + allowance))
  }
}
