/// A line for people about work, with how serious it is.
package struct Notice: Equatable, Sendable {
  /// How serious a notice is.
  package enum Severity: Sendable {
    /// Something that was asked for could not be done.
    case error
    /// Results are valid, and something about them should be known.
    case warning
    /// Progress and places of results.
    case note
  }

  /// How serious it is.
  package let severity: Severity
  /// What happened, in one or more sentences, without a prefix.
  package let text: String

  package init(_ severity: Severity, _ text: String) {
    self.severity = severity
    self.text = text
  }

  /// A notice that something could not be done.
  package static func error(_ text: String) -> Notice { Notice(.error, text) }

  /// A notice that something should be known.
  package static func warning(_ text: String) -> Notice { Notice(.warning, text) }

  /// A notice about progress.
  package static func note(_ text: String) -> Notice { Notice(.note, text) }
}
