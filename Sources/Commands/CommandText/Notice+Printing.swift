package import Reporting

extension Notice {
  /// The notice as it is printed, without a line end: errors and warnings say which they are.
  package var line: String {
    switch severity {
    case .error: "Error: \(text)"
    case .warning: "Warning: \(text)"
    case .note: text
    }
  }

  /// Whether the notice is shown to a reader who asked for quiet: errors only.
  package var isShownWhenQuiet: Bool { severity == .error }
}
