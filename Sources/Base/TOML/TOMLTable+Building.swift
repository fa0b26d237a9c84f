extension TOMLTable {
  /// Makes the table of a header, and those above it that are missing.
  ///
  /// - Parameters:
  ///   - path: the names of the header, outermost first; at least one.
  ///   - isElement: whether the header is in double brackets.
  ///   - line: its line.
  /// - Throws: ``TOMLError`` when a name on the way is not a table.
  mutating func open(_ path: ArraySlice<String>, isElement: Bool, line: Int) throws(TOMLError) {
    guard let name = path.first else { return }
    let rest = path.dropFirst()
    guard let index = entries.firstIndex(where: { $0.key == name }) else {
      var table = TOMLTable(line: line)
      try table.open(rest, isElement: isElement, line: line)
      let value = isElement && rest.isEmpty ? TOMLValue.tables([table]) : .table(table)
      entries.append(Entry(key: name, value: value, line: line))
      return
    }
    switch entries[index].value {
    case .tables(var tables):
      if rest.isEmpty {
        guard isElement else { throw Self.mixed(name, line) }
        tables.append(TOMLTable(line: line))
      } else {
        try tables[tables.count - 1].open(rest, isElement: isElement, line: line)
      }
      entries[index].value = .tables(tables)
    case .table(var table):
      if rest.isEmpty, isElement { throw Self.mixed(name, line) }
      try table.open(rest, isElement: isElement, line: line)
      entries[index].value = .table(table)
    default:
      throw TOMLError(line: line, problem: "'\(name)' is a value already, and not a table")
    }
  }

  /// Adds an entry to the newest table of a header.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - path: the names of the header; empty for this table.
  /// - Throws: ``TOMLError`` when the key is there.
  mutating func insert(_ entry: Entry, under path: ArraySlice<String>) throws(TOMLError) {
    if let name = path.first, let index = entries.firstIndex(where: { $0.key == name }) {
      switch entries[index].value {
      case .tables(var tables):
        try tables[tables.count - 1].insert(entry, under: path.dropFirst())
        entries[index].value = .tables(tables)
      case .table(var table):
        try table.insert(entry, under: path.dropFirst())
        entries[index].value = .table(table)
      default: break
      }
      return
    }
    guard self[entry.key] == nil else {
      throw TOMLError(line: entry.line, problem: "the key '\(entry.key)' is there twice")
    }
    entries.append(entry)
  }

  private static func mixed(_ name: String, _ line: Int) -> TOMLError {
    TOMLError(
      line: line, problem: "'\(name)' has headers in single and in double brackets; use one kind")
  }
}
