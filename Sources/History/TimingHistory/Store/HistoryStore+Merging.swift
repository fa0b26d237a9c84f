internal import GRDB

extension HistoryStore {
  /// What a merge added.
  package struct Merged: Equatable, Sendable {
    /// How many runs were new.
    package let runs: Int
    /// How many series were new.
    package let series: Int
    /// How many samples were new.
    package let samples: Int

    package init(runs: Int, series: Int, samples: Int) {
      self.runs = runs
      self.series = series
      self.samples = samples
    }
  }

  /// Adds everything another history holds and this one does not, in one transaction.
  ///
  /// Runs are told apart by a name that is unique in the world, so merging twice adds nothing the
  /// second time. The other history is only read.
  ///
  /// - Parameter other: The file of the other history.
  /// - Returns: What was added.
  /// - Throws: ``HistoryError`` when the other file is no sound history of this version, or when a
  ///   series has another unit there.
  package func merge(_ other: String) throws(HistoryError) -> Merged {
    guard try HistoryFile.check(other, forWriting: false) == .database else {
      throw HistoryError(.notADatabase, "'\(other)' is empty: there is nothing to merge.")
    }
    do {
      try Self.inspect(other, patience: Self.patience)
      return try database.writeWithoutTransaction { database in
        try database.execute(sql: "ATTACH DATABASE ? AS other", arguments: [other])
        defer { try? database.execute(sql: "DETACH DATABASE other") }
        try Self.requireSameTables(other, database)
        var merged = Merged(runs: 0, series: 0, samples: 0)
        try database.inTransaction(.immediate) {
          merged = try Self.copy(database)
          return .commit
        }
        return merged
      }
    } catch {
      throw HistoryError(error, path: path)
    }
  }

  private static func requireSameTables(_ other: String, _ database: Database) throws {
    let theirs = try String.fetchSet(
      database, sql: "SELECT identifier FROM other.grdb_migrations")
    try require(
      theirs == Set(HistoryMigrations.migrator.migrations),
      "'\(other)' was written by an older version of this program. Open it once with this one"
        + ", then merge.")
    let clash = try Row.fetchOne(
      database,
      sql: """
        SELECT theirs.name, theirs.unit AS theirUnit, ours.unit AS ourUnit
        FROM other.series AS theirs JOIN main.series AS ours USING (name)
        WHERE theirs.unit <> ours.unit
        """)
    if let clash {
      let name: String = clash["name"]
      let theirUnit: String = clash["theirUnit"]
      let ourUnit: String = clash["ourUnit"]
      throw HistoryError(
        .invalidRequest,
        "The series '\(name)' is in '\(ourUnit)' here and in '\(theirUnit)' in '\(other)'. Nothing"
          + " was merged.")
    }
  }

  private static func copy(_ database: Database) throws -> Merged {
    func insert(_ sql: String) throws -> Int {
      try database.execute(sql: sql)
      return database.changesCount
    }
    // In this order, because each table names rows of those before it by their numbers here:
    // a run is found by its name in the world, a session by its own, a measurement by session
    // and series.
    let runs = try insert(
      """
      INSERT OR IGNORE INTO main.run
        (uid, kind, startedAt, finishedAt, commitHash, fingerprint, note, machineID, machineName,
          machineClass)
      SELECT uid, kind, startedAt, finishedAt, commitHash, fingerprint, note, machineID,
        machineName, machineClass
      FROM other.run ORDER BY id
      """)
    _ = try insert(
      """
      INSERT OR IGNORE INTO main.environment (runID, field, value, whyUnknown)
      SELECT ours.id, field, value, whyUnknown FROM other.environment
      JOIN other.run AS theirs ON theirs.id = runID JOIN main.run AS ours USING (uid)
      """)
    _ = try insert(
      """
      INSERT OR IGNORE INTO main.session (uid, runID, startedAt, clock, seed)
      SELECT session.uid, ours.id, session.startedAt, clock, seed FROM other.session
      JOIN other.run AS theirs ON theirs.id = runID
      JOIN main.run AS ours ON ours.uid = theirs.uid ORDER BY session.id
      """)
    let series = try insert(
      """
      INSERT OR IGNORE INTO main.series (\(SeriesRecord.columns))
      SELECT \(SeriesRecord.columns) FROM other.series ORDER BY id
      """)
    _ = try insert(
      """
      UPDATE main.series SET items = COALESCE(series.items, theirs.items),
        parameters = CASE series.parameters WHEN '{}' THEN theirs.parameters ELSE series.parameters END,
        metric = COALESCE(series.metric, theirs.metric), better = COALESCE(series.better, theirs.better)
      FROM other.series AS theirs WHERE theirs.name = series.name
      """)
    _ = try insert(
      """
      INSERT OR IGNORE INTO main.measurement (sessionID, seriesID, isReference, answerHash,
        codeHash, inputHash, instructions, value, lower, upper, intervalKind)
      SELECT ourSession.id, ourSeries.id, isReference, answerHash, codeHash, inputHash,
        instructions, value, lower, upper, intervalKind
      FROM other.measurement AS m \(counterparts) ORDER BY m.id
      """)
    let samples = try insert(
      """
      INSERT OR IGNORE INTO main.sample (measurementID, number, iterations, wall, threadCPU,
        processCPU, involuntarySwitches, stealTicks, logRatio)
      SELECT ours.id, number, iterations, wall, threadCPU, processCPU, involuntarySwitches,
        stealTicks, logRatio
      FROM other.sample JOIN other.measurement AS m ON m.id = measurementID \(counterparts)
      JOIN main.measurement AS ours
        ON ours.sessionID = ourSession.id AND ours.seriesID = ourSeries.id
      """)
    _ = try insert(
      """
      INSERT OR IGNORE INTO main.transition (uid, seriesID, runID, at, event, stateBefore,
        stateAfter, reason)
      SELECT transition.uid, ourSeries.id, ourRun.id, at, event, stateBefore, stateAfter, reason
      FROM other.transition JOIN other.series AS theirSeries ON theirSeries.id = seriesID
      JOIN main.series AS ourSeries ON ourSeries.name = theirSeries.name
      LEFT JOIN other.run AS theirRun ON theirRun.id = runID
      LEFT JOIN main.run AS ourRun ON ourRun.uid = theirRun.uid ORDER BY transition.id
      """)
    _ = try insert(
      """
      INSERT OR IGNORE INTO main.nightStep (runID, step, result)
      SELECT ours.id, step, result FROM other.nightStep
      JOIN other.run AS theirs ON theirs.id = runID JOIN main.run AS ours USING (uid)
      """)
    return Merged(runs: runs, series: series, samples: samples)
  }

  /// The session and the series of this history that stand for those of the other's `m`.
  private static let counterparts = """
    JOIN other.session AS theirSession ON theirSession.id = m.sessionID
    JOIN main.session AS ourSession ON ourSession.uid = theirSession.uid
    JOIN other.series AS theirSeries ON theirSeries.id = m.seriesID
    JOIN main.series AS ourSeries ON ourSeries.name = theirSeries.name
    """
}
