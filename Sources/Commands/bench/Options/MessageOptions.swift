internal import ArgumentParser
internal import CommandText
internal import Reporting

/// The option `--quiet`.
struct MessageOptions: ParsableArguments {
  @Flag(help: "Show no progress, notes or warnings; errors are still shown.")
  var quiet = false

  /// Writes messages and progress to standard error.
  var live: LiveMessages { LiveMessages(isQuiet: quiet) }

  /// A progress line on standard error.
  var progressLine: ProgressLine { .onStandardError(isQuiet: quiet) }

  /// Writes messages to standard error.
  var message: (Notice) -> Void { Self.standardError(isQuiet: quiet) }

  /// Writes messages to standard error.
  ///
  /// - Parameter isQuiet: whether only errors are shown.
  /// - Returns: what writes a message.
  static func standardError(isQuiet: Bool) -> (Notice) -> Void {
    { message in
      if !isQuiet || message.isShownWhenQuiet { StandardError.write(message.line + "\n") }
    }
  }
}
