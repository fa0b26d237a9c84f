internal import ArgumentParser
internal import BenchmarkHarness
internal import CommandText
internal import Measuring
internal import Reporting

/// How two states are measured: `--margin`, `--clock` and `--timeout`.
struct SessionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The difference that does not matter. Default: 0.25%.", valueName: "percent"))
  var margin: String?

  @Option(
    help: ArgumentHelp(
      "Which time decides, cpu or wall, if not the one that fits the work.", valueName: "clock"),
    completion: .list(ClockChoice.allCases.map(\.rawValue)))
  var clock: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds after which a silent worker or a running command counts as hung. Default: the "
        + "suite's timeout, else 60.",
      valueName: "seconds"))
  var timeout: Double?

  func validate() throws {
    guard let timeout else { return }
    guard timeout > 0, timeout <= 86_400 else {
      throw ValidationError("--timeout takes seconds above 0 and up to 86400, not \(timeout).")
    }
  }

  /// The margin; `nil` for the default.
  ///
  /// - Throws: what is wrong with the text.
  func chosenMargin() throws(UsageError) -> Percentage? {
    guard let margin else { return nil }
    return try Percentage(parsing: margin)
  }

  /// The clock; `nil` for the one that fits the work.
  ///
  /// - Throws: which clocks there are.
  func chosenClock() throws(UsageError) -> ClockChoice? {
    guard let clock else { return nil }
    guard let choice = ClockChoice(rawValue: clock) else {
      throw UsageError(
        unknownChoice(clock, kind: "clock", choices: ClockChoice.allCases.map(\.rawValue)))
    }
    return choice
  }
}
