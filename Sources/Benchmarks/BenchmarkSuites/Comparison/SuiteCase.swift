internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import Measuring
internal import Reporting

/// A benchmark that two checkouts have, to be compared.
final class SuiteCase: ComparisonCase {
  private let comparison: SuiteComparison
  private let older: SuiteBenchmark
  private let newer: SuiteBenchmark
  private let pair: SuiteComparison.Pair
  /// What layouts had cost before.
  private let before: (links: Int, seconds: Double)
  /// What was found when the sides were checked.
  private var checked = SuiteComparison.Checked(hasOneThread: false, metrics: [])

  /// - Parameters:
  ///   - comparison: the checkouts.
  ///   - older: the benchmark of the base.
  ///   - newer: that of the candidate.
  init(of comparison: SuiteComparison, _ older: SuiteBenchmark, _ newer: SuiteBenchmark) {
    self.comparison = comparison
    self.older = older
    self.newer = newer
    pair = comparison.makePair(older, newer)
    before = pair.policy?.cost ?? (0, 0)
  }

  var base: String { comparison.base.label }
  var candidate: String { comparison.candidate.label }
  var subject: String? { newer.name }

  var rule: SequentialRule {
    pair.policy?.limited(comparison.plan.rule) ?? comparison.plan.rule
  }

  /// How it is measured, known once the sides are checked.
  private var plan: SessionPlan {
    var plan = newer.fitted(
      pair.plan, clock: comparison.clock, hasOneThread: checked.hasOneThread)
    if let policy = pair.policy { plan.rule = policy.limited(plan.rule) }
    return plan
  }

  var longestSeconds: Double? { newer.longestSeconds(ofRun: checked.seconds, by: plan) }

  func check() throws(HarnessFailure) {
    checked = try comparison.check(older, newer, pair)
    try SuiteComparison.refuseUnequal(checked.metrics)
  }

  func measure(
    after earlier: SessionResult?, looks: Int, isCancelled: () -> Bool,
    progress: (SessionProgress) -> Void
  ) -> SessionResult {
    defer {
      pair.policy?.finish()
      comparison.cleanUp(older, newer)
    }
    var plan = self.plan
    plan.rule = plan.rule.first(looks)
    // The part before has cleaned up behind itself.
    if let earlier, let end = setUpAgain() {
      return SessionResult(
        verdict: .cannotTell(morePairs: nil), end: end, launches: earlier.launches,
        clock: earlier.clock, answer: earlier.answer)
    }
    let result = PairedSession(plan: plan).run(
      after: earlier, isCancelled: isCancelled, progress: progress, launch: pair.start)
    // A gate has allowed for layouts at each look.
    guard plan.rule.gate == nil else { return result }
    return pair.policy?.judged(result, margin: plan.rule.margin) ?? result
  }

  /// Sets both sides up once more.
  ///
  /// - Returns: why measuring ends here; nil where both are ready.
  private func setUpAgain() -> SessionResult.End? {
    let sides = [
      (Side.base, older, comparison.base), (Side.candidate, newer, comparison.candidate),
    ]
    for (side, benchmark, tree) in sides {
      do throws(HarnessFailure) {
        try comparison.runner.setUp(benchmark, in: tree)
      } catch {
        return error.status == .interrupted ? .cancelled : .failed(side, .prevented(error.message))
      }
    }
    return nil
  }

  func costs() -> CostComparison? {
    guard comparison.countsCosts else { return nil }
    let runner = comparison.runner
    let first = runner.cost(of: older, in: comparison.base)
    var calls: Int?
    if case .counted(let cost) = first { calls = cost.calls }
    // As many calls on both sides: what is made once, in the first call, has the same share.
    return CostComparison(
      base: first, candidate: runner.cost(of: newer, in: comparison.candidate, calls: calls))
  }

  var metrics: [MetricChange] { checked.metrics }

  var basis: ComparisonBasis { pair.policy?.basis(since: before) ?? .files }
}
