/// A line for people on standard error, with how serious it is.
public struct CommandMessage: Equatable, Sendable {
  /// How serious a message is.
  public enum Severity: Sendable {
    /// Something that was asked for could not be done.
    case error
    /// Results are valid, and something about them should be known.
    case warning
    /// Progress and places of results.
    case note
  }

  /// How serious it is.
  public let severity: Severity
  /// What happened, in one or more sentences, without a prefix.
  public let text: String

  /// Makes a message.
  public init(_ severity: Severity, _ text: String) {
    self.severity = severity
    self.text = text
  }

  /// A message that something could not be done.
  public static func error(_ text: String) -> CommandMessage { CommandMessage(.error, text) }

  /// A message that something should be known.
  public static func warning(_ text: String) -> CommandMessage { CommandMessage(.warning, text) }

  /// A message about progress.
  public static func note(_ text: String) -> CommandMessage { CommandMessage(.note, text) }

  /// The message as it is printed, without a line end: errors and warnings say which they are.
  public var line: String {
    switch severity {
    case .error: "Error: \(text)"
    case .warning: "Warning: \(text)"
    case .note: text
    }
  }

  /// Whether the message is shown to a reader who asked for quiet: errors only.
  public var isShownWhenQuiet: Bool { severity == .error }
}
