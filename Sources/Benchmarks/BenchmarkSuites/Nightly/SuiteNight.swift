internal import BenchmarkBuilds
package import BenchmarkHarness
internal import Files
internal import HistoryReports
internal import Measuring
internal import Reporting
internal import TimingHistory

/// What a night does with a suite: benchmarks that take turns are a part, and builds are commits.
package struct SuiteNight {
  private let runner: SuiteRunner
  private let measurement: SuiteMeasurement
  private let tonight: SuiteTree
  private let repository: SuiteRepository
  private let trees: SuiteTrees
  private let groups: [SuiteGroup]
  private let note: (String) -> Void
  private let isCancelled: () -> Bool
  private let progress: (_ label: String, _ fraction: Double) -> Void

  /// Makes a night's work.
  ///
  /// - Parameters:
  ///   - runner: starts benchmarks.
  ///   - measurement: times benchmarks of tonight's checkout.
  ///   - tonight: tonight's checkout.
  ///   - repository: whose commits are compared.
  ///   - trees: builds earlier commits.
  ///   - groups: what is measured.
  ///   - note: called with a sentence that should be known.
  ///   - isCancelled: asked between steps.
  ///   - progress: called with what is done, and how far it is, 0 to 1.
  package init(
    runner: SuiteRunner, measurement: SuiteMeasurement, tonight: SuiteTree,
    repository: SuiteRepository, trees: SuiteTrees, groups: [SuiteGroup],
    note: @escaping (String) -> Void, isCancelled: @escaping () -> Bool,
    progress: @escaping (_ label: String, _ fraction: Double) -> Void
  ) {
    self.runner = runner
    self.measurement = measurement
    self.tonight = tonight
    self.repository = repository
    self.trees = trees
    self.groups = groups
    self.note = note
    self.isCancelled = isCancelled
    self.progress = progress
  }

  /// What the night measures: two nights of equal text can be one.
  package var planText: String {
    let names = groups.flatMap { group in group.chosen.map { group.members[$0].name } }
    return "suite \(runner.suite.name); benchmarks \(names.joined(separator: ", "))"
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
  /// - Throws: ``NightFailure`` when it fails or cannot be recorded, or on Ctrl-C.
  package func measure(
    _ part: Int, recorder: HistoryRecorder, share: Double
  ) throws(NightFailure) -> NightMeasured {
    guard !isCancelled() else { throw .interrupted }
    let group = groups[part]
    let recording = recorder.race()
    let results = measurement.measure(
      group, share: share, recorder: recording, isCancelled: isCancelled,
      progress: { progress("measuring \(group.name)", $0) })
    if let failure = recorder.failure { throw .history(failure) }
    guard !isCancelled() else { throw .interrupted }
    let failures = results.compactMap(\.failure)
    if let first = failures.first {
      // The others of a group are judged all the same.
      guard results.contains(where: { $0.timing.epochs > 0 }) else { throw .input(.failed(first)) }
      for failure in failures { note(failure) }
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
  /// - Throws: ``NightFailure`` when they cannot be compared, or on Ctrl-C.
  package func pair(
    _ subject: NightSubject, _ base: NightBase, _ purpose: NightPurpose
  ) throws(NightFailure) -> NightSession {
    let name = subject.benchmark
    do throws(HarnessFailure) {
      guard let commit = base.commit else { throw .failed("its commit is not known.") }
      let older = try trees.tree(of: repository.revision(commit))
      let comparison = SuiteComparison(
        runner: runner, base: older, candidate: tonight, plan: SessionPlan(), clock: nil,
        provider: LayoutProvider(
          of: trees,
          suiteIn: PathParts.join(repository.checkout.root, repository.suiteFolder)), note: note)
      let pair = try comparison.pair(named: name)
      let label = "\(purpose == .look ? "looking at" : "confirming") \(subject.series)"
      if let metric = subject.metric {
        return try comparison.metricSession(
          base: pair.base, candidate: pair.candidate, metric: metric.name, purpose,
          isCancelled: isCancelled, progress: { progress(label, $0) })
      }
      return try comparison.session(
        base: pair.base, candidate: pair.candidate, purpose,
        gate: runner.suite.gate.map {
          SequentialRule(gate: $0, margin: runner.suite.margin)
        },
        isCancelled: isCancelled, progress: { progress(label, $0) })
    } catch {
      if isCancelled() { throw .interrupted }
      throw .incomparable(error.message)
    }
  }
}
