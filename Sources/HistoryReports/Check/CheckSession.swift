internal import ArgumentParser
internal import TimingHistory

extension ExitCode {
  /// A series changed in a way that the code can have caused.
  static let codeAlarm = ExitCode(2)
}

/// One `bench check`: every input is read, every series checked, and all of it written out.
///
/// Everything that touches the world is handed in, so that tests run it whole.
struct CheckSession {
  let paths: [String]
  let algorithm: CheckAlgorithm
  let report: CheckReport
  /// Reads an input.
  let read: (String) throws(InputFailure) -> CheckInput
  /// Writes results.
  let output: (String) -> Void
  /// Writes a line for people: failures and warnings.
  let message: (String) -> Void

  /// Checks what can be read.
  ///
  /// - Returns: success, or what went wrong: an alarm before the input that failed first.
  func run() throws -> ExitCode {
    var code = ExitCode.success
    var inputs: [CheckInput] = []
    for path in paths {
      do {
        let input = try read(path)
        for warning in input.warnings { message("Warning: \(warning)") }
        inputs.append(input)
      } catch {
        message("Error: \(error.message)")
        if code == .success { code = error.exitCode }
      }
    }
    return try conclude(check(inputs), code)
  }

  /// Checks series of a history; an input's failures do not arise.
  ///
  /// - Parameters:
  ///   - store: the history.
  ///   - names: the series to check; all when there are none.
  /// - Returns: success, or that there is an alarm.
  /// - Throws: ``HistoryError`` when there is no series of a name, or the file cannot be read.
  func run(_ store: HistoryStore, series names: [String]) throws -> ExitCode {
    for name in names { _ = try SeriesPage.record(of: name, in: store) }
    let checked = try (names.isEmpty ? store.series(recent: 0).map(\.series.name) : names).map {
      CheckedSeries(try store.points(of: $0), name: $0, algorithm: algorithm)
    }
    return try conclude(checked, .success)
  }

  private func conclude(_ checked: [CheckedSeries], _ code: ExitCode) throws -> ExitCode {
    output(try report.text(of: checked))
    return checked.contains { $0.verdict == .codeAlarm } ? .codeAlarm : code
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
