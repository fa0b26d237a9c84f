internal import ExchangeDocuments
internal import GRDB
internal import Measuring

extension HistoryStore {
  /// A finished run with everything that was measured.
  ///
  /// - Parameter uid: The name that the run keeps in every history.
  /// - Returns: The run; nil where there is none of that name, or where it is not finished.
  /// - Throws: ``HistoryError`` when the file cannot be read.
  package func portableRun(_ uid: String) throws(HistoryError) -> PortableRun? {
    try read { database in
      guard
        let row = try Row.fetchOne(
          database, sql: "SELECT * FROM run WHERE uid = ? AND finishedAt IS NOT NULL",
          arguments: [uid])
      else { return nil }
      let id: Int64 = row["id"]
      var run = PortableRun(
        uid: uid, kind: row["kind"], startedAt: row["startedAt"], finishedAt: row["finishedAt"],
        commit: row["commitHash"], fingerprint: row["fingerprint"], note: row["note"])
      if let machine: String = row["machineID"], let name: String = row["machineName"],
        let machineClass: String = row["machineClass"]
      {
        run.machine = MachineIdentity(
          id: machine, name: name, machineClass: MachineClass(name: machineClass))
      }
      run.environment = try Row.fetchAll(
        database,
        sql: "SELECT field, value, whyUnknown FROM environment WHERE runID = ? ORDER BY field",
        arguments: [id]
      ).map { .init(name: $0[0], value: $0[1], whyUnknown: $0[2]) }
      run.sessions = try Self.sessions(of: id, database)
      run.steps = try Row.fetchAll(
        database, sql: "SELECT step, result FROM nightStep WHERE runID = ? ORDER BY step",
        arguments: [id]
      ).map { .init(name: $0[0], result: $0[1]) }
      return run
    }
  }

  private static func sessions(
    of run: Int64, _ database: Database
  ) throws -> [PortableRun.Session] {
    let rows = try Row.fetchAll(
      database, sql: "SELECT * FROM session WHERE runID = ? ORDER BY id", arguments: [run])
    return try rows.map { row in
      let id: Int64 = row["id"]
      var session = PortableRun.Session(
        uid: row["uid"],
        record: SessionRecord(
          startedAt: row["startedAt"], clock: ClockKind(rawValue: row["clock"]) ?? .wall,
          seed: UInt64(bitPattern: row["seed"] as Int64)))
      session.measurements = try measurements(of: id, database)
      return session
    }
  }

  private static func measurements(
    of session: Int64, _ database: Database
  ) throws -> [PortableRun.Measurement] {
    let rows = try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT measurement.id AS measurementID, series.*, isReference, answerHash, codeHash,
            inputHash, instructions, value, lower, upper, intervalKind
          FROM measurement JOIN series ON series.id = seriesID WHERE sessionID = ?
          ORDER BY measurement.id
          """), arguments: [session])
    return try rows.map { row in
      let id: Int64 = row["measurementID"]
      return .init(
        record: MeasurementRecord(
          series: SeriesRecord(row), isReference: row["isReference"], answerHash: row["answerHash"],
          codeHash: row["codeHash"], inputHash: row["inputHash"],
          instructions: row["instructions"], value: row["value"],
          interval: interval(row["lower"], row["upper"]),
          intervalKind: (row["intervalKind"] as String?).flatMap { IntervalKind(text: $0) }),
        samples: try Row.fetchAll(
          database.cachedStatement(
            sql: "SELECT * FROM sample WHERE measurementID = ? ORDER BY number"), arguments: [id]
        ).map { sample in
          .init(number: sample["number"], epoch: epoch(sample), logRatio: sample["logRatio"])
        })
    }
  }

  /// Adds runs that are not in the history yet, in one transaction.
  ///
  /// - Parameter runs: The runs.
  /// - Returns: How many were new.
  /// - Throws: ``HistoryError`` when a series goes on in another unit, or when the file cannot be
  ///   written; nothing is added then.
  @discardableResult
  package func add(_ runs: [PortableRun]) throws(HistoryError) -> Int {
    try write { database in
      var added = 0
      for run in runs where try Self.add(run, database) { added += 1 }
      return added
    }
  }

  private static func add(_ run: PortableRun, _ database: Database) throws -> Bool {
    try database.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO run (uid, kind, startedAt, finishedAt, commitHash, fingerprint, note,
          machineID, machineName, machineClass)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      run.uid, run.kind, run.startedAt, run.finishedAt, run.commit, run.fingerprint, run.note,
      run.machine?.id, run.machine?.name, run.machine?.machineClass.name,
    ])
    guard database.changesCount > 0 else { return false }
    let id = database.lastInsertedRowID
    for field in run.environment {
      try database.cachedStatement(
        sql: "INSERT INTO environment (runID, field, value, whyUnknown) VALUES (?, ?, ?, ?)"
      ).execute(arguments: [id, field.name, field.value, field.whyUnknown])
    }
    for session in run.sessions { try add(session, to: id, database) }
    for step in run.steps {
      try database.cachedStatement(
        sql: "INSERT INTO nightStep (runID, step, result) VALUES (?, ?, ?)"
      ).execute(arguments: [id, step.name, step.result])
    }
    return true
  }

  private static func add(
    _ session: PortableRun.Session, to run: Int64, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO session (uid, runID, startedAt, clock, seed) VALUES (?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      session.uid, run, session.record.startedAt, session.record.clock.rawValue,
      Int64(bitPattern: session.record.seed),
    ])
    try require(
      database.changesCount == 1, "The session \(session.uid) is part of two different runs.")
    let id = database.lastInsertedRowID
    for measurement in session.measurements {
      let record = measurement.record
      try database.cachedStatement(
        sql: """
          INSERT INTO measurement
            (sessionID, seriesID, isReference, answerHash, codeHash, inputHash, instructions, value,
              lower, upper, intervalKind)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        id, try seriesID(record.series, database), record.isReference, record.answerHash,
        record.codeHash, record.inputHash, record.instructions, record.value,
        record.interval?.lower, record.interval?.upper, record.intervalKind?.text,
      ])
      let measured = database.lastInsertedRowID
      let insert = try database.cachedStatement(
        sql: """
          INSERT INTO sample (measurementID, number, iterations, wall, threadCPU, processCPU,
            involuntarySwitches, stealTicks, logRatio)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """)
      for sample in measurement.samples {
        let n = sample.numbers
        try insert.execute(arguments: [
          measured, n[0], n[1], n[2], n[3], n[4], n[5], n[6], sample.logRatio,
        ])
      }
    }
  }
}
