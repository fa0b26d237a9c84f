internal import GRDB
internal import Measuring

/// What a history holds of one series.
package struct SeriesContents: Equatable, Sendable {
  /// What identifies it.
  package let record: SeriesRecord
  /// What every run says of it, oldest first.
  package let points: [SeriesPoint]
  /// What happened to it, oldest first.
  package let transitions: [SeriesTransition]
  /// What ran before and from a run on, in SVG.
  package let flameGraphs: [RunID: String]
}

/// A run without what takes long to count.
package struct RunOutline: Equatable, Sendable {
  /// Its number.
  package let id: RunID
  /// Milliseconds since 1970.
  package let startedAt: Int64
  /// The commit that was measured.
  package let commit: String?
  /// The fingerprint of its environment.
  package let fingerprint: String?
  /// What a person wanted to remember.
  package let note: String?
  /// The name of the machine that measured; nil when it was not recorded.
  package let machineName: String?
}

extension HistoryStore {
  /// The memory for the pages of a history that is read as a whole, in KiB.
  private static let scanningCache = 49_152

  /// The runs in which something was measured, oldest first.
  ///
  /// - Parameters:
  ///   - names: The series of which something was measured; nil for any.
  ///   - since: The earliest start of a run, in milliseconds since 1970; nil for all.
  /// - Returns: The runs.
  /// - Throws: ``HistoryError`` when the file cannot be read, or there is no series of a name.
  package func measuredRunOutlines(
    of names: [String]? = nil, since: Int64? = nil
  ) throws(HistoryError) -> [RunOutline] {
    let measured = try measuredRuns(of: names, since: since)
    return try read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT id, startedAt, commitHash, fingerprint, note, COALESCE(machineName,
            (SELECT value FROM environment WHERE runID = run.id AND field = ?))
          FROM run WHERE startedAt >= ? ORDER BY startedAt, id
          """, arguments: [ImportedRuns.machineField, since ?? .min])
      var runs: [RunOutline] = []
      while let row = try rows.next() {
        let id = RunID(row[0])
        guard measured.contains(id) else { continue }
        runs.append(
          RunOutline(
            id: id, startedAt: row[1], commit: row[2], fingerprint: row[3], note: row[4],
            machineName: row[5]))
      }
      return runs
    }
  }

  /// Reads series one after the other, in the order of their names.
  ///
  /// All are read in one transaction, each once, and only one is in memory at a time: ten thousand
  /// series take much less time than ten thousand times ``points(of:limit:since:)``.
  ///
  /// - Parameters:
  ///   - names: The series; nil for all.
  ///   - since: The earliest start of a run, in milliseconds since 1970; nil for all.
  ///   - transform: What is made of each.
  /// - Returns: What was made of the series.
  /// - Throws: ``HistoryError`` when the file cannot be read, or there is no series of a name.
  /// - Complexity: O(*n* log *n*) in measurements, and O(*m*) in sessions.
  package func mapSeries<Value>(
    of names: [String]? = nil, since: Int64? = nil, _ transform: (SeriesContents) -> Value
  ) throws(HistoryError) -> [Value] {
    try read { database in
      try database.execute(sql: "PRAGMA cache_size = -\(Self.scanningCache)")
      for name in names ?? [] { _ = try Self.existingSeriesID(name, database) }
      let chosen = names.map { Set($0) }
      let sessions = try Self.sessions(since: since ?? .min, database)
      let rows = try Row.fetchAll(
        database, sql: "SELECT * FROM series WHERE \(Self.notRenamed) ORDER BY name")
      return try rows.compactMap { row in
        let record = SeriesRecord(row)
        guard chosen?.contains(record.name) ?? true else { return nil }
        let id: Int64 = row["id"]
        let transitions = try Self.transitions(seriesID: id, database)
        return transform(
          SeriesContents(
            record: record, points: try Self.points(seriesID: id, in: sessions, database),
            transitions: transitions,
            flameGraphs: try Self.flameGraphs(of: record.name, at: transitions, database)))
      }
    }
  }

  private static func sessions(
    since: Int64, _ database: Database
  ) throws -> [Int64: MeasuredSession] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT session.id, \(MeasuredSession.columns)
        FROM session JOIN run ON run.id = runID WHERE run.startedAt >= ?
        """, arguments: [since])
    var sessions: [Int64: MeasuredSession] = [:]
    // Many runs share a commit, and its text.
    var texts: [String: String] = [:]
    func shared(_ text: String?) -> String? {
      guard let text else { return nil }
      if let known = texts[text] { return known }
      texts[text] = text
      return text
    }
    while let row = try rows.next() {
      var session = MeasuredSession(row, from: 1)
      session.commit = shared(session.commit)
      session.fingerprint = shared(session.fingerprint)
      session.machine = shared(session.machine)
      sessions[row[0]] = session
    }
    return sessions
  }

  /// The points of a series, as ``points(of:limit:since:)`` gives them.
  private static func points(
    seriesID: Int64, in sessions: [Int64: MeasuredSession], _ database: Database
  ) throws -> [SeriesPoint] {
    let joined = try joined(seriesID, database)
    let statement = try database.cachedStatement(
      sql: """
        SELECT sessionID, \(measurementColumns) FROM measurement WHERE seriesID IN \(places(joined))
        """)
    let rows = try Row.fetchCursor(statement, arguments: StatementArguments(joined))
    var found: [(session: Int64, point: SeriesPoint)] = []
    while let row = try rows.next() {
      let number: Int64 = row[0]
      guard let session = sessions[number],
        let point = try Self.point(row, from: 1, of: session, database)
      else { continue }
      found.append((number, point))
    }
    func isBefore(
      _ one: (session: Int64, point: SeriesPoint), _ other: (session: Int64, point: SeriesPoint)
    ) -> Bool {
      (one.point.startedAt, one.point.run, one.session)
        < (other.point.startedAt, other.point.run, other.session)
    }
    // Mostly they were added in the order of time.
    if zip(found, found.dropFirst()).contains(where: { isBefore($1, $0) }) {
      found.sort(by: isBefore)
    }
    return found.map(\.point)
  }
}
