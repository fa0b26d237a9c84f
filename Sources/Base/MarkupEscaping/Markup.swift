/// Untrusted text on its way into XML, HTML or Markdown: file names, series, commits, notes.
package enum Markup {
  /// How tabs and line ends are written in XML and HTML.
  package enum LineBreaks: Sendable {
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
  package static func xml(_ text: String, lineBreaks: LineBreaks = .references) -> String {
    replacing(in: text) { scalar in
      switch scalar {
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\t", "\n", "\r":
        switch lineBreaks {
        case .spaces: " "
        case .references: "&#\(scalar.value);"
        }
      case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }

  /// Text in a Markdown paragraph or table cell: it starts no cell, link, image, mention, emphasis
  /// or HTML.
  ///
  /// - Parameter text: any text; control characters and line ends become spaces.
  /// - Returns: Markdown that shows the text on one line.
  /// - Complexity: O(*n*) in scalars.
  package static func markdown(_ text: String) -> String {
    replacing(in: text) { scalar in
      switch scalar {
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      // A comment must not notify people, whatever a series is named.
      case "@": "@\u{200B}"
      case "|", "\\", "`", "*", "_", "[", "]", "(", ")", "!", "#", "~", ":":
        "\\\(scalar)"
      case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}": " "
      default: nil
      }
    }
  }

  /// JSON inside a `script` element of an HTML page, still the same JSON.
  ///
  /// Outside strings JSON has none of the escaped characters, and inside strings the escapes mean
  /// the same. Without `<` no text can end the element or start a comment in it.
  ///
  /// - Parameter json: a JSON document.
  /// - Returns: an equal document without `<`, `>`, `&`, U+2028 and U+2029.
  /// - Complexity: O(*n*) in scalars.
  package static func script(_ json: String) -> String {
    replacing(in: json) { scalar in
      switch scalar {
      case "<": "\\u003c"
      case ">": "\\u003e"
      case "&": "\\u0026"
      case "\u{2028}": "\\u2028"
      case "\u{2029}": "\\u2029"
      default: nil
      }
    }
  }

  /// A text with some of its characters replaced.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - replacement: what stands for a character; `nil` for the character itself.
  /// - Returns: the text.
  /// - Complexity: O(*n*) in scalars.
  package static func replacing(
    in text: String, with replacement: (Unicode.Scalar) -> String?
  ) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if let other = replacement(scalar) {
        result += other
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
