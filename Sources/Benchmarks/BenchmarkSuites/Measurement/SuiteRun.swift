internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import HistoryReports
internal import Measuring
package import Reporting

/// One run of a suite: every benchmark is timed, recorded and written out, group by group.
///
/// All side effects are injected.
package struct SuiteRun {
  let measurement: SuiteMeasurement
  let groups: [SuiteGroup]
  let format: any ResultFormat<[SuiteResult]>
  let environment: RunEnvironment
  /// Records the run; `nil` to record nothing.
  let recorder: HistoryRecorder?
  let context: RunContext

  /// Measures everything that can be measured.
  ///
  /// - Returns: success, or what went wrong: a benchmark that failed before a history that was
  ///   asked for and could not be written.
  package func run() -> WorkStatus {
    var status = WorkStatus.success
    var results: [[SuiteResult]] = []
    context.output(format.opening(environment))
    for (index, group) in groups.enumerated() {
      if context.isCancelled() { break }
      let total = Double(groups.count)
      let measured = measurement.measure(
        group, recorder: recorder?.race(), isCancelled: context.isCancelled
      ) { context.show(group.name, (Double(index) + $0) / total) }
      context.clear()
      for result in measured { report(result, &status) }
      let shown = measured.filter { $0.timing.epochs > 0 || $0.wrongAnswer != nil }
      guard !shown.isEmpty else { continue }
      results.append(shown)
      context.output(format.section(shown))
    }
    context.clear()
    context.output(format.closing(results, environment))
    guard !context.isCancelled() else {
      let count = results.joined().count
      context.message(
        .error(
          "Interrupted: what was measured of \(count) of "
            + "\(groups.reduce(0) { $0 + $1.chosen.count }) benchmarks is kept."))
      return .interrupted
    }
    recorder?.finish()
    if status == .success, let recorder, recorder.isRequired, recorder.hasFailed {
      status = recorder.failureStatus
    }
    return status
  }

  /// What takes less is no work, in seconds.
  private static let shortestWork = 1e-9

  private func report(_ result: SuiteResult, _ status: inout WorkStatus) {
    if let failure = result.failure {
      context.message(.error(failure))
      status = .failure
    }
    if let wrong = result.wrongAnswer {
      context.message(.error("'\(result.name)' is wrong: \(wrong)."))
      status = .failure
    }
    for metric in result.metrics where !metric.value.isFinite {
      context.message(
        .warning("'\(result.name)' reports no number for \(metric.name): it is left out."))
    }
    if case .unavailable(let why)? = result.cost {
      context.message(
        .warning("'\(result.name)': instructions and allocations not counted: \(why)."))
    }
    if let median = result.median, median < Self.shortestWork, result.timing.epochs > 0 {
      context.message(
        .warning(
          "'\(result.name)' takes less than a nanosecond: the compiler has left its work out, or it has none."
        ))
    }
    if result.timing.answersVary {
      context.message(
        .warning("'\(result.name)' gives another answer in each launch: it cannot be compared."))
    }
  }
}
