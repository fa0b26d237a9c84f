/// Text of a file, quoted in a message.
///
/// A file may hold anything: what is quoted is short, on one line, and says nothing to a terminal.
enum QuotedText {
  /// Characters that are quoted; the rest is an ellipsis.
  static let length = 40

  /// Text in single quotes.
  static func quoted(_ text: some StringProtocol) -> String {
    let beginning = text.unicodeScalars.prefix(length)
    var quoted = ""
    for scalar in beginning {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: quoted += "\u{FFFD}"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    let isCut = text.unicodeScalars.dropFirst(length).first != nil
    return "'\(quoted)\(isCut ? "…" : "")'"
  }

  /// Bytes in single quotes, as UTF-8.
  static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(4 * length + 4), as: UTF8.self)
    return quoted(text)
  }
}
