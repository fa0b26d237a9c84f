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

  package var progressLine: ProgressLine { .onStandardError(isQuiet: quiet) }

  /// Writes messages to standard error.
  package var message: (Notice) -> Void { Self.standardError(isQuiet: quiet) }

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
