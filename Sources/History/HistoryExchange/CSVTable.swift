/// Comma-separated values (RFC 4180): quoted fields, quotes doubled, lines ended either way.
struct CSVTable {
  /// The names of the columns.
  let header: [String]
  /// The rows with the lines they begin on.
  let rows: [(line: Int, fields: [String])]

  /// Reads a table whose first line names the columns; empty lines are skipped.
  init(_ text: String) throws(ExchangeError) {
    var records = try Self.records(text)
    guard !records.isEmpty else { throw ExchangeError("The table is empty.", line: 1) }
    header = records.removeFirst().fields
    for record in records where record.fields.count != header.count {
      throw ExchangeError(
        "There are \(record.fields.count) fields for \(header.count) columns.", line: record.line)
    }
    rows = records
  }

  /// The place of the first column of any of these names, whatever their case.
  func column(_ names: String...) -> Int? {
    header.firstIndex { column in
      names.contains { $0 == column.lowercased().filter { !$0.isWhitespace } }
    }
  }

  private static func records(
    _ text: String
  ) throws(ExchangeError) -> [(line: Int, fields: [String])] {
    var records: [(line: Int, fields: [String])] = []
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var wasQuoted = false
    var line = 1
    var start = 1
    // A byte order mark is no part of the first name.
    var bytes =
      text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? text.utf8.dropFirst(3) : text.utf8[...]
    func endField() {
      fields.append(String(decoding: field, as: UTF8.self))
      field.removeAll()
      wasQuoted = false
    }
    func endRecord() {
      if !(fields.isEmpty && field.isEmpty && !wasQuoted) {
        endField()
        records.append((start, fields))
        fields.removeAll()
      }
    }
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if isQuoted {
        if byte != UInt8(ascii: "\"") {
          field.append(byte)
        } else if bytes.first == UInt8(ascii: "\"") {
          bytes.removeFirst()
          field.append(byte)
        } else {
          isQuoted = false
        }
        continue
      }
      switch byte {
      // A field that was quoted and is empty, `""`, may not begin once more.
      case UInt8(ascii: "\"") where field.isEmpty && !wasQuoted:
        isQuoted = true
        wasQuoted = true
      case UInt8(ascii: ","): endField()
      case UInt8(ascii: "\r") where bytes.first == UInt8(ascii: "\n"): break
      case UInt8(ascii: "\n"):
        endRecord()
        start = line
      default:
        guard !wasQuoted else {
          throw ExchangeError("A quoted field goes on after its closing quote.", line: line)
        }
        field.append(byte)
      }
    }
    guard !isQuoted else { throw ExchangeError("A quoted field does not end.", line: start) }
    endRecord()
    return records
  }

  /// A line of a table, quoted where needed.
  static func line(_ fields: [String]) -> String {
    fields.map { field in
      let needsQuotes = field.utf8.contains {
        $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 < 0x20
      }
      // A lone empty field would be an empty line, which is no row.
      guard needsQuotes || (field.isEmpty && fields.count == 1) else { return field }
      return "\""
        + field.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\""
    }.joined(separator: ",") + "\n"
  }
}
