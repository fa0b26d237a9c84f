/// Results as comma-separated values (RFC 4180): the JSON fields that are one value.
struct CSVReport: ReportFormat {
  func opening(_ environment: RunEnvironment) -> String {
    Self.line(ResultColumns.exact.map(\.title))
  }

  func section(_ image: ImageResult) -> String {
    image.rows.map { row in Self.line(ResultColumns.exact.map { $0.cell(row, image) }) }.joined()
  }

  func closing(_ images: [ImageResult], _ environment: RunEnvironment) -> String { "" }

  /// A line of cells.
  static func line(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",") + "\n"
  }

  /// A field in quotes where it must be: a path may hold anything.
  private static func quoted(_ text: String) -> String {
    // By scalars: a carriage return and a line feed together are one character, and no other.
    let special: [Unicode.Scalar] = [",", "\"", "\r", "\n"]
    guard text.unicodeScalars.contains(where: special.contains) else { return text }
    let doubled = text.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
    return "\"\(doubled)\""
  }
}
