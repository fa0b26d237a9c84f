internal import Hashing
internal import TimingHistory

/// A picture of what ran before and after a change, which a page links at the note that says why.
///
/// It is named by its content, as a page's other files are.
package struct FlameGraphFile: Equatable, Sendable {
  /// The name of the file beside the page.
  package let name: String
  /// The picture in SVG.
  package let text: String

  private static let (prefix, suffix) = ("flame-graph-", ".svg")
  private static let digits = 12

  init(_ text: String) {
    self.text = text
    name = Self.prefix + SHA256.hex(Array(text.utf8)).prefix(Self.digits) + Self.suffix
  }

  /// The picture at a note; `nil` where it has none.
  init?(of note: SeriesNote) {
    guard let text = note.flameGraph else { return nil }
    self.init(text)
  }

  /// Whether a file has the name of one that a report wrote.
  package static func isFile(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
    let rest = name.dropFirst(prefix.count).dropLast(suffix.count)
    return rest.utf8.count == digits && rest.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }
}
