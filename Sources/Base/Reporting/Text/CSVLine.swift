/// A line of comma-separated values (RFC 4180).
package enum CSVLine {
  /// The line of some cells, with its end.
  package static func text(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",") + "\n"
  }

  /// A field, in quotes where its text requires them.
  private static func quoted(_ text: String) -> String {
    // By scalars: a carriage return and a line feed together are one character.
    let special: [Unicode.Scalar] = [",", "\"", "\r", "\n"]
    guard text.unicodeScalars.contains(where: special.contains) else { return text }
    let doubled = text.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
    return "\"\(doubled)\""
  }
}
