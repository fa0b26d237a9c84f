extension ColorIndexStore {
  /// A part of the search table holds the pictures whose ids agree but for so many low bits.
  static let partBits = 16

  static func forgetParts(
    _ numbers: Set<Int64>, _ connection: SQLiteConnection
  ) throws(ColorIndexError) {
    for number in numbers {
      try connection.run("DELETE FROM searchPart WHERE number = ?", [.integer(number)])
    }
  }

  /// Makes the parts of the search table that changes have made invalid, so that searches begin
  /// sooner; without them a search finds the same.
  ///
  /// Memory does not grow with the index: a part has at most 65,536 pictures.
  ///
  /// - Throws: ``ColorIndexError``.
  public func completeSearchTable() throws(ColorIndexError) {
    for number in try partNumbers() {
      let isThere = try read { connection throws(ColorIndexError) in
        try connection.integer(
          "SELECT 1 FROM searchPart WHERE number = ?", [.integer(number)]) != nil
      }
      if isThere { continue }
      try write { connection throws(ColorIndexError) in
        var table = PackedPalettes()
        try Self.addRows(ofPart: number, to: &table, connection)
        try connection.run(
          "INSERT OR REPLACE INTO searchPart (number, data) VALUES (?, ?)",
          [.integer(number), .blob(table.bytes)])
      }
    }
  }

  /// The palettes of all pictures, or of those in one of the folders below.
  ///
  /// - Parameter folder: the path from the index's folder; "" for all.
  /// - Returns: the table; its pictures are numbers for ``pictures(_:)``.
  /// - Complexity: O(*n*) in pictures.
  /// - Throws: ``ColorIndexError``.
  public func searchTable(inFolder folder: String = "") throws(ColorIndexError) -> PackedPalettes {
    var table = PackedPalettes()
    guard folder.isEmpty else {
      try read { connection throws(ColorIndexError) in
        // "0" is the character after "/".
        try Self.addRows(
          where: "path > ? AND path < ?", [.text(folder + "/"), .text(folder + "0")], to: &table,
          connection)
      }
      return table
    }
    for number in try partNumbers() {
      try read { connection throws(ColorIndexError) in
        var isSound = false
        try connection.run("SELECT data FROM searchPart WHERE number = ?", [.integer(number)]) {
          row throws(ColorIndexError) in
          isSound = row.withBlob(at: 0) { table.append(bytes: $0) }
        }
        if !isSound { try Self.addRows(ofPart: number, to: &table, connection) }
      }
    }
    return table
  }

  private func partNumbers() throws(ColorIndexError) -> [Int64] {
    let last = try read { connection throws(ColorIndexError) in
      try connection.integer("SELECT MAX(id) FROM file")
    }
    guard let last, last >= 0 else { return [] }
    return Array(0...last >> Self.partBits)
  }

  private static func addRows(
    ofPart number: Int64, to table: inout PackedPalettes, _ connection: SQLiteConnection
  ) throws(ColorIndexError) {
    let first = number << partBits
    try addRows(
      where: "id >= ? AND id < ?", [.integer(first), .integer(first + (1 << partBits))],
      to: &table, connection)
  }

  private static func addRows(
    where condition: String, _ values: [SQLiteValue], to table: inout PackedPalettes,
    _ connection: SQLiteConnection
  ) throws(ColorIndexError) {
    try connection.run(
      "SELECT id, palette FROM file WHERE \(condition) AND palette IS NOT NULL ORDER BY id", values
    ) { row throws(ColorIndexError) in
      if let palette = row.withBlob(at: 1, { IndexedPalette(bytes: $0) }) {
        table.append(palette, of: row.integer(at: 0) ?? 0)
      }
    }
  }
}
