public import ArgumentParser
public import CommandText
public import Reporting

/// The option `--quiet`.
public struct MessageOptions: ParsableArguments {
  /// Whether only errors are shown.
  @Flag(help: "Show no progress, notes or warnings; errors are still shown.")
  public var quiet = false

  /// Makes the option with its default.
  public init() {}

  /// Writes messages and progress to standard error.
  public var live: LiveMessages { LiveMessages(isQuiet: quiet) }

  /// A progress line on standard error.
  public var progressLine: ProgressLine { .onStandardError(isQuiet: quiet) }

  /// Writes messages to standard error.
  public var message: (Notice) -> Void { Self.standardError(isQuiet: quiet) }

  /// Writes messages to standard error.
  ///
  /// - Parameter isQuiet: whether only errors are shown.
  /// - Returns: what writes a message.
  public static func standardError(isQuiet: Bool) -> (Notice) -> Void {
    { message in
      if !isQuiet || message.isShownWhenQuiet { StandardError.write(message.line + "\n") }
    }
  }
}
