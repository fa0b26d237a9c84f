internal import TimingHistory

/// A picture of what ran before and after a change, which a page links at the note that says why.
///
/// It is named by its content, as a page's other files are.
package struct FlameGraphFile: Equatable, Sendable {
  /// The name of the file beside the page.
  package let name: String
  /// The picture in SVG.
  package let text: String

  private static let names = ContentName(prefix: "flame-graph-", suffix: ".svg")

  init(_ text: String) {
    self.text = text
    name = Self.names.name(of: text)
  }

  /// The picture at a note; `nil` where it has none.
  init?(of note: SeriesNote) {
    guard let text = note.flameGraph else { return nil }
    self.init(text)
  }

  /// Whether a file has the name of one that a report wrote.
  package static func isFile(_ name: String) -> Bool { names.matches(name) }
}
