/// A table of text: columns as wide as their widest cell, two spaces apart.
package struct TextTable: Sendable {
  /// Which side of a column its cells stand on.
  package enum Alignment: Sendable {
    /// The left side.
    case left
    /// The right side.
    case right
  }

  /// A column's heading and side.
  package struct Column: Sendable {
    let title: String
    let alignment: Alignment

    package init(_ title: String, _ alignment: Alignment = .right) {
      self.title = title
      self.alignment = alignment
    }
  }

  /// A cell, and what to wrap around it that takes no width: a colour code of the terminal.
  package struct Cell: Sendable, ExpressibleByStringLiteral {
    let text: String
    /// Written before the text; stands in `prefixWidth` columns.
    let prefix: String
    let prefixWidth: Int

    package init(_ text: String, prefix: String = "", prefixWidth: Int = 0) {
      self.text = text
      self.prefix = prefix
      self.prefixWidth = prefixWidth
    }

    /// Makes a cell without a prefix.
    package init(stringLiteral text: String) { self.init(text) }

    /// Columns on screen: the texts here are Latin letters, digits and signs, one column each.
    var width: Int { prefixWidth + text.count }
  }

  /// What stands in a cell that has no value.
  package static let nothing = "–"

  let columns: [Column]
  private var rows: [[Cell]] = []

  /// Whether it has no rows.
  package var isEmpty: Bool { rows.isEmpty }

  /// Makes a table without rows.
  package init(columns: [Column]) { self.columns = columns }

  /// Adds a row, one cell a column.
  package mutating func append(_ row: [Cell]) {
    precondition(row.count == columns.count, "a row has one cell a column")
    rows.append(row)
  }

  /// The table without columns that have no value in any row.
  package func withoutEmptyColumns() -> TextTable {
    let kept = columns.indices.filter { column in
      rows.isEmpty || rows.contains { !["", Self.nothing].contains($0[column].text) }
    }
    var table = TextTable(columns: kept.map { columns[$0] })
    for row in rows { table.append(kept.map { row[$0] }) }
    return table
  }

  /// The lines, headings first, without trailing spaces.
  ///
  /// - Parameter indent: spaces before each line.
  /// - Returns: one line for the headings and one a row.
  package func lines(indent: Int = 0) -> [String] {
    let heading = columns.map { Cell($0.title) }
    let widths = columns.indices.map { column in
      ([heading] + rows).reduce(0) { max($0, $1[column].width) }
    }
    return ([heading] + rows).map { row in
      var line = String(repeating: " ", count: indent)
      for (index, cell) in row.enumerated() {
        if index > 0 { line += "  " }
        let padding = String(repeating: " ", count: widths[index] - cell.width)
        switch columns[index].alignment {
        case .left: line += cell.prefix + cell.text + padding
        case .right: line += padding + cell.prefix + cell.text
        }
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
