internal import ArgumentParser
internal import TimingHistory

extension ExitCode {
  /// A series changed in a way that the code can have caused.
  static let codeAlarm = ExitCode(2)
}

/// One `bench check`: every input is read, every series checked, and all of it written out.
///
/// All side effects are injected, so that tests run it whole.
struct CheckSession {
  let paths: [String]
  let settings: CheckSettings
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
    var checked: [(path: String, series: CheckedSeries)] = []
    for path in paths {
      do {
        // One input after the other: only what is written of it is kept.
        let input = try read(path)
        for warning in input.warnings { message("Warning: \(warning)") }
        for series in input.table.series {
          checked.append(
            (input.path, CheckedSeries(series, of: input.table, settings: settings)))
        }
      } catch {
        message("Error: \(error.message)")
        if code == .success { code = error.exitCode }
      }
    }
    var uses: [String: Int] = [:]
    for (_, series) in checked { uses[series.check.name, default: 0] += 1 }
    let named = checked.map { path, series in
      // Names are unique within a file, not between files.
      var series = series
      if uses[series.check.name, default: 0] > 1 { series.prefix(with: path) }
      return series
    }
    return try conclude(named, code)
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
      CheckedSeries(try store.points(of: $0), name: $0, settings: settings)
    }
    return try conclude(checked, .success)
  }

  private func conclude(_ checked: [CheckedSeries], _ code: ExitCode) throws -> ExitCode {
    output(try report.text(of: checked))
    return checked.contains { $0.verdict.isAlarm } ? .codeAlarm : code
  }
}
