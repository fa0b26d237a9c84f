internal import ArgumentParser
package import CommandText
package import Reporting

/// The option `--quiet`.
package struct MessageOptions: ParsableArguments {
  /// Whether only errors are shown.
  @Flag(help: "Show no progress, notes or warnings; errors are still shown.")
  package var quiet = false

  /// Makes the option with its default.
  package init() {}

  /// Writes messages and progress to standard error.
  package var live: LiveMessages { LiveMessages(isQuiet: quiet) }

  /// Writes messages to standard error.
  package var message: (Notice) -> Void { Self.standardError(isQuiet: quiet) }

  /// What work of many parts reports to: results on standard output, all else on standard error, and Ctrl-C.
  ///
  /// - Parameter output: writes results.
  /// - Returns: the context, whose time begins now.
  package func context(
    output: @escaping (String) -> Void = { StandardOutput.write($0) }
  ) -> RunContext {
    let clock = ContinuousClock()
    let start = clock.now
    var line = ProgressLine.onStandardError(isQuiet: quiet)
    return RunContext(
      output: output, message: message, isCancelled: { Interruption.isRequested },
      progress: { line.update(label: $0, fraction: $1, elapsed: $2) }, clear: { line.clear() },
      elapsed: { (clock.now - start) / .seconds(1) })
  }

  /// Writes messages to standard error.
  ///
  /// - Parameter isQuiet: whether only errors are shown.
  /// - Returns: what writes a message.
  package static func standardError(isQuiet: Bool) -> (Notice) -> Void {
    { message in
      if !isQuiet || message.isShownWhenQuiet { StandardError.write(message.line + "\n") }
    }
  }
}
