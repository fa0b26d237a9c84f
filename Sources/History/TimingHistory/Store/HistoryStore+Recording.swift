internal import ExchangeDocuments
internal import GRDB
package import Measuring

extension HistoryStore {
  /// Begins a run, with its environment.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be written.
  package func beginRun(_ run: RunRecord) throws(HistoryError) -> RunID {
    try write { database in
      try database.execute(
        sql: """
          INSERT INTO run (uid, kind, startedAt, commitHash, fingerprint, note, machineID,
            machineName, machineClass)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          Self.newUID(), run.kind, run.startedAt, run.commit, run.environment?.fingerprint,
          run.note, machine?.id, machine?.name, machine?.machineClass.name,
        ])
      let id = database.lastInsertedRowID
      for (field, value) in run.environment?.entries ?? [] {
        var why: String?
        if case .unknown(let reason) = value { why = reason }
        try database.execute(
          sql: "INSERT INTO environment (runID, field, value, whyUnknown) VALUES (?, ?, ?, ?)",
          arguments: [id, field.rawValue, value.value, why])
      }
      return RunID(id)
    }
  }

  /// Marks a run as complete; one that was killed never is.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be written.
  package func finish(_ run: RunID, at time: Int64) throws(HistoryError) {
    try write { database in
      try database.execute(
        sql: "UPDATE run SET finishedAt = ? WHERE id = ?", arguments: [time, run.value])
      try Self.require(database.changesCount == 1, "There is no run \(run.value).")
    }
  }

  /// Begins a session of a run.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be written.
  package func beginSession(
    _ session: SessionRecord, in run: RunID
  ) throws(HistoryError) -> SessionID {
    try write { database in
      try Self.require(
        try Bool.fetchOne(
          database, sql: "SELECT 1 FROM run WHERE id = ?", arguments: [run.value]) ?? false,
        "There is no run \(run.value).")
      try database.execute(
        sql: "INSERT INTO session (uid, runID, startedAt, clock, seed) VALUES (?, ?, ?, ?, ?)",
        arguments: [
          Self.newUID(), run.value, session.startedAt, session.clock.rawValue,
          Int64(bitPattern: session.seed),
        ])
      return SessionID(value: database.lastInsertedRowID)
    }
  }

  /// Adds a series to a session.
  ///
  /// What the series' record says is what the history knows of the series from now on.
  ///
  /// - Throws: ``HistoryError`` when the series is already in the session, when the session has a
  ///   reference already, or when the series was recorded in another unit.
  package func addMeasurement(
    _ measurement: MeasurementRecord, to session: SessionID
  ) throws(HistoryError) -> MeasurementID {
    try write { database in
      let series = try Self.seriesID(measurement.series, isCurrent: true, database)
      let name = measurement.series.name
      try Self.require(
        try Int.fetchOne(
          database, sql: "SELECT COUNT(*) FROM measurement WHERE sessionID = ? AND seriesID = ?",
          arguments: [session.value, series]) == 0,
        "The series '\(name)' is already measured in this session.")
      if measurement.isReference {
        try Self.require(
          try Int.fetchOne(
            database, sql: "SELECT COUNT(*) FROM measurement WHERE sessionID = ? AND isReference",
            arguments: [session.value]) == 0,
          "The session already has a reference; '\(name)' cannot be a second one.")
      }
      try Self.require(
        measurement.value?.isFinite ?? true, "The value of '\(name)' is not a finite number.")
      try Self.require(
        measurement.series.items.map { $0 > 0 && $0.isFinite } ?? true,
        "What '\(name)' works on is not a finite number above 0.")
      try database.execute(
        sql: """
          INSERT INTO measurement
            (sessionID, seriesID, isReference, answerHash, codeHash, inputHash, instructions, value,
              lower, upper, intervalKind)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          session.value, series, measurement.isReference, measurement.answerHash,
          measurement.codeHash, measurement.inputHash, measurement.instructions,
          measurement.value, measurement.interval?.lower, measurement.interval?.upper,
          measurement.intervalKind?.text,
        ])
      return MeasurementID(value: database.lastInsertedRowID)
    }
  }

  /// Adds what one round of a session measured, in one transaction.
  ///
  /// - Parameters:
  ///   - number: The round's number, from 0.
  ///   - epochs: The epoch of each measurement.
  ///   - session: The session.
  /// - Throws: ``HistoryError`` when a measurement is not part of the session; nothing is added.
  package func addRound(
    number: Int, _ epochs: [MeasurementID: Epoch], in session: SessionID
  ) throws(HistoryError) {
    try addRounds([(number, epochs)], in: session)
  }

  /// Adds what rounds of a session measured, in one transaction.
  ///
  /// The ratio of every series to the session's reference is taken within the round, on the
  /// session's clock. It is left out where the reference is missing or a clock stood still.
  ///
  /// - Parameters:
  ///   - rounds: Each round's number, from 0, and the epoch of each measurement in it.
  ///   - session: The session.
  /// - Throws: ``HistoryError`` when a measurement is not part of the session; nothing is added.
  package func addRounds(
    _ rounds: [(number: Int, epochs: [MeasurementID: Epoch])], in session: SessionID
  ) throws(HistoryError) {
    try write { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT clock, (SELECT id FROM measurement WHERE sessionID = session.id AND isReference)
            AS reference FROM session WHERE id = ?
          """, arguments: [session.value])
      guard let row, let clock = ClockKind(rawValue: row["clock"]) else {
        throw HistoryError(.invalidRequest, "There is no session \(session.value).")
      }
      let reference: Int64? = row["reference"]
      for (number, epochs) in rounds {
        try Self.insert(
          number, epochs, of: session, clock, reference: reference.map(MeasurementID.init), database
        )
      }
    }
  }

  private static func insert(
    _ number: Int, _ epochs: [MeasurementID: Epoch], of session: SessionID, _ clock: ClockKind,
    reference: MeasurementID?, _ database: Database
  ) throws {
    let insert = try database.cachedStatement(
      sql: """
        INSERT INTO sample (measurementID, number, iterations, wall, threadCPU, processCPU,
          involuntarySwitches, stealTicks, logRatio)
        SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? FROM measurement WHERE id = ?1 AND sessionID = ?10
        """)
    for (measurement, epoch) in epochs.sorted(by: { $0.key.value < $1.key.value }) {
      let ratio = reference.flatMap { epochs[$0] }.flatMap {
        LogRatio(of: epoch.secondsPerIteration(clock), over: $0.secondsPerIteration(clock))
      }
      try insert.execute(arguments: [
        measurement.value, number, max(epoch.iterations, 1), Int64(clamping: epoch.wall),
        Int64(clamping: epoch.threadCPU), Int64(clamping: epoch.processCPU),
        Int64(clamping: epoch.involuntarySwitches), Int64(clamping: epoch.stealTicks),
        ratio?.value, session.value,
      ])
      try require(
        database.changesCount == 1,
        "Measurement \(measurement.value) is not part of session \(session.value).")
    }
  }

  /// Records how many instructions a measurement executed.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be written.
  package func setInstructions(
    _ count: Int64, of measurement: MeasurementID
  ) throws(HistoryError) {
    try write { database in
      try database.execute(
        sql: "UPDATE measurement SET instructions = ? WHERE id = ?",
        arguments: [count, measurement.value])
      try Self.require(
        database.changesCount == 1, "There is no measurement \(measurement.value).")
    }
  }

  static func require(_ condition: Bool, _ message: String) throws {
    guard condition else { throw HistoryError(.invalidRequest, message) }
  }
}
