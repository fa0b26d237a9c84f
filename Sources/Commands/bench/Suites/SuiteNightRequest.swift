internal import KernelBenchmarks
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandText
internal import HistoryReports
internal import Measuring
internal import Reporting
internal import TimingHistory

/// One `bench nightly` of a suite, as the command line asks for it.
struct SuiteNightRequest {
  private let workplace: SuiteWorkplace
  private let state: SuiteRevision
  private let seconds: Double

  /// The machine, with what is measured.
  let environment: RunEnvironment

  /// Reads the suite and takes the working tree as tonight's state.
  ///
  /// - Throws: ``HarnessFailure`` when the suite is wrong, or the working tree cannot be measured.
  init(
    path: String, options: SuiteChoiceOptions, seconds: Double, note: @escaping (String) -> Void
  ) throws(HarnessFailure) {
    workplace = try SuiteWorkplace(path, options, note: note)
    state = try workplace.repository.workingTree()
    environment = workplace.environment(of: state)
    self.seconds = seconds
  }

  /// Builds tonight's checkout and makes the night of it.
  ///
  /// - Parameters:
  ///   - store: the history.
  ///   - location: where it is.
  ///   - live: messages and progress.
  ///   - report: writes the report.
  /// - Returns: the night.
  /// - Throws: ``HarnessFailure`` when tonight's state does not build.
  func night(
    store: HistoryStore, location: HistoryLocation, live: LiveMessages,
    report: @escaping (NightResult) throws(NightFailure) -> Void
  ) throws(HarnessFailure) -> NightRun {
    let tree = try workplace.trees.tree(of: state)
    let night = SuiteNight(
      runner: workplace.runner,
      measurement: SuiteMeasurement(runner: workplace.runner, tree: tree, seconds: seconds),
      tonight: tree, repository: workplace.repository, trees: workplace.trees,
      benchmarks: try workplace.benchmarks(in: tree), note: { live.message(.note($0)) },
      isCancelled: { Interruption.isRequested }, progress: { live.progress($0, $1) })
    let environment = environment.values
    return NightRun(
      store: store, policy: NightlyPolicy(), planText: night.planText, parts: night.parts,
      environment: environment,
      measure: { part, run throws(NightFailure) in
        try night.measure(
          part,
          recorder: HistoryRecorder(
            continuing: run, in: store, location: location, environment: environment,
            usableCores: usableCoreCount(), now: { WallClock.now },
            message: { live.message($0) }))
      },
      pair: { subject, base, purpose throws(NightFailure) in
        try night.pair(subject, base, purpose)
      },
      report: report, now: { WallClock.now }, message: { live.message($0) })
  }
}
