internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import Measuring
internal import Reporting
internal import TimingHistory

extension SuiteComparison {
  /// Asks both sides for a metric, as often as a session of times has launches.
  ///
  /// - Parameters:
  ///   - older: the benchmark of the base.
  ///   - newer: that of the candidate.
  ///   - metric: the name of the metric.
  ///   - purpose: what the session is for.
  ///   - isCancelled: asked between launches.
  ///   - progress: called with how far it is, 0 to 1.
  /// - Returns: the change in each launch.
  /// - Throws: ``HarnessFailure`` when a side fails or does not report the metric, or on Ctrl-C.
  func metricSession(
    base older: SuiteBenchmark, candidate newer: SuiteBenchmark, metric: String,
    _ purpose: NightPurpose, isCancelled: () -> Bool, progress: (Double) -> Void
  ) throws(HarnessFailure) -> NightSession {
    let launches = purpose.rule.looks.first?.launches ?? 1
    try runner.setUp(older, in: base)
    try runner.setUp(newer, in: candidate)
    defer { cleanUp(older, newer) }
    var pairs: [(lastGood: Double, tonight: Double)] = []
    for launch in 0..<launches {
      if isCancelled() { throw .interrupted }
      progress(Double(launch) / Double(launches))
      let setup = LaunchSetup(launch: launch, padding: 0)
      pairs.append(
        (
          lastGood: try value(of: metric, older, in: base, setup),
          tonight: try value(of: metric, newer, in: candidate, setup)
        ))
    }
    return NightSession(
      logRatios: PairedConfirmation(metrics: pairs, looks: 1).logRatios, looks: 1)
  }

  /// What a side reports in a launch.
  private func value(
    of metric: String, _ benchmark: SuiteBenchmark, in tree: SuiteTree, _ setup: LaunchSetup
  ) throws(HarnessFailure) -> Double {
    let program = benchmark.command.ownProgram(in: tree.folder)
    if metric == SuiteResult.programSizeName, let program, let size = ProgramSize.stripped(program)
    {
      return Double(size)
    }
    do throws(WorkerFailure) {
      let worker = try runner.start(benchmark, in: tree, setup)
      defer { worker.quit() }
      _ = try worker.prepare()
      if let own = try worker.metrics().first(where: { $0.name == metric }), own.value.isFinite {
        return own.value
      }
      if metric == SuiteResult.peakName {
        _ = try worker.run(iterations: 1, warmUp: 0)
        if let peak = worker.peakMemory { return Double(peak) }
      }
    } catch {
      throw .failed("\(tree.label): \(error).")
    }
    throw .failed("\(tree.label) does not report '\(metric)'.")
  }
}
