internal import GRDB

/// The tables of a history, as a numbered list of steps that made them.
///
/// A step that has been released is never changed: a new one is added at the end.
enum HistoryMigrations {
  /// Marks the file as ours for `file` and for other programs: "swdc" in ASCII.
  static let applicationID: Int32 = 0x7377_6463

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 runs, sessions, series and samples") { database in
      try database.execute(sql: runs)
      try database.execute(sql: measurements)
    }
    migrator.registerMigration("2 states of series and steps of nights") { database in
      try database.execute(sql: alerts)
    }
    migrator.registerMigration("3 machines, and what is shared with a server") { database in
      try database.execute(sql: sharing)
    }
    migrator.registerMigration("4 parts of a server's history") { database in
      try database.execute(sql: parts)
    }
    migrator.registerMigration("5 intervals of other programs") { database in
      try database.execute(sql: intervals)
    }
    migrator.registerMigration("6 parameters of series") { database in
      try database.execute(sql: parameters)
      try moveParameters(database)
    }
    migrator.registerMigration("7 kinds of intervals") { database in
      try database.execute(sql: "ALTER TABLE measurement ADD COLUMN intervalKind TEXT")
    }
    return migrator
  }

  private static let runs = """
    CREATE TABLE run (
      id INTEGER PRIMARY KEY,
      uid TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      startedAt INTEGER NOT NULL,
      finishedAt INTEGER,
      commitHash TEXT,
      fingerprint TEXT,
      note TEXT
    ) STRICT;
    CREATE INDEX runByTime ON run (startedAt);
    CREATE TABLE environment (
      runID INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
      field TEXT NOT NULL,
      value TEXT,
      whyUnknown TEXT,
      PRIMARY KEY (runID, field),
      CHECK ((value IS NULL) <> (whyUnknown IS NULL))
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE session (
      id INTEGER PRIMARY KEY,
      uid TEXT NOT NULL UNIQUE,
      runID INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
      startedAt INTEGER NOT NULL,
      clock TEXT NOT NULL,
      seed INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX sessionByRun ON session (runID);
    """

  private static let measurements = """
    CREATE TABLE series (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      unit TEXT NOT NULL,
      kernel TEXT,
      image TEXT,
      pixels INTEGER,
      threads INTEGER
    ) STRICT;
    CREATE TABLE measurement (
      id INTEGER PRIMARY KEY,
      sessionID INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      seriesID INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
      isReference INTEGER NOT NULL CHECK (isReference IN (0, 1)),
      answerHash TEXT,
      codeHash TEXT,
      inputHash TEXT,
      instructions INTEGER,
      value REAL,
      UNIQUE (sessionID, seriesID)
    ) STRICT;
    CREATE INDEX measurementBySeries ON measurement (seriesID);
    CREATE TABLE sample (
      measurementID INTEGER NOT NULL REFERENCES measurement (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      iterations INTEGER NOT NULL CHECK (iterations > 0),
      wall INTEGER NOT NULL,
      threadCPU INTEGER NOT NULL,
      processCPU INTEGER NOT NULL,
      involuntarySwitches INTEGER NOT NULL,
      stealTicks INTEGER NOT NULL,
      logRatio REAL,
      PRIMARY KEY (measurementID, number)
    ) STRICT, WITHOUT ROWID;
    """

  private static let alerts = """
    CREATE TABLE transition (
      id INTEGER PRIMARY KEY,
      uid TEXT NOT NULL UNIQUE,
      seriesID INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
      runID INTEGER REFERENCES run (id) ON DELETE SET NULL,
      at INTEGER NOT NULL,
      event TEXT NOT NULL,
      stateBefore TEXT NOT NULL,
      stateAfter TEXT NOT NULL,
      reason TEXT
    ) STRICT;
    CREATE INDEX transitionBySeries ON transition (seriesID, at, id);
    CREATE TABLE nightStep (
      runID INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
      step TEXT NOT NULL,
      result TEXT NOT NULL,
      PRIMARY KEY (runID, step)
    ) STRICT, WITHOUT ROWID;
    """

  private static let sharing = """
    ALTER TABLE run ADD COLUMN machineID TEXT;
    ALTER TABLE run ADD COLUMN machineName TEXT;
    ALTER TABLE run ADD COLUMN machineClass TEXT;
    CREATE TABLE shared (uid TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE sharing (
      field TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  private static let parts = """
    CREATE TABLE pulled (
      series TEXT NOT NULL PRIMARY KEY,
      since INTEGER NOT NULL,
      horizon INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO pulled
      SELECT '', -9223372036854775808, CAST(value AS INTEGER) FROM sharing WHERE field = 'horizon';
    DELETE FROM sharing WHERE field = 'horizon';
    """

  private static let intervals = """
    ALTER TABLE measurement ADD COLUMN lower REAL;
    ALTER TABLE measurement ADD COLUMN upper REAL;
    """

  private static let parameters = """
    ALTER TABLE series ADD COLUMN parameters TEXT NOT NULL DEFAULT '{}';
    ALTER TABLE series ADD COLUMN items REAL;
    ALTER TABLE series ADD COLUMN metric TEXT;
    ALTER TABLE series ADD COLUMN better TEXT CHECK (better IN ('less', 'more', 'equal'));
    """

  /// Makes parameters of the columns that only kernels and images filled.
  private static func moveParameters(_ database: Database) throws {
    let rows = try Row.fetchAll(
      database, sql: "SELECT id, name, unit, kernel, image, pixels, threads FROM series")
    for row in rows {
      let series = FormerSeries(
        name: row["name"], unit: row["unit"], kernel: row["kernel"], image: row["image"],
        pixels: row["pixels"], threads: row["threads"]
      ).record
      try database.cachedStatement(
        sql: """
          UPDATE series SET name = ?, unit = ?, parameters = ?, items = ?, metric = ?, better = ?
          WHERE id = ?
          """
      ).execute(arguments: series.values + [row["id"] as Int64])
    }
    for column in ["kernel", "image", "pixels", "threads"] {
      try database.execute(sql: "ALTER TABLE series DROP COLUMN \(column)")
    }
  }
}
