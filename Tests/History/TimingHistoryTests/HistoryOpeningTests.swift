internal import CommandTestSupport
internal import GRDB
internal import Testing

@testable internal import TimingHistory

@Suite("Opening a history")
struct HistoryOpeningTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func failure(_ name: String) -> HistoryError? {
    do {
      let store = try HistoryStore(path: folder.file(name))
      try store.close()
      return nil
    } catch {
      return error
    }
  }

  private func makeHistory(_ name: String = "h.sqlite", runs: Int = 3) throws {
    let store = try HistoryStore(path: folder.file(name))
    for time in 0..<runs {
      try RecordedHistory.addRun(to: store, at: Int64(time), times: [10, 20])
    }
    try store.close()
  }

  @Test("A new file is made, and found again")
  func reopening() throws {
    try makeHistory()
    let store = try HistoryStore(path: folder.file("h.sqlite"))
    #expect(try store.runs().count == 3)
    let mode = try store.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
    #expect(mode == "wal")
    let keys = try store.read { try Bool.fetchOne($0, sql: "PRAGMA foreign_keys") }
    #expect(keys == true)
    try store.close()
  }

  @Test("An empty file becomes a history")
  func emptyFile() throws {
    try folder.write([], to: "h.sqlite")
    #expect(failure("h.sqlite") == nil)
    #expect(try #require(folder.bytes("h.sqlite")).count > 0)
  }

  @Test("A text file, a folder and a missing folder are refused")
  func notDatabases() throws {
    let words = Array("dear diary, today I measured nothing at all".utf8)
    try folder.write(words, to: "diary.txt")
    #expect(failure("diary.txt")?.kind == .notADatabase)
    #expect(folder.bytes("diary.txt") == words)
    try folder.write([0x53], to: "short")
    #expect(failure("short")?.kind == .notADatabase)
    #expect(failure("")?.kind == .notADatabase)
    #expect(failure("missing/h.sqlite")?.kind == .notFound)
    #expect(try folder.names() == ["diary.txt", "short"])
  }

  @Test("A read-only file or folder is refused, even to the superuser")
  func readOnly() throws {
    try makeHistory()
    let before = try #require(folder.bytes("h.sqlite"))
    try folder.setPermissions(0o444, of: "h.sqlite")
    let error = try #require(failure("h.sqlite"))
    #expect(error.kind == .readOnly)
    #expect(error.description.contains("chmod u+w"))
    #expect(folder.bytes("h.sqlite") == before)
    try folder.setPermissions(0o555, of: "")
    #expect(failure("new.sqlite")?.kind == .readOnly)
    #expect(try folder.names() == ["h.sqlite"])
  }

  @Test("A damaged page is noticed, and the file left as it is", arguments: [0, 1, 2, 3])
  func damaged(pattern: Int) throws {
    try makeHistory(runs: 20)
    var bytes = try #require(folder.bytes("h.sqlite"))
    switch pattern {
    case 0: bytes.removeLast(bytes.count / 2)
    case 1: for place in 4096..<min(20_000, bytes.count) { bytes[place] = 0xFF }
    case 2: for place in 100..<4096 { bytes[place] = 0xA5 }
    default: for place in 16..<100 { bytes[place] = 0 }
    }
    try folder.write(bytes, to: "h.sqlite")
    let error = try #require(failure("h.sqlite"))
    #expect(error.kind == .damaged || error.kind == .notADatabase)
    #expect(folder.bytes("h.sqlite") == bytes)
  }

  @Test("A newer schema is left to the newer version")
  func newerSchema() throws {
    try makeHistory()
    let newer = try DatabaseQueue(path: folder.file("h.sqlite"))
    try newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 the future')") }
    try newer.close()
    let before = try #require(folder.bytes("h.sqlite"))
    let error = try #require(failure("h.sqlite"))
    #expect(error.kind == .newerSchema)
    #expect(error.message.contains("newer version"))
    #expect(folder.bytes("h.sqlite") == before)
  }

  @Test("The database of another program is refused")
  func otherProgram() throws {
    let other = try DatabaseQueue(path: folder.file("mail.sqlite"))
    try other.write { try $0.execute(sql: "CREATE TABLE letter (id INTEGER)") }
    try other.close()
    let before = try #require(folder.bytes("mail.sqlite"))
    #expect(failure("mail.sqlite")?.kind == .notAHistory)
    #expect(folder.bytes("mail.sqlite") == before)
  }

  @Test("A history killed between its tables and its mark is taken up again")
  func killedAtBirth() throws {
    let half = try DatabaseQueue(path: folder.file("h.sqlite"))
    try HistoryMigrations.migrator.migrate(half, upTo: "1 runs, sessions, series and samples")
    try half.close()
    #expect(failure("h.sqlite") == nil)
    let store = try HistoryStore(path: folder.file("h.sqlite"))
    try RecordedHistory.addRun(to: store, at: 0, times: [1])
    #expect(try store.status(of: "simd × photo").state == .ok)
    try store.close()
  }

  @Test("A full disk is said, and what was there is still there")
  func fullDisk() throws {
    let store = try HistoryStore(path: folder.file("h.sqlite"))
    try RecordedHistory.addRun(to: store, at: 0, times: [1, 2, 3])
    // SQLite's own limit stands in for the disk's: the same error, from the same place.
    try store.database.write { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages)")
    }
    var error: HistoryError?
    do {
      for time in 1..<500 {
        try RecordedHistory.addRun(to: store, at: Int64(time), times: [1, 2, 3])
      }
    } catch let full as HistoryError {
      error = full
    }
    #expect(error?.kind == .diskFull)
    #expect(try store.points(of: "simd × photo").first?.value == 2)
    let check = try store.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    #expect(check == "ok")
    try store.close()
  }

  @Test("Errors of SQLite are worded by kind")
  func wording() {
    func kind(_ code: ResultCode, path: String = "p") -> HistoryError.Kind {
      HistoryError(DatabaseError(resultCode: code, message: "m"), path: path).kind
    }
    #expect(kind(.SQLITE_BUSY) == .busy)
    // Where the place may be written, the disk is full or fails.
    for code in [ResultCode.SQLITE_READONLY, .SQLITE_CANTOPEN] {
      #expect(kind(code, path: "/no/such/folder/p") == .readOnly)
      #expect(kind(code) == .failed)
    }
    #expect(kind(.SQLITE_NOTADB) == .notADatabase)
    #expect(kind(.SQLITE_CORRUPT) == .damaged)
    #expect(kind(.SQLITE_IOERR) == .failed)
    #expect(kind(.SQLITE_ERROR) == .failed)
    #expect(HistoryError(CancellationError(), path: "p").kind == .failed)
  }
}
