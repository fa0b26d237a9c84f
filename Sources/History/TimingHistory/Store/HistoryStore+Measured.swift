internal import GRDB

extension HistoryStore {
  /// What identifies each series, by name.
  ///
  /// - Returns: The records.
  /// - Throws: ``HistoryError`` when the file cannot be read.
  package func seriesRecords() throws(HistoryError) -> [SeriesRecord] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM series WHERE \(Self.notRenamed) ORDER BY name")
        .map { SeriesRecord($0) }
    }
  }

  /// The names of the series that a run measured.
  ///
  /// - Throws: ``HistoryError`` when the file cannot be read.
  package func measuredSeries(in run: RunID) throws(HistoryError) -> Set<String> {
    try read { database in
      try Set(
        String.fetchAll(
          database,
          sql: """
            SELECT name FROM series JOIN measurement ON seriesID = series.id
            JOIN session ON session.id = sessionID WHERE runID = ?
            """, arguments: [run.value]))
    }
  }

  /// The runs that say something of series: those with a value or a sample of one.
  ///
  /// - Parameters:
  ///   - names: The series; nil for all.
  ///   - since: The earliest start of a run, in milliseconds since 1970; nil for all.
  /// - Returns: The runs.
  /// - Throws: ``HistoryError`` when the file cannot be read.
  /// - Complexity: O(*n*) in measurements.
  package func measuredRuns(
    of names: [String]? = nil, since: Int64? = nil
  ) throws(HistoryError) -> Set<RunID> {
    try read { database in
      func runs(_ condition: String, _ arguments: StatementArguments) throws -> [Int64] {
        try Int64.fetchAll(
          database,
          sql: """
            SELECT id FROM run WHERE startedAt >= ? AND EXISTS (
              SELECT 1 FROM session JOIN measurement ON sessionID = session.id
              WHERE runID = run.id AND (value IS NOT NULL
                OR EXISTS (SELECT 1 FROM sample WHERE measurementID = measurement.id))
            """ + condition + ")", arguments: [since ?? .min] + arguments)
      }
      guard let names else { return Set(try runs("", []).map { RunID($0) }) }
      var found: Set<RunID> = []
      for name in names {
        let id = try Self.existingSeriesID(name, database)
        let joined = Self.list(try Self.joined(id, database))
        found.formUnion(try runs(" AND seriesID IN \(joined)", []).map { RunID($0) })
      }
      return found
    }
  }
}
