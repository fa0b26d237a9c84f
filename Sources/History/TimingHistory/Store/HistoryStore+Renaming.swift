internal import GRDB

extension HistoryStore {
  /// Lets a series go on under another name: what was measured of both is one series from now on.
  ///
  /// Nothing that was measured is changed: the event says it, in every history that it comes to.
  ///
  /// - Parameters:
  ///   - old: the name that it had.
  ///   - new: the name that it has now.
  ///   - time: milliseconds since 1970.
  /// - Throws: ``HistoryError`` when there is no such series, when the two have different units, or when one of them
  ///   goes on under another name already.
  package func rename(_ old: String, to new: String, at time: Int64) throws(HistoryError) {
    try write { database in
      try Self.require(old != new, "'\(old)' is both names. Give the former one first.")
      let known = try Self.renamings(database)
      for name in [old, new] {
        _ = try Self.existingSeriesID(name, database)
        if let next = known[name] {
          throw HistoryError(.invalidRequest, "'\(name)' goes on as '\(next)' already.")
        }
      }
      let units = try [old, new].map {
        try String.fetchOne(
          database, sql: "SELECT unit FROM series WHERE name = ?", arguments: [$0])
      }
      try Self.require(
        units[0] == units[1],
        "'\(old)' is in '\(units[0] ?? "")' and '\(new)' in '\(units[1] ?? "")': they are no series of one "
          + "benchmark.")
      try Self.apply(.renaming, to: new, run: nil, at: time, reason: old, database)
    }
  }

  /// The series that go on under other names, by their former ones.
  ///
  /// - Throws: ``HistoryError`` when the file cannot be read.
  package func renamings() throws(HistoryError) -> [String: String] {
    try read { try Self.renamings($0) }
  }

  static func renamings(_ database: Database) throws -> [String: String] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT reason, name FROM transition JOIN series ON series.id = seriesID
        WHERE event = '\(SeriesEvent.renaming.rawValue)' AND reason IS NOT NULL ORDER BY at
        """)
    return Dictionary(rows.map { ($0[0], $0[1]) }) { _, newest in newest }
  }

  /// The numbers of a series and of those that go on as it, its own first.
  ///
  /// - Complexity: O(*n*) in the events of these series.
  static func joined(_ id: Int64, _ database: Database) throws -> [Int64] {
    var all = [id]
    var place = 0
    while place < all.count {
      let former = try Int64.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT former.id FROM transition JOIN series AS former ON former.name = reason
            WHERE seriesID = ? AND event = '\(SeriesEvent.renaming.rawValue)'
            """), arguments: [all[place]])
      // Events that a server or a file brought may form a cycle.
      all += former.filter { !all.contains($0) }
      place += 1
    }
    return all
  }

  /// Some numbers as an SQL list: they are whole numbers of our own.
  static func list(_ numbers: [Int64]) -> String {
    "(\(numbers.map(String.init).joined(separator: ", ")))"
  }

  /// As many places for numbers in a statement that is kept: one text for one count.
  static func places(_ numbers: [Int64]) -> String {
    "(\(Array(repeating: "?", count: numbers.count).joined(separator: ", ")))"
  }

  /// A condition of the table of series: those that do not go on under another name.
  static let notRenamed = """
    name NOT IN (SELECT reason FROM transition
      WHERE event = '\(SeriesEvent.renaming.rawValue)' AND reason IS NOT NULL)
    """
}
