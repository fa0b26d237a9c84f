/// Which columns of a table are read, where they have names of their own: `time=run_at,value=median`.
package struct ColumnNames: Equatable, Sendable {
  /// What can be said of columns: the names that tables have by themselves.
  package static let roles = [
    "series", "unit", "time", "commit", "value", "lower", "upper", "range", "interval",
    "code", "input", "machine",
  ]

  private let columns: [String: String]

  /// Reads `ROLE=COLUMN`, separated by commas.
  ///
  /// - Throws: ``ExchangeError`` naming a role that does not exist, or that is named twice.
  package init(_ text: String) throws(ExchangeError) {
    var columns: [String: String] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let equals = part.firstIndex(of: "=") else {
        throw ExchangeError("'\(part)' is not ROLE=COLUMN, such as value=median.")
      }
      let role = String(part[..<equals].filter { !$0.isWhitespace })
      let column = Self.key(part[part.index(after: equals)...])
      guard Self.roles.contains(role) else {
        throw ExchangeError("'\(role)' is none of \(Self.roles.joined(separator: ", ")).")
      }
      guard !column.isEmpty else { throw ExchangeError("The column of '\(role)' has no name.") }
      guard columns.updateValue(column, forKey: role) == nil else {
        throw ExchangeError("'\(role)' is named twice.")
      }
    }
    self.columns = columns
  }

  /// Names are compared without regard to case and spaces around them.
  private static func key(_ name: some StringProtocol) -> String {
    let isSpace: (Character) -> Bool = \.isWhitespace
    return String(name.lowercased().drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }

  /// The table with a header that names these columns by their roles.
  ///
  /// A column that has the name of a role without being chosen for it is no longer read as such.
  ///
  /// - Parameter table: comma-separated values with a header, in UTF-8.
  /// - Returns: the table with its new header.
  /// - Throws: ``ExchangeError`` when there is no column of a name, or no header.
  /// - Complexity: O(*n*) in the bytes.
  package func applied(to table: [UInt8]) throws(ExchangeError) -> [UInt8] {
    var records = CSVRecords(table)
    guard try records.next() else { throw ExchangeError("The table is empty.", line: 1) }
    let header = (0..<records.count).map { String(decoding: records.field($0), as: UTF8.self) }
    var names = header.map { name in
      let role = Self.role(of: name)
      return role.map { columns[$0] != nil } == true ? "not \(name)" : name
    }
    for (role, column) in columns.sorted(by: { $0.key < $1.key }) {
      guard let place = header.firstIndex(where: { Self.key($0) == column }) else {
        let listed = header.prefix(10).map { QuotedText.quoted($0) }
        let more = header.count > 10 ? ", and \(header.count - 10) more" : ""
        throw ExchangeError(
          "There is no column '\(column)' among \(listed.joined(separator: ", "))\(more).",
          line: records.line)
      }
      names[place] = role
    }
    // Lines keep their numbers, which messages name.
    let above = Array(repeating: UInt8(ascii: "\n"), count: records.line - 1)
    return above + Array(CSVTable.line(names).utf8) + records.rest
  }

  /// The role that tables give a column of this name by themselves.
  private static func role(of column: String) -> String? {
    let name = column.lowercased().filter { !$0.isWhitespace }
    return switch name {
    case "name": "series"
    case "date", "date_ms", "timestamp": "time"
    case "codehash", "code_hash": "code"
    case "inputhash", "input_hash": "input"
    default: roles.contains(name) ? name : nil
    }
  }
}
