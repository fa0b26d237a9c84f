package import BenchmarkHarness
package import BenchmarkSuites
internal import Measuring
package import Reporting

extension SuiteSource {
  /// Searches for what made a benchmark slower, by exchanging parts, and counts what a compiled
  /// one executes.
  ///
  /// - Parameters:
  ///   - subject: the benchmark.
  ///   - base: the earlier night.
  ///   - commit: what was measured tonight; `nil` where it has uncommitted changes, which may be others by now.
  ///   - seconds: the most time for measuring the benchmark, after the builds.
  ///   - context: messages, progress and the wish to stop.
  /// - Returns: the reason, as far as it was found.
  /// - Throws: ``HarnessFailure`` where there is nothing to exchange, or on Ctrl-C.
  package func reason(
    for subject: NightSubject, since base: NightBase, until commit: String?, seconds: Double,
    _ context: RunContext
  ) throws(HarnessFailure) -> NightReason {
    guard let commit else {
      throw .notComparable(
        "there are uncommitted changes, so it is not known which files were measured.")
    }
    guard let good = base.commit, base.isDirty != true else {
      throw .notComparable("the build of the earlier night is not known by a commit.")
    }
    let chosen = SuiteSource(
      path: path,
      choosing: BenchmarkSelection(
        names: [subject.benchmark], parameters: selection.parameters),
      cacheFolder: cacheFolder)
    var settings = ExplanationSettings(
      ComparisonSettings(revisions: [good, commit], seconds: seconds))
    settings.countsScripts = false
    let found: SuiteExplanation
    do throws(HarnessFailure) {
      found = try chosen.explanation(settings, context)
    } catch  where context.isCancelled() {
      throw .interrupted
    }
    if context.isCancelled() { throw .interrupted }
    guard let explanation = found.explanations.first else {
      throw .notComparable(found.remarks.first ?? "nothing differs.")
    }
    if case .notCompared(let why) = explanation.outcome { throw .notComparable(why) }
    return NightReason(
      answer: explanation.answer, markdown: explanation.markdown, record: explanation.json,
      flameGraph: found.flameGraph)
  }
}
