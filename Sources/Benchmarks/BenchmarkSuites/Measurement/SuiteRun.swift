internal import BenchmarkBuilds
package import BenchmarkHarness
package import HistoryReports
internal import Measuring
package import Reporting

/// One run of a suite: every benchmark is timed, recorded and written out, group by group.
///
/// All side effects are injected.
package struct SuiteRun {
  private let measurement: SuiteMeasurement
  private let groups: [SuiteGroup]
  private let format: any ResultFormat<[SuiteResult]>
  private let environment: RunEnvironment
  private let recorder: HistoryRecorder?
  private let output: (String) -> Void
  private let message: (Notice) -> Void
  private let isCancelled: () -> Bool
  private var progress: any ProgressDisplay
  private let elapsed: () -> Double

  /// - Parameters:
  ///   - measurement: measures a benchmark.
  ///   - groups: what is measured, in order.
  ///   - format: writes results.
  ///   - environment: the machine and what is measured.
  ///   - recorder: records the run; `nil` to record nothing.
  ///   - output: writes results.
  ///   - message: writes errors, warnings and notes.
  ///   - isCancelled: asked between epochs.
  ///   - progress: shows how far it is.
  ///   - elapsed: seconds since the run was made.
  package init(
    measurement: SuiteMeasurement, groups: [SuiteGroup],
    format: any ResultFormat<[SuiteResult]>,
    environment: RunEnvironment, recorder: HistoryRecorder?, output: @escaping (String) -> Void,
    message: @escaping (Notice) -> Void, isCancelled: @escaping () -> Bool,
    progress: any ProgressDisplay, elapsed: @escaping () -> Double
  ) {
    self.measurement = measurement
    self.groups = groups
    self.format = format
    self.environment = environment
    self.recorder = recorder
    self.output = output
    self.message = message
    self.isCancelled = isCancelled
    self.progress = progress
    self.elapsed = elapsed
  }

  /// Measures everything that can be measured.
  ///
  /// - Returns: success, or what went wrong: a benchmark that failed before a history that was
  ///   asked for and could not be written.
  package mutating func run() -> WorkStatus {
    var status = WorkStatus.success
    var results: [[SuiteResult]] = []
    output(format.opening(environment))
    for (index, group) in groups.enumerated() {
      if isCancelled() { break }
      let total = Double(groups.count)
      var progress = progress
      let elapsed = elapsed
      let measured = measurement.measure(
        group, recorder: recorder?.race(), isCancelled: isCancelled
      ) { fraction in
        progress.update(
          label: group.name, fraction: (Double(index) + fraction) / total, elapsed: elapsed())
      }
      progress.clear()
      for result in measured { report(result, &status) }
      let shown = measured.filter { $0.timing.epochs > 0 || $0.wrongAnswer != nil }
      guard !shown.isEmpty else { continue }
      results.append(shown)
      output(format.section(shown))
    }
    progress.clear()
    output(format.closing(results, environment))
    guard !isCancelled() else {
      let count = results.joined().count
      message(
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
      message(.error(failure))
      status = .failure
    }
    if let wrong = result.wrongAnswer {
      message(.error("'\(result.name)' is wrong: \(wrong)."))
      status = .failure
    }
    for metric in result.metrics where !metric.value.isFinite {
      message(
        .warning("'\(result.name)' reports no number for \(metric.name): it is left out."))
    }
    if case .unavailable(let why)? = result.cost {
      message(.warning("'\(result.name)': instructions and allocations not counted: \(why)."))
    }
    if let median = result.median, median < Self.shortestWork, result.timing.epochs > 0 {
      message(
        .warning(
          "'\(result.name)' takes less than a nanosecond: the compiler has left its work out, or it has none."
        ))
    }
    if result.timing.answersVary {
      message(
        .warning("'\(result.name)' gives another answer in each launch: it cannot be compared."))
    }
  }
}
