internal import GRDB

/// What a history remembers of the server that it is shared with.
package enum SharingField: String, Sendable {
  /// The class of machines that the history is of.
  case machineClass
  /// Which server its runs were last exchanged with.
  case server
  /// When something of that server was last asked for, in milliseconds since 1970.
  case pulledAt
}

extension HistoryStore {
  /// The names of finished runs that no server is known to have, oldest first.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be read.
  package func unsharedRuns() throws(HistoryError) -> [String] {
    try read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT uid FROM run WHERE finishedAt IS NOT NULL
            AND uid NOT IN (SELECT uid FROM shared) ORDER BY startedAt, id
          """)
    }
  }

  /// The names of all finished runs, oldest first.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be read.
  package func finishedRuns() throws(HistoryError) -> [String] {
    try read { database in
      try String.fetchAll(
        database, sql: "SELECT uid FROM run WHERE finishedAt IS NOT NULL ORDER BY startedAt, id")
    }
  }

  /// Those of some names that are not those of runs or events here.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be read.
  package func unknown(among names: [String]) throws(HistoryError) -> [String] {
    try read { database in
      let known = try database.cachedStatement(
        sql: "SELECT 1 FROM run WHERE uid = ?1 UNION ALL SELECT 1 FROM transition WHERE uid = ?1")
      return try names.filter { try Int.fetchOne(known, arguments: [$0]) == nil }
    }
  }

  /// Remembers that the server has runs or events.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be written.
  package func markShared(_ names: [String]) throws(HistoryError) {
    try write { database in
      let insert = try database.cachedStatement(sql: "INSERT OR IGNORE INTO shared VALUES (?)")
      for name in names { try insert.execute(arguments: [name]) }
    }
  }

  /// Forgets what the server has, so that everything is offered to it again.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be written.
  package func forgetShared() throws(HistoryError) {
    try write { database in
      try database.execute(sql: "DELETE FROM shared")
      try database.execute(sql: "DELETE FROM sharing WHERE field = 'server'")
      try database.execute(sql: "DELETE FROM pulled")
    }
  }

  /// What is remembered of the server.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be read.
  package func sharing(_ field: SharingField) throws(HistoryError) -> String? {
    try read { database in
      try String.fetchOne(
        database, sql: "SELECT value FROM sharing WHERE field = ?", arguments: [field.rawValue])
    }
  }

  /// Remembers something of the server.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be written.
  package func setSharing(_ field: SharingField, _ value: String) throws(HistoryError) {
    try write { database in
      try database.execute(
        sql: """
          INSERT INTO sharing (field, value) VALUES (?, ?)
          ON CONFLICT DO UPDATE SET value = excluded.value
          """, arguments: [field.rawValue, value])
    }
  }

  /// The parts of the server's history that are here.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be read.
  package func pulledParts() throws(HistoryError) -> [PulledPart] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT series, since, horizon FROM pulled").map { row in
        let series: String = row[0]
        return PulledPart(
          series: series.isEmpty ? nil : series, since: row[1], horizon: row[2])
      }
    }
  }

  /// Remembers that a part of the server's history is here, in place of an earlier one of the series.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be written.
  package func setPulled(_ part: PulledPart) throws(HistoryError) {
    try write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO pulled (series, since, horizon) VALUES (?, ?, ?)",
        arguments: [part.series ?? "", part.since, part.horizon])
    }
  }

  /// The names of all series.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be read.
  package func seriesNames() throws(HistoryError) -> [String] {
    try read { try String.fetchAll($0, sql: "SELECT name FROM series ORDER BY name") }
  }

  /// Removes runs that the server is known to have had and that began before a time, and series that
  /// no run measures any more.
  ///
  /// - Parameter time: Milliseconds since 1970.
  /// - Throws: ``HistoryError`` when the history cannot be written.
  package func removeShared(before time: Int64) throws(HistoryError) {
    try write { database in
      try database.execute(
        sql: "DELETE FROM run WHERE startedAt < ? AND uid IN (SELECT uid FROM shared)",
        arguments: [time])
      guard database.changesCount > 0 else { return }
      try database.execute(
        sql: "DELETE FROM series WHERE id NOT IN (SELECT seriesID FROM measurement)")
    }
  }

  /// Events of series, oldest first.
  ///
  /// - Parameter unsharedOnly: Whether those that the server is known to have are left out.
  /// - Returns: The events.
  /// - Throws: ``HistoryError`` when the file cannot be read.
  package func portableTransitions(
    unsharedOnly: Bool = false
  ) throws(HistoryError) -> [PortableTransition] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT transition.*, series.name AS name, run.uid AS run FROM transition
          JOIN series ON series.id = seriesID LEFT JOIN run ON run.id = runID
          WHERE NOT (?1 AND transition.uid IN (SELECT uid FROM shared))
          ORDER BY at, transition.id
          """, arguments: [unsharedOnly]
      ).compactMap { row in
        guard let event = SeriesEvent(rawValue: row["event"]),
          let before = SeriesState(rawValue: row["stateBefore"]),
          let after = SeriesState(rawValue: row["stateAfter"])
        else { return nil }
        return PortableTransition(
          uid: row["uid"], series: row["name"], run: row["run"], at: row["at"], event: event,
          before: before, after: after, reason: row["reason"])
      }
    }
  }

  /// Adds events that are not in the history yet; those of series that are not here are left out.
  ///
  /// - Returns: How many were new.
  /// - Throws: ``HistoryError`` when the history cannot be written.
  @discardableResult
  package func add(_ transitions: [PortableTransition]) throws(HistoryError) -> Int {
    try write { database in
      var added = 0
      for one in transitions {
        try database.execute(
          sql: """
            INSERT OR IGNORE INTO transition
              (uid, seriesID, runID, at, event, stateBefore, stateAfter, reason)
            SELECT ?, id, (SELECT id FROM run WHERE uid = ?), ?, ?, ?, ?, ?
            FROM series WHERE name = ?
            """,
          arguments: [
            one.uid, one.run, one.at, one.event.rawValue, one.before.rawValue, one.after.rawValue,
            one.reason, one.series,
          ])
        added += database.changesCount
      }
      return added
    }
  }

  /// Removes runs by their names, and series that no run measures any more.
  ///
  /// - Returns: How many runs were here.
  /// - Throws: ``HistoryError`` when the history cannot be written.
  @discardableResult
  package func remove(_ names: [String]) throws(HistoryError) -> Int {
    guard !names.isEmpty else { return 0 }
    return try write { database in
      var removed = 0
      for name in names {
        try database.execute(sql: "DELETE FROM run WHERE uid = ?", arguments: [name])
        removed += database.changesCount
      }
      try database.execute(
        sql: "DELETE FROM series WHERE id NOT IN (SELECT seriesID FROM measurement)")
      return removed
    }
  }
}
