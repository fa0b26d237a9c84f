internal import KernelBenchmarks
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandText
internal import HistoryReports
internal import Measuring
internal import Reporting

/// One `bench compare` of a suite: two states are built, matched and compared.
struct SuiteCompareRun {
  let file: SuiteFile
  /// None, one or two revisions.
  let revisions: [String]
  /// Texts of which a benchmark's name must hold one; empty for all.
  let only: [String]
  let cacheFolder: String
  let margin: Percentage?
  let clock: ClockChoice?
  let timeout: Double?
  /// Whether instructions and allocations are counted too.
  let countsCosts: Bool
  let messages: MessageOptions

  /// Compares, and writes results.
  ///
  /// - Parameter format: makes the writer of what is known about the sides.
  /// - Returns: how it ended.
  /// - Throws: ``HarnessFailure`` when a side cannot be built or listed.
  func run(
    format: (ComparisonMarkdown.Frame) -> any ResultFormat<ComparisonResult>
  ) throws(HarnessFailure) -> WorkStatus {
    let note = messages.message
    let isCancelled = { Interruption.isRequested }
    let repository = try SuiteRepository(around: file.folder, caches: cacheFolder)
    let sides = try repository.sides(revisions, main: file.suite.main)
    var remarks: [String] = []
    var cases: [ComparisonCase] = []
    if sides.areEqual {
      remarks.append(
        "\(sides.candidate.label) has the same files as \(sides.base.label): nothing was measured.")
    } else {
      let trees = SuiteTrees(
        of: repository, suite: file.suite, note: { note(.note($0)) }, isCancelled: isCancelled)
      let comparison = SuiteComparison(
        runner: SuiteRunner(of: file.suite, scratch: repository.cache, timeout: timeout),
        base: try trees.tree(of: sides.base), candidate: try trees.tree(of: sides.candidate),
        plan: plan, clock: clock, layoutFolder: "\(repository.cache)/layouts",
        countsCosts: countsCosts,
        note: { note(.note($0)) })
      let match = try comparison.match(only)
      remarks += Self.remarks(match, sides)
      cases = match.both.map { comparison.makeCase(base: $0.base, candidate: $0.candidate) }
    }
    for remark in remarks { note(.note(remark)) }
    var failures: [String] = []
    let start = ContinuousClock.now
    var run = ComparisonRun(
      cases: cases,
      format: format(
        ComparisonMarkdown.Frame(
          title: file.suite.name, sides: "\(sides.base.label) → \(sides.candidate.label)",
          command: Self.command(sides), remarks: { remarks + failures })),
      environment: RunEnvironment.current(inputs: []), output: { StandardOutput.write($0) },
      message: { message in
        if message.severity == .error { failures.append(message.text) }
        note(message)
      },
      isCancelled: isCancelled, progress: messages.progressLine,
      elapsed: { (ContinuousClock.now - start) / .seconds(1) })
    return run.run()
  }

  private var plan: SessionPlan {
    var plan = SessionPlan()
    if let margin = margin ?? file.suite.margin {
      plan.rule = SequentialRule(margin: margin.logRatio)
    }
    return plan
  }

  /// What is on one side only.
  private static func remarks(_ match: SuiteMatch, _ sides: SuiteSides) -> [String] {
    func remark(_ names: [String], _ side: SuiteRevision) -> String? {
      guard !names.isEmpty else { return nil }
      let shown = names.prefix(10).joined(separator: ", ")
      return "Only in \(side.label), not compared: \(shown)"
        + (names.count > 10 ? " and \(names.count - 10) more." : ".")
    }
    return [
      remark(match.onlyInBase, sides.base), remark(match.onlyInCandidate, sides.candidate),
    ].compactMap { $0 }
  }

  /// The command that compares the same states again.
  private static func command(_ sides: SuiteSides) -> String {
    let base = sides.base.commit.prefix(12)
    return sides.candidate.isSnapshot
      ? "bench compare \(base)" : "bench compare \(base) \(sides.candidate.commit.prefix(12))"
  }
}
