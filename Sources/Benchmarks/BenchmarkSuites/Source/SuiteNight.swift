internal import BenchmarkBuilds
package import BenchmarkHarness
package import HistoryReports
internal import Measuring
package import Reporting
internal import TimingHistory

/// What a night does with a suite: benchmarks that take turns are a part, and builds are commits.
package struct SuiteNight {
  let opened: OpenedSuite
  /// Tonight's checkout.
  let tonight: SuiteTree
  let measurement: SuiteMeasurement
  let groups: [SuiteGroup]
  let context: RunContext
  /// The machine, with what is measured.
  package let environment: RunEnvironment
  /// Whether other machines of a fleet can settle what it suspects.
  package let canBeSettledElsewhere: Bool
  /// Whether all benchmarks are meant, and none was chosen.
  package let measuresAll: Bool

  /// What the night measures: two nights of equal text can be one.
  package var planText: String {
    let names = groups.flatMap { group in group.chosen.map { group.members[$0].name } }
    return "suite \(opened.file.suite.name); benchmarks \(names.joined(separator: ", "))"
  }

  /// How many parts are measured one after the other.
  package var parts: Int { groups.count }

  /// Times the benchmarks of a part and records them.
  ///
  /// - Parameters:
  ///   - part: its index.
  ///   - recorder: continues the run of the night.
  ///   - share: how many times its usual time it takes.
  /// - Returns: the series.
  /// - Throws: ``HarnessFailure`` when it fails or on Ctrl-C, `HistoryError` when it cannot be recorded.
  package func measure(
    _ part: Int, recorder: HistoryRecorder, share: Double
  ) throws -> NightMeasured {
    guard !context.isCancelled() else { throw HarnessFailure.interrupted }
    let group = groups[part]
    let recording = recorder.race()
    let results = measurement.measure(
      group, share: share, recorder: recording, isCancelled: context.isCancelled,
      progress: { context.show("measuring \(group.name)", $0) })
    if let failure = recorder.failure { throw failure }
    guard !context.isCancelled() else { throw HarnessFailure.interrupted }
    let failures = results.compactMap(\.failure)
    if let first = failures.first {
      // The others of a group are judged all the same.
      guard results.contains(where: { $0.timing.epochs > 0 }) else {
        throw HarnessFailure.failed(first)
      }
      for failure in failures { context.note(failure) }
    }
    let asked = Set(results.map(\.name))
    return NightMeasured(
      subjects: (recording?.series ?? []).filter { asked.contains($0.contender) }.map {
        NightSubject(series: $0.name, benchmark: $0.contender)
      }
        + (recording?.metricSeries ?? []).filter { asked.contains($0.contender) }.map {
          NightSubject(
            series: $0.name, benchmark: $0.contender,
            metric: .init(name: $0.metric.name, better: $0.metric.better))
        },
      wrong: results.compactMap { result in
        result.wrongAnswer.map { "\(result.name): \($0)" }
      } + (failures.isEmpty ? [] : results.filter { $0.failure != nil }.map(\.name)))
  }

  /// Compares tonight's state with an earlier commit.
  ///
  /// - Parameters:
  ///   - subject: the series.
  ///   - base: the earlier night.
  ///   - purpose: why they are compared.
  /// - Returns: what was measured.
  /// - Throws: ``HarnessFailure`` when they cannot be compared, or on Ctrl-C.
  package func pair(
    _ subject: NightSubject, _ base: NightBase, _ purpose: NightPurpose
  ) throws(HarnessFailure) -> NightSession {
    let suite = opened.file.suite
    do throws(HarnessFailure) {
      guard let commit = base.commit else { throw .failed("its commit is not known.") }
      let older = try opened.trees.tree(of: opened.repository.revision(commit))
      let comparison = SuiteComparison(
        runner: opened.runner, base: older, candidate: tonight, plan: SessionPlan(), clock: nil,
        provider: opened.provider, note: context.note)
      let pair = try comparison.pair(named: subject.benchmark)
      let label = "\(purpose == .look ? "looking at" : "confirming") \(subject.series)"
      if let metric = subject.metric {
        return try comparison.metricSession(
          base: pair.base, candidate: pair.candidate, metric: metric.name, purpose,
          isCancelled: context.isCancelled, progress: { context.show(label, $0) })
      }
      return try comparison.session(
        base: pair.base, candidate: pair.candidate, purpose,
        gate: suite.gate.map { SequentialRule(gate: $0, margin: suite.margin) },
        isCancelled: context.isCancelled, progress: { context.show(label, $0) })
    } catch  where context.isCancelled() {
      throw .interrupted
    }
  }

  /// The files that were renamed since a commit, by their former and present paths.
  package func renamedFiles(since commit: String) -> [(old: String, new: String)] {
    opened.repository.checkout.renamedFiles(since: commit)
  }
}
