internal import GRDB

/// An event that happened to a series.
public struct SeriesTransition: Equatable, Sendable {
  /// The run in which it happened; nil when that is no longer in the history.
  public let run: RunID?
  /// Milliseconds since 1970.
  public let at: Int64
  /// What happened.
  public let event: SeriesEvent
  /// The state before.
  public let before: SeriesState
  /// The state after.
  public let after: SeriesState
  /// Why.
  public let reason: String?
}

extension HistoryStore {
  /// Where a series stands.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be read.
  public func status(of series: String) throws(HistoryError) -> SeriesStatus {
    try read { database in
      try Self.status(seriesID: try Self.existingSeriesID(series, database), database)
    }
  }

  /// All that happened to a series, oldest first.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be read.
  public func transitions(of series: String) throws(HistoryError) -> [SeriesTransition] {
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
  public func apply(
    _ event: SeriesEvent, to series: String, run: RunID? = nil, at time: Int64,
    reason: String? = nil
  ) throws(HistoryError) -> SeriesStatus {
    try write { database in
      try Self.apply(event, to: series, run: run, at: time, reason: reason, database)
    }
  }

  /// Ends a night: all that it decided happens to its series, in one transaction.
  ///
  /// A night that is killed before has changed nothing and can be decided again.
  ///
  /// - Parameters:
  ///   - night: The night's run.
  ///   - outcomes: What it decided.
  ///   - time: Milliseconds since 1970.
  /// - Throws: ``HistoryError`` when an event cannot happen, or the night is finished already;
  ///   nothing happens then.
  public func conclude(
    _ night: RunID, outcomes: [NightOutcome], at time: Int64
  ) throws(HistoryError) {
    try write { database in
      for outcome in outcomes {
        for event in outcome.events {
          let since = event == .suspicion ? outcome.suspectedSince : nil
          try Self.apply(
            event, to: outcome.series, run: since ?? night, at: time, reason: nil, database)
        }
      }
      try database.execute(
        sql: "UPDATE run SET finishedAt = ? WHERE id = ? AND finishedAt IS NULL",
        arguments: [time, night.value])
      try Self.require(
        database.changesCount == 1, "There is no unfinished night of run \(night.value).")
    }
  }

  @discardableResult
  private static func apply(
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
    try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT * FROM transition WHERE seriesID = ? ORDER BY at, id"),
      arguments: [seriesID]
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
