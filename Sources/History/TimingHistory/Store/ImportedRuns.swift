internal import ExchangeDocuments
internal import GRDB
internal import Measuring

/// What an import added to a history.
package struct ImportCount: Equatable, Sendable {
  /// Runs that were added.
  package internal(set) var runs = 0
  /// Values that were added.
  package internal(set) var values = 0
  /// Values that a former import had added.
  package internal(set) var known = 0
}

/// Adds the runs of a document, and no value that a former import added.
///
/// The runs have no machine: who imports them did not measure them.
struct ImportedRuns {
  /// Notes a run whose values had no time: their order is all that tells them apart.
  private static let untimedNote = "imported without times"

  /// The name of the field of a run's environment that names the machine of another program.
  ///
  /// Only its name is known, so it is no machine of the fleet.
  static let machineField = "machine"

  /// A value that is not there yet.
  private struct NewValue {
    /// The number of its series.
    let series: Int64
    /// Its place among the values of its run.
    let place: Int
  }

  /// The time, commit and machine of values; several runs may share them.
  private struct Key: Hashable {
    let time: Int64
    let commit: String?
    let machine: String?
  }

  private let document: ExchangeDocument
  private let time: Int64
  private let database: Database
  /// Runs from here on are of this import.
  private let newestRun: Int64
  /// The number of each series of the document.
  private var series: [Int64?]
  /// How many runs of each key came before in the document.
  private var repetitions: [Key: Int] = [:]
  /// For each series the first points without a time that are there already.
  private var knownUntimed: [Int] = []
  private var seenUntimed: [Int]
  private var count = ImportCount()

  init(
    of document: ExchangeDocument, at time: Int64, _ database: Database
  ) throws {
    let document = try Self.inUnits(of: database, document)
    self.document = document
    self.time = time
    self.database = database
    newestRun = try Int64.fetchOne(database, sql: "SELECT MAX(id) FROM run") ?? 0
    series = Array(repeating: nil, count: document.series.count)
    seenUntimed = Array(repeating: 0, count: document.series.count)
    knownUntimed = try document.series.map { try Self.known($0, database) }
  }

  /// The document with its series in the units that the history has them in.
  ///
  /// Where a unit is of another dimension, the series has it in its name.
  private static func inUnits(
    of database: Database, _ document: ExchangeDocument
  ) throws -> ExchangeDocument {
    var document = document
    let names = Set(document.series.map(\.name))
    for place in document.series.indices {
      let series = document.series[place]
      let known = try String.fetchOne(
        database.cachedStatement(sql: "SELECT unit FROM series WHERE name = ?"),
        arguments: [series.name])
      guard let known, known != series.unit else { continue }
      guard !known.isEmpty, let same = series.converted(to: known) else {
        let other = "\(series.name) [\(series.unit)]"
        if !names.contains(other) { document.series[place].name = other }
        continue
      }
      document.series[place] = same
    }
    return document
  }

  mutating func add() throws -> ImportCount {
    for run in document.runs {
      let isTimed = run.time != nil
      let known = isTimed ? try knownValues(of: run, at: run.time ?? 0) : []
      var new: [NewValue] = []
      new.reserveCapacity(run.values.count)
      for (place, (index, _)) in run.values.enumerated() {
        let id = try number(of: index)
        let isKnown: Bool
        if isTimed {
          isKnown = known.contains(id)
        } else {
          seenUntimed[index] += 1
          isKnown = seenUntimed[index] <= knownUntimed[index]
        }
        if isKnown { count.known += 1 } else { new.append(NewValue(series: id, place: place)) }
      }
      if !new.isEmpty { try insert(new, of: run) }
    }
    return count
  }

  private mutating func number(of index: Int) throws -> Int64 {
    if let known = series[index] { return known }
    let id = try HistoryStore.seriesID(
      SeriesRecord(
        name: document.series[index].name, unit: document.series[index].unit,
        better: document.series[index].better), database)
    series[index] = id
    return id
  }

  /// The series that former imports have values of, at a time, commit and machine.
  ///
  /// A run of an earlier version has no machine: it may be any.
  ///
  /// A document may have several runs of one time and commit; the second is compared with the
  /// second of each series, and so on.
  private mutating func knownValues(of run: ExchangeRun, at time: Int64) throws -> Set<Int64> {
    guard newestRun > 0 else { return [] }
    let key = Key(time: time, commit: run.commit, machine: run.machine)
    let repetition = repetitions[key, default: 0]
    repetitions[key] = repetition + 1
    //     in the history    a a b        of one time and commit
    //     document          run 1: a b   both known: their counts, 2 and 1, are above 0
    //                       run 2: a b   a known, as 2 is above 1; b new
    let statement = try database.cachedStatement(
      sql: """
        SELECT seriesID FROM run JOIN session ON runID = run.id
        JOIN measurement ON sessionID = session.id
        WHERE run.startedAt = ? AND commitHash IS ? AND kind = 'import' AND run.id <= ?
          AND COALESCE(
            (SELECT value FROM environment WHERE runID = run.id AND field = ?) = ?, TRUE)
        GROUP BY seriesID HAVING COUNT(*) > ?
        """)
    return try Set(
      Int64.fetchAll(
        statement,
        arguments: [time, run.commit, newestRun, Self.machineField, run.machine, repetition]))
  }

  /// How many of a series' first points without a time are there already.
  private static func known(_ series: ExchangeSeries, _ database: Database) throws -> Int {
    let untimed = series.points.filter { $0.time == nil }.map(\.value)
    guard !untimed.isEmpty else { return 0 }
    let former = try Double.fetchAll(
      database,
      sql: """
        SELECT measurement.value FROM series JOIN measurement ON seriesID = series.id
        JOIN session ON session.id = sessionID JOIN run ON run.id = runID
        WHERE series.name = ? AND run.kind = 'import' AND run.note = ?
          AND measurement.value IS NOT NULL
        ORDER BY run.id
        """, arguments: [series.name, untimedNote])
    //     in the history    1 2 3
    //     document          1 2 3        all known, as are 2 3: the end of what is there
    //                       1 2 3 4      the first three known: it has grown
    //                       1 2 4        none known: something else
    if former.suffix(untimed.count) == untimed[...] { return untimed.count }
    let hasGrown = !former.isEmpty && untimed.starts(with: former)
    return hasGrown ? former.count : 0
  }

  private mutating func insert(
    _ values: [NewValue], of run: ExchangeRun
  ) throws {
    let startedAt = run.time ?? time
    try database.cachedStatement(
      sql: """
        INSERT INTO run (uid, kind, startedAt, finishedAt, commitHash, note)
        VALUES (?, 'import', ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        HistoryStore.newUID(), startedAt, startedAt, run.commit,
        run.time == nil ? Self.untimedNote : run.note,
      ])
    let runID = database.lastInsertedRowID
    if let machine = run.machine {
      try database.cachedStatement(
        sql: "INSERT INTO environment (runID, field, value) VALUES (?, ?, ?)"
      ).execute(arguments: [runID, Self.machineField, machine])
    }
    try database.cachedStatement(
      sql: "INSERT INTO session (uid, runID, startedAt, clock, seed) VALUES (?, ?, ?, ?, 0)"
    ).execute(
      arguments: [HistoryStore.newUID(), runID, startedAt, ClockKind.wall.rawValue])
    let session = database.lastInsertedRowID
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO measurement
          (sessionID, seriesID, isReference, codeHash, inputHash, value, lower, upper,
            intervalKind)
        VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?)
        """)
    // One by one: a statement of several rows takes longer, for SQLite keeps a journal of each.
    for value in values {
      let point = run.values[value.place].point
      let interval = point.interval
      try statement.execute(
        arguments: [
          session, value.series, point.codeHash, point.inputHash, point.value, interval?.lower,
          interval?.upper, interval == nil ? nil : point.intervalKind?.text,
        ])
    }
    count.runs += 1
    count.values += values.count
  }
}
