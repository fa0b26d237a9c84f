/// Untrusted text on its way into XML, HTML or Markdown: file names, series, commits, notes.
public enum Markup {
  /// How tabs and line ends are written in XML and HTML.
  public enum LineBreaks: Sendable {
    /// As spaces: for text that is read as one line.
    case spaces
    /// As character references, which keep them even in attributes.
    case references
  }

  /// Text between tags or in a quoted attribute, in XML and HTML alike.
  ///
  /// Control characters and others that XML 1.0 does not allow become U+FFFD.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - lineBreaks: how tabs and line ends are written.
  /// - Returns: text that ends neither an element nor an attribute.
  /// - Complexity: O(*n*) in scalars.
  public static func xml(_ text: String, lineBreaks: LineBreaks = .references) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n", "\r":
        switch lineBreaks {
        case .spaces: result += " "
        case .references: result += "&#\(scalar.value);"
        }
      case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Text in a Markdown paragraph or table cell: it starts no cell, link, image, mention, emphasis
  /// or HTML.
  ///
  /// - Parameter text: any text; control characters and line ends become spaces.
  /// - Returns: Markdown that shows the text on one line.
  /// - Complexity: O(*n*) in scalars.
  public static func markdown(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      // A comment must not notify people, whatever a series is named.
      case "@": result += "@\u{200B}"
      case "|", "\\", "`", "*", "_", "[", "]", "(", ")", "!", "#", "~", ":":
        result += "\\\(scalar)"
      case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// JSON inside a `script` element of an HTML page, still the same JSON.
  ///
  /// Outside strings JSON has none of the escaped characters, and inside strings the escapes mean
  /// the same. Without `<` no text can end the element or start a comment in it.
  ///
  /// - Parameter json: a JSON document.
  /// - Returns: an equal document without `<`, `>`, `&`, U+2028 and U+2029.
  /// - Complexity: O(*n*) in scalars.
  public static func script(_ json: String) -> String {
    var result = ""
    result.reserveCapacity(json.utf8.count)
    for scalar in json.unicodeScalars {
      switch scalar {
      case "<": result += "\\u003c"
      case ">": result += "\\u003e"
      case "&": result += "\\u0026"
      case "\u{2028}": result += "\\u2028"
      case "\u{2029}": result += "\\u2029"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
