public import BenchmarkBuilds
public import CommandText
public import TimingHistory

/// A check of series for changes of their level: every input is read, every series checked, and the
/// result written.
///
/// All side effects are injected.
public struct CheckSession {
  private let algorithm: CheckAlgorithm
  private let report: CheckReport
  private let output: (String) -> Void
  private let message: (CommandMessage) -> Void

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - algorithm: how changes are searched for.
  ///   - report: how results are written.
  ///   - output: writes results.
  ///   - message: writes errors and warnings.
  public init(
    algorithm: CheckAlgorithm, report: CheckReport, output: @escaping (String) -> Void,
    message: @escaping (CommandMessage) -> Void
  ) {
    self.algorithm = algorithm
    self.report = report
    self.output = output
    self.message = message
  }

  /// Checks the files that can be read.
  ///
  /// - Parameters:
  ///   - paths: the files.
  ///   - read: reads a file.
  /// - Returns: success, or what went wrong: an alarm before the first file that failed.
  public func run(
    files paths: [String],
    read: (String) throws(HarnessFailure) -> CheckInput = CheckInput.read
  ) -> CommandStatus {
    var status = CommandStatus.success
    var inputs: [CheckInput] = []
    for path in paths {
      do throws(HarnessFailure) {
        let input = try read(path)
        for warning in input.warnings { message(.warning(warning)) }
        inputs.append(input)
      } catch {
        message(.error(error.message))
        if status == .success { status = error.status }
      }
    }
    return conclude(check(inputs), status)
  }

  /// Checks series of a history.
  ///
  /// - Parameters:
  ///   - store: the history.
  ///   - names: the series to check; all when there are none.
  /// - Returns: success, or that there is an alarm.
  /// - Throws: `HistoryError` when there is no series of a name, or the file cannot be read.
  public func run(
    _ store: HistoryStore, series names: [String]
  ) throws(HistoryError) -> CommandStatus {
    for name in names { _ = try SeriesPage.record(of: name, in: store) }
    let all = names.isEmpty ? try store.series(recent: 0).map(\.series.name) : names
    var checked: [CheckedSeries] = []
    for name in all {
      checked.append(CheckedSeries(try store.points(of: name), name: name, algorithm: algorithm))
    }
    return conclude(checked, .success)
  }

  private func conclude(_ checked: [CheckedSeries], _ status: CommandStatus) -> CommandStatus {
    output(report.text(of: checked))
    return checked.contains { $0.verdict == .codeAlarm } ? .slower : status
  }

  private func check(_ inputs: [CheckInput]) -> [CheckedSeries] {
    var uses: [String: Int] = [:]
    for series in inputs.flatMap(\.series) { uses[series.name, default: 0] += 1 }
    return inputs.flatMap { input in
      input.series.map { series in
        // Names are unique within a file, not between files.
        let isShared = uses[series.name, default: 0] > 1
        return CheckedSeries(
          series, name: isShared ? "\(input.path): \(series.name)" : series.name,
          algorithm: algorithm)
      }
    }
  }
}
