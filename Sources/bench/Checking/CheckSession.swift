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
    let checked = check(inputs)
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
