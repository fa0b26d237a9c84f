internal import CLibrary
internal import GRDB

/// Every run that was ever measured, in one SQLite file.
///
/// Each group of samples is written in a transaction of its own, so a process that is killed loses
/// at most the samples it was taking. Several processes may write at once; each waits for the
/// other.
///
/// ```swift
/// let store = try HistoryStore(path: "Benchmarks/history.sqlite")
/// let run = try store.beginRun(RunRecord(kind: "bench", startedAt: now))
/// let session = try store.beginSession(SessionRecord(startedAt: now, clock: .wall), in: run)
/// let simd = try store.addMeasurement(MeasurementRecord(series: series), to: session)
/// try store.addRound(number: 0, [simd: epoch], in: session)
/// try store.finish(run, at: later)
/// ```
package final class HistoryStore: Sendable {
  /// The file, or ":memory:".
  package let path: String
  /// The machine that new runs are measured on; nil where that is not recorded.
  package let machine: MachineIdentity?
  let database: DatabaseQueue

  /// How long a writer waits for another one, in seconds.
  package static let patience = 20.0

  /// Opens a history, and makes one where there is none.
  ///
  /// The file is looked at through a connection that cannot write before anything is changed: one
  /// that is damaged, of another program or of a newer version stays as it is.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - patience: How long to wait for another process that writes, in seconds.
  ///   - machine: The machine that new runs are measured on; nil to leave it out.
  /// - Throws: ``HistoryError``, with the file untouched.
  package init(
    path: String, patience: Double = HistoryStore.patience, machine: MachineIdentity? = nil
  ) throws(HistoryError) {
    self.path = path
    self.machine = machine
    let turn = OpeningTurn(inFolderOf: path, patience: patience)
    defer { withExtendedLifetime(turn) {} }
    let content = try HistoryFile.check(path, forWriting: true)
    do {
      if content == .database { try Self.inspect(path, patience: patience) }
      var configuration = Self.configuration(patience: patience)
      configuration.journalMode = .wal
      database = try DatabaseQueue(path: path, configuration: configuration)
      try Self.prepare(database)
    } catch {
      throw HistoryError(error, path: path)
    }
  }

  /// Makes a history in memory, for tests.
  ///
  /// - Parameter machine: The machine that new runs are measured on; nil to leave it out.
  /// - Throws: ``HistoryError`` when the history cannot be made.
  package init(machine: MachineIdentity? = nil) throws(HistoryError) {
    path = ":memory:"
    self.machine = machine
    do {
      database = try DatabaseQueue(configuration: Self.configuration(patience: 0))
      try Self.prepare(database)
    } catch {
      throw HistoryError(error, path: path)
    }
  }

  /// Closes the file; the store cannot be used any more.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be closed.
  package func close() throws(HistoryError) {
    do { try database.close() } catch { throw HistoryError(error, path: path) }
  }

  /// Makes the tables that are missing.
  private static func prepare(_ database: DatabaseQueue) throws {
    try HistoryMigrations.migrator.migrate(database)
    let mark = HistoryMigrations.applicationID
    let isMarked = try database.read { database in
      try Int32.fetchOne(database, sql: "PRAGMA application_id") == mark
    }
    // Opening alone must not write: others would have to wait for it.
    guard !isMarked else { return }
    try database.write { try $0.execute(sql: "PRAGMA application_id = \(mark)") }
  }

  private static func configuration(patience: Double) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.foreignKeysEnabled = true
    return configuration
  }

  /// Throws unless the file is a sound history of this version or an older one.
  static func inspect(_ path: String, patience: Double) throws {
    do {
      try look(at: path, patience: patience, isReadOnly: true)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
      // A writer was killed in the middle of a transaction. Only a connection that may write can
      // take back the half of it, as any program that opens the file would.
      try look(at: path, patience: patience, isReadOnly: false)
    }
  }

  private static func look(at path: String, patience: Double, isReadOnly: Bool) throws {
    var configuration = configuration(patience: patience)
    configuration.readonly = isReadOnly
    let probe = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? probe.close() }
    try probe.read { database in
      let verdict = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "no answer"
      guard verdict == "ok" else { throw HistoryError.damaged(path, verdict) }
      let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      let tables = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_master") ?? 0
      // A database without a single table may be one of ours whose writer was killed before it made tables.
      guard application == HistoryMigrations.applicationID || (application == 0 && tables == 0)
      else { return try requireMigrations(database, path: path) }
      guard try !HistoryMigrations.migrator.hasBeenSuperseded(database) else {
        throw HistoryError(
          .newerSchema,
          "The history '\(path)' was written by a newer version of this program, whose tables"
            + " this version does not know. It was left as it is: update, or choose another"
            + " place.")
      }
    }
  }

  /// Accepts a file whose maker was stopped between the table of migrations and its application id.
  private static func requireMigrations(_ database: Database, path: String) throws {
    let applied = try HistoryMigrations.migrator.appliedIdentifiers(database)
    let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let ours = Set(HistoryMigrations.migrator.migrations)
    let others = try Int.fetchOne(
      database, sql: "SELECT COUNT(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'")
    guard application == 0, applied.isSubset(of: ours), !applied.isEmpty || others == 0 else {
      throw HistoryError(
        .notAHistory,
        "'\(path)' is a database of another program, not a history. It was left as it is: choose"
          + " another place.")
    }
  }

  /// Reads, with errors in words.
  func read<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
    do { return try database.read(body) } catch { throw HistoryError(error, path: path) }
  }

  /// Writes in one transaction, with errors in words.
  @discardableResult
  func write<Value>(_ body: (Database) throws -> Value) throws(HistoryError) -> Value {
    do { return try database.write(body) } catch { throw HistoryError(error, path: path) }
  }

  /// A name that no other run in the world has, for merging histories.
  static func newUID() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
