internal import ExchangeDocuments
internal import GRDB
package import Measuring

extension HistoryStore {
  /// The runs, newest first.
  ///
  /// - Parameter limit: How many at most; nil for all.
  /// - Returns: The runs.
  /// - Throws: ``HistoryError`` when the file cannot be read.
  package func runs(limit: Int? = nil) throws(HistoryError) -> [RunSummary] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT run.*, COALESCE(machineName,
              (SELECT value FROM environment WHERE runID = run.id AND field = ?)) AS machine,
            (SELECT COUNT(DISTINCT seriesID) FROM measurement
              JOIN session ON session.id = sessionID WHERE runID = run.id) AS seriesCount,
            (SELECT COUNT(*) FROM sample JOIN measurement ON measurement.id = measurementID
              JOIN session ON session.id = sessionID WHERE runID = run.id) AS sampleCount
          FROM run ORDER BY startedAt DESC, id DESC LIMIT ?
          """, arguments: [ImportedRuns.machineField, limit ?? -1]
      ).map { row in
        RunSummary(
          id: RunID(row["id"]), uid: row["uid"], kind: row["kind"], startedAt: row["startedAt"],
          finishedAt: row["finishedAt"], commit: row["commitHash"],
          fingerprint: row["fingerprint"], note: row["note"], seriesCount: row["seriesCount"],
          sampleCount: row["sampleCount"], machineID: row["machineID"],
          machineName: row["machine"])
      }
    }
  }

  /// The environment of a run; nil when none was recorded.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be read.
  package func environment(of run: RunID) throws(HistoryError) -> EnvironmentRecord? {
    try read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT field, value, whyUnknown FROM environment WHERE runID = ? AND field <> ?
          """, arguments: [run.value, ImportedRuns.machineField])
      guard !rows.isEmpty else { return nil }
      var record = EnvironmentRecord()
      for row in rows {
        // A field of another version of this program has no place in the record.
        guard let field = EnvironmentField(rawValue: row["field"]) else { continue }
        let value: String? = row["value"]
        let why: String? = row["whyUnknown"]
        record[field] = value.map { .known($0) } ?? .unknown(why ?? "not recorded")
      }
      return record
    }
  }

  /// All series by name, with their newest values.
  ///
  /// - Parameter recent: How many values of each.
  /// - Returns: The series.
  /// - Throws: ``HistoryError`` when the file cannot be read.
  package func series(recent: Int = 30) throws(HistoryError) -> [SeriesSummary] {
    try read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT * FROM series WHERE \(Self.notRenamed) ORDER BY name")
      return try rows.map { row in
        let points = try Self.points(seriesID: row["id"], limit: recent, database)
        let count = try Int.fetchOne(
          database,
          sql: """
            SELECT COUNT(DISTINCT runID) FROM measurement JOIN session ON session.id = sessionID
            WHERE seriesID IN \(Self.list(try Self.joined(row["id"], database)))
            """)
        return SeriesSummary(
          series: SeriesRecord(row), runCount: count ?? 0, recentValues: points.map(\.value),
          state: try Self.status(seriesID: row["id"], database).state)
      }
    }
  }

  /// What every run says of a series, oldest first.
  ///
  /// - Parameters:
  ///   - series: Its name.
  ///   - limit: How many of the newest at most; nil for all.
  ///   - since: The earliest start of a run, in milliseconds since 1970; nil for all.
  /// - Returns: The points.
  /// - Throws: ``HistoryError`` when there is no such series.
  package func points(
    of series: String, limit: Int? = nil, since: Int64? = nil
  ) throws(HistoryError) -> [SeriesPoint] {
    try read { database in
      try Self.points(
        seriesID: try Self.existingSeriesID(series, database), limit: limit, since: since,
        database)
    }
  }

  /// What a run says of every series it measured, by name.
  ///
  /// - Parameter run: The run.
  /// - Returns: The series with their points; a series that was measured twice is there twice.
  /// - Throws: ``HistoryError`` when the file cannot be read.
  package func points(
    in run: RunID
  ) throws(HistoryError) -> [(series: SeriesRecord, point: SeriesPoint)] {
    try read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT DISTINCT series.* FROM series JOIN measurement ON seriesID = series.id
          JOIN session ON session.id = sessionID WHERE runID = ? ORDER BY name
          """, arguments: [run.value])
      return try rows.flatMap { row in
        try Self.points(seriesID: row["id"], limit: nil, database).filter { $0.run == run }
          .map { (SeriesRecord(row), $0) }
      }
    }
  }

  /// The raw samples of a series in one run, in the order they were taken.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be read.
  package func samples(
    of series: String, in run: RunID
  ) throws(HistoryError) -> [(epoch: Epoch, logRatio: Double?)] {
    try read { database in
      let known = try Int64.fetchOne(
        database, sql: "SELECT id FROM series WHERE name = ?", arguments: [series])
      let joined = Self.list(try known.map { try Self.joined($0, database) } ?? [])
      return try Row.fetchAll(
        database,
        sql: """
          SELECT sample.* FROM sample JOIN measurement ON measurement.id = measurementID
          JOIN session ON session.id = sessionID
          WHERE runID = ? AND seriesID IN \(joined) ORDER BY sessionID, number
          """, arguments: [run.value]
      ).map { (Self.epoch($0), $0["logRatio"]) }
    }
  }

  /// What a row of the samples' table holds.
  static func epoch(_ row: Row) -> Epoch {
    Epoch(
      iterations: row["iterations"], wall: unsigned(row["wall"]),
      threadCPU: unsigned(row["threadCPU"]), processCPU: unsigned(row["processCPU"]),
      involuntarySwitches: unsigned(row["involuntarySwitches"]),
      stealTicks: unsigned(row["stealTicks"]))
  }

  static func existingSeriesID(_ name: String, _ database: Database) throws -> Int64 {
    guard
      let id = try Int64.fetchOne(
        database.cachedStatement(sql: "SELECT id FROM series WHERE name = ?"), arguments: [name])
    else {
      throw HistoryError(
        .unknownSeries, "There is no series '\(name)'.")
    }
    return id
  }

  static func points(
    seriesID: Int64, limit: Int?, since: Int64? = nil, _ database: Database
  ) throws -> [SeriesPoint] {
    let joined = try joined(seriesID, database)
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(MeasuredSession.columns), \(measurementColumns)
        FROM measurement JOIN session ON session.id = sessionID JOIN run ON run.id = runID
        WHERE seriesID IN \(places(joined)) AND run.startedAt >= ?
        ORDER BY run.startedAt DESC, run.id DESC, sessionID DESC LIMIT ?
        """)
    let rows = try Row.fetchAll(
      statement, arguments: StatementArguments(joined) + [since ?? .min, limit ?? -1])
    return try rows.reversed().compactMap { row in
      try point(row, from: 6, of: MeasuredSession(row, from: 0), database)
    }
  }

  /// The columns that ``point(_:from:of:_:)`` reads, in a query of measurements.
  static let measurementColumns = """
    measurement.id, isReference, answerHash, codeHash, inputHash, instructions, value,
    EXISTS (SELECT 1 FROM sample WHERE measurementID = measurement.id), lower, upper,
    intervalKind
    """

  /// What a measurement says; nil for one that was killed before its first sample.
  ///
  /// Columns go by number: by name each is looked for, a hundred thousand times in a long history.
  ///
  /// - Parameters:
  ///   - row: Holds ``measurementColumns``.
  ///   - first: The number of the first of them.
  ///   - session: The session that it is from.
  ///   - database: Where its samples are.
  /// - Returns: The point.
  /// - Throws: What the database throws.
  static func point(
    _ row: Row, from first: Int, of session: MeasuredSession, _ database: Database
  ) throws -> SeriesPoint? {
    // Values of other programs have no samples, and there may be a million of them.
    let samples =
      (row[first + 7] as Bool) ? try self.samples(of: row[first], session.clock, database) : []
    let times = samples.map { ($0[0] as Double) / ($0[1] as Double) }
    let ratios = samples.compactMap { $0[2] as Double? }
    guard
      let summary = MeasurementSummary(
        recorded: value(row, first + 6),
        interval: interval(value(row, first + 8), value(row, first + 9)), times: times,
        logRatios: ratios)
    else { return nil }
    return SeriesPoint(
      run: session.run, startedAt: session.startedAt, commit: session.commit,
      fingerprint: session.fingerprint, machine: session.machine, isReference: row[first + 1],
      answerHash: value(row, first + 2), codeHash: value(row, first + 3),
      inputHash: value(row, first + 4), instructions: value(row, first + 5),
      value: summary.value, valueInterval: summary.valueInterval,
      intervalKind: summary.valueInterval == nil
        ? nil : samples.isEmpty ? kind(value(row, first + 10)) : .exact,
      logRatio: summary.logRatio,
      logRatioInterval: summary.logRatioInterval, sampleCount: samples.count)
  }

  /// A cell; nil where it is empty, which is asked first: values that may be missing are slow to read.
  private static func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ row: Row, _ column: Int
  ) -> Value? {
    row.hasNull(atIndex: column) ? nil : row[column]
  }

  /// An interval of its ends; nil where one is missing.
  static func interval(_ lower: Double?, _ upper: Double?) -> Interval? {
    guard let lower, let upper, lower <= upper else { return nil }
    return Interval(lower: lower, upper: upper)
  }

  /// The kind of an interval of its name.
  ///
  /// Of a million points most have one of a few.
  private static func kind(_ text: String?) -> IntervalKind? {
    text.flatMap { IntervalKind(text: $0) }
  }

  private static func samples(
    of measurement: Int64, _ clock: ClockKind, _ database: Database
  ) throws -> [Row] {
    let statement = try database.cachedStatement(
      sql: "SELECT \(clock.rawValue), iterations, logRatio FROM sample"
        + " WHERE measurementID = ? ORDER BY number")
    return try Row.fetchAll(statement, arguments: [measurement])
  }
}

/// Counts are stored as SQLite's signed integers and never negative.
private func unsigned(_ value: Int64) -> UInt64 { UInt64(clamping: value) }
