internal import BenchmarkBuilds
package import BenchmarkHarness
internal import Measuring
package import Reporting

extension SuiteSource {
  /// Builds two states and matches their benchmarks by name.
  package func comparison(
    _ settings: ComparisonSettings, _ context: RunContext
  ) throws(HarnessFailure) -> SourceComparison {
    let opened = try OpenedSuite(self, context, timeout: settings.timeout)
    let suite = opened.file.suite
    let seconds = settings.seconds ?? suite.comparisonSeconds
    let rule = try Self.rule(settings, of: suite, isPatient: seconds != nil)
    let sides = try opened.repository.sides(settings.revisions, main: suite.main)
    var remarks: [String] = []
    var cases: [any ComparisonCase] = []
    var unmatched = UnmatchedBenchmarks()
    if sides.areEqual {
      try opened.checkParameters(in: sides.candidate)
      remarks.append(
        "\(sides.candidate.label) has the same files as \(sides.base.label): nothing was measured.")
    } else {
      var plan = SessionPlan()
      plan.rule = rule
      let comparison = SuiteComparison(
        runner: opened.runner, base: try opened.trees.tree(of: sides.base),
        candidate: try opened.trees.tree(of: sides.candidate), plan: plan,
        clock: settings.clock, provider: opened.provider,
        countsCosts: settings.countsCosts, note: context.note)
      let match = try comparison.match()
      unmatched = UnmatchedBenchmarks(
        onlyInBase: match.onlyInBase, onlyInCandidate: match.onlyInCandidate)
      remarks += unmatched.remarks(base: sides.base.label, candidate: sides.candidate.label)
      remarks += comparison.programSizes(match)
      if settings.seconds == nil, let seconds {
        remarks.append(
          "All measuring takes at most \(Decimals.duration(seconds)), as the suite says.")
      }
      cases = match.both.map { comparison.makeCase(base: $0.base, candidate: $0.candidate) }
    }
    var found = SourceComparison(
      title: suite.name, sides: "\(sides.base.label) → \(sides.candidate.label)",
      command: Self.command(sides), cases: cases, remarks: remarks, unmatched: unmatched)
    found.files = sides.files
    found.seconds = seconds
    return found
  }

  /// When a comparison stops.
  private static func rule(
    _ settings: ComparisonSettings, of suite: BenchmarkSuite, isPatient: Bool
  ) throws(HarnessFailure) -> SequentialRule {
    let margin = settings.margin ?? suite.margin
    let gate: Percentage?
    switch settings.gate {
    case nil: gate = suite.gate
    case .off: gate = nil
    case .at(let limit): gate = limit
    }
    do throws(InvalidRequest) {
      try GateChoice.check(gate, against: margin)
    } catch {
      throw .wrongUsage(error.description)
    }
    return SequentialRule(gate: gate, margin: margin, isPatient: isPatient)
  }

  /// The command that compares the same states again.
  private static func command(_ sides: SuiteSides) -> String {
    let base = sides.base.commit.prefix(12)
    return sides.candidate.isSnapshot
      ? "bench compare \(base)" : "bench compare \(base) \(sides.candidate.commit.prefix(12))"
  }

  /// Searches for the commit that made the one benchmark that was asked for slower.
  ///
  /// - Parameters:
  ///   - good: a commit that is fast.
  ///   - bad: a later commit that is slow.
  ///   - confidence: how probable the answer must be.
  ///   - probes: how many probes are allowed.
  ///   - context: messages, progress and the wish to stop.
  /// - Returns: what was found.
  /// - Throws: ``HarnessFailure`` when there is no such commit or benchmark, a commit at the ends
  ///   cannot be measured, or on a wish to stop.
  package func bisect(
    good: String, bad: String, confidence: Double, probes: Int, _ context: RunContext
  ) throws(HarnessFailure) -> BisectionReport {
    let opened = try OpenedSuite(self, context)
    let (repository, trees, runner) = (opened.repository, opened.trees, opened.runner)
    let range = try CommitRange(good: good, bad: bad, in: repository.checkout)
    let first = try trees.tree(of: repository.revision(range.good))
    let name = try benchmark(runner, first)
    let finding = try Bisection(
      range: range, confidence: confidence, maximumProbes: probes,
      session: { commit, purpose throws(HarnessFailure) in
        let comparison = SuiteComparison(
          runner: runner, base: try trees.tree(of: repository.revision(range.good)),
          candidate: try trees.tree(of: repository.revision(commit)), plan: SessionPlan(),
          clock: nil, provider: opened.provider, note: context.note)
        let pair = try comparison.pair(named: name)
        let label = "comparing \(commit.prefix(12))"
        return try comparison.session(
          base: pair.base, candidate: pair.candidate, purpose, isCancelled: context.isCancelled,
          progress: { context.show(label, $0) })
      }, message: context.message
    ).run()
    if context.isCancelled() { throw .interrupted }
    return BisectionReport(
      range: range, finding: finding, benchmark: name, subject: opened.file.suite.name)
  }

  /// The one benchmark that was asked for.
  private func benchmark(
    _ runner: SuiteRunner, _ tree: SuiteTree
  ) throws(HarnessFailure) -> String {
    let chosen = try runner.benchmarks(in: tree).map(\.name)
    // A name that is asked for whole is meant, even if others contain it.
    if let exact = chosen.first(where: selection.names.contains) { return exact }
    guard let name = chosen.first, chosen.count == 1 else {
      let shown = chosen.prefix(20).joined(separator: ", ")
      throw .wrongUsage(
        "One benchmark is searched for, and \(chosen.count) fit: name one of them: \(shown).")
    }
    return name
  }
}
