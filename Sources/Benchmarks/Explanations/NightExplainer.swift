package import BenchmarkHarness
package import BenchmarkSuites
internal import Measuring
internal import Reporting

/// Says why benchmarks became slower since an earlier night.
package struct NightExplainer {
  private let source: SuiteSource
  private let commit: String?
  private let seconds: Double
  private let elapsed: () -> Double
  private let context: WorkContext

  /// - Parameters:
  ///   - source: the suite of the night.
  ///   - commit: what was measured tonight; `nil` where it has uncommitted changes, which may be others by now.
  ///   - seconds: the most time for measuring a benchmark, after the builds.
  ///   - elapsed: seconds since some moment.
  ///   - context: messages, progress and the wish to stop.
  package init(
    of source: SuiteSource, commit: String?, seconds: Double, elapsed: @escaping () -> Double,
    _ context: WorkContext
  ) {
    self.source = source
    self.commit = commit
    self.seconds = seconds
    self.elapsed = elapsed
    self.context = context
  }

  /// Searches for what made a benchmark slower, by exchanging parts; what it executes is not counted.
  ///
  /// - Parameters:
  ///   - subject: the benchmark.
  ///   - base: the earlier night.
  /// - Returns: the reason, as far as it was found.
  /// - Throws: ``NightFailure`` where there is nothing to exchange, or on Ctrl-C.
  package func reason(
    for subject: NightSubject, since base: NightBase
  ) throws(NightFailure) -> NightReason {
    guard let commit else {
      throw .incomparable(
        "there are uncommitted changes, so it is not known which files were measured.")
    }
    guard let good = base.commit, base.isDirty != true else {
      throw .incomparable("the build of the earlier night is not known by a commit.")
    }
    let chosen = SuiteSource(
      path: source.path,
      choosing: BenchmarkSelection(
        names: [subject.benchmark], parameters: source.selection.parameters),
      cacheFolder: source.cacheFolder)
    var settings = ExplanationSettings(revisions: [good, commit], seconds: seconds)
    settings.countsCalls = false
    let found: SuiteExplanation
    do throws(HarnessFailure) {
      found = try chosen.explanation(settings, elapsed: elapsed, context)
    } catch {
      if context.isCancelled() { throw .interrupted }
      throw .incomparable(error.message)
    }
    if context.isCancelled() { throw .interrupted }
    guard let explanation = found.explanations.first else {
      throw .incomparable(found.remarks.first ?? "nothing differs.")
    }
    if case .notCompared(let why) = explanation.outcome { throw .incomparable(why) }
    return NightReason(
      answer: explanation.answer, markdown: explanation.markdown, record: explanation.json)
  }
}
