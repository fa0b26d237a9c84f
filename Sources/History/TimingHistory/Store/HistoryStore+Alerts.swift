internal import GRDB

extension HistoryStore {
  /// Where a series stands.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be read.
  package func status(of series: String) throws(HistoryError) -> SeriesStatus {
    try read { database in
      try Self.status(seriesID: try Self.existingSeriesID(series, database), database)
    }
  }

  /// All that happened to a series, oldest first.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be read.
  package func transitions(of series: String) throws(HistoryError) -> [SeriesTransition] {
    try read { database in
      try Self.transitions(seriesID: try Self.existingSeriesID(series, database), database)
    }
  }

  /// Lets an event happen to a series.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - series: The series' name.
  ///   - run: The run in which it happened; nil for the newest one of the series.
  ///   - time: Milliseconds since 1970.
  ///   - reason: Why, which an acceptance needs; or the text of a note.
  /// - Returns: Where the series stands now.
  /// - Throws: ``HistoryError`` when the event cannot happen in the series' state.
  @discardableResult
  package func apply(
    _ event: SeriesEvent, to series: String, run: RunID? = nil, at time: Int64,
    reason: String? = nil
  ) throws(HistoryError) -> SeriesStatus {
    try write { database in
      try Self.apply(event, to: series, run: run, at: time, reason: reason, database)
    }
  }

  @discardableResult
  static func apply(
    _ event: SeriesEvent, to series: String, run: RunID?, at time: Int64, reason: String?,
    _ database: Database
  ) throws -> SeriesStatus {
    let id = try existingSeriesID(series, database)
    var status = try status(seriesID: id, database)
    let before = status.state
    let newest = try Int64.fetchOne(
      database,
      sql: """
        SELECT runID FROM measurement JOIN session ON session.id = sessionID
        JOIN run ON run.id = runID WHERE seriesID = ?
        ORDER BY run.startedAt DESC, run.id DESC LIMIT 1
        """, arguments: [id])
    let happened = run ?? newest.map { RunID($0) }
    do {
      try status.apply(event, run: happened, reason: reason)
    } catch {
      throw HistoryError(.invalidRequest, "'\(series)': \(error)")
    }
    try database.execute(
      sql: """
        INSERT INTO transition (uid, seriesID, runID, at, event, stateBefore, stateAfter, reason)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        newUID(), id, happened?.value, time, event.rawValue, before.rawValue,
        status.state.rawValue, reason,
      ])
    return status
  }

  static func transitions(
    seriesID: Int64, _ database: Database
  ) throws -> [SeriesTransition] {
    // Of a series with a former name also what happened to it under that.
    let joined = try joined(seriesID, database)
    return try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT * FROM transition WHERE seriesID IN \(places(joined)) ORDER BY at, id"),
      arguments: StatementArguments(joined)
    ).compactMap { row in
      guard let event = SeriesEvent(rawValue: row["event"]),
        let before = SeriesState(rawValue: row["stateBefore"]),
        let after = SeriesState(rawValue: row["stateAfter"])
      else { return nil }
      return SeriesTransition(
        run: (row["runID"] as Int64?).map { RunID($0) }, at: row["at"], event: event,
        before: before, after: after, reason: row["reason"])
    }
  }

  /// Replays what happened.
  static func status(seriesID: Int64, _ database: Database) throws -> SeriesStatus {
    SeriesStatus(after: try transitions(seriesID: seriesID, database))
  }
}
