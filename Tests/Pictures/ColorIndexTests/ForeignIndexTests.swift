internal import CommandTestSupport
internal import Files
internal import Foundation
internal import GRDB
internal import Hashing
internal import Testing

@testable import ColorIndex

@Suite("An index that somebody else made")
struct ForeignIndexTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/index.sqlite" }

  init() throws {
    folder = try TemporaryFolder()
    let store = try ColorIndexStore(making: path, of: "/pictures")
    var numbers = SplitMix64(seed: 3)
    try store.add(
      (1...3).map { number in
        IndexRecord(
          FolderWalk.Entry(path: "\(number).png", size: 10, modified: 5),
          .picture(width: 4, height: 3, palette: numbers.palette()), readAt: 10_000_000_000)
      })
  }

  private func change(_ sql: String) throws {
    try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
  }

  private func failure(_ body: () throws -> Void) -> ColorIndexError.Kind? {
    do {
      try body()
      return nil
    } catch {
      return (error as? ColorIndexError)?.kind
    }
  }

  /// How an index fails to be opened for searching and for adding.
  private var failures: [ColorIndexError.Kind?] {
    [
      failure { _ = try ColorIndexStore(reading: path).toneTable() },
      failure { _ = try ColorIndexStore(making: path, of: "/pictures") },
    ]
  }

  @Test(
    "a path that leads out of the folder is none",
    arguments: ["../secret.txt", "/etc/passwd", "a/../../b", "", ".ssh/id", "a//b", "./1.png"])
  func paths(bad: String) throws {
    try change("UPDATE file SET path = '\(bad)' WHERE id = 2")
    let store = try ColorIndexStore(reading: path)
    #expect(try store.pictures([1, 2, 3]).map { $0?.path } == ["1.png", nil, "3.png"])
    #expect(try store.file(of: 2) == nil)
    #expect(try store.file(of: 3) == FolderWalk.Entry(path: "3.png", size: 10, modified: 5))
  }

  @Test("a picture without a size that pictures have is none")
  func sizes() throws {
    for width in ["NULL", "-1", "0", "9223372036854775807"] {
      try change("UPDATE file SET width = \(width) WHERE id = 1")
      #expect(try ColorIndexStore(reading: path).pictures([1]) == [nil])
    }
  }

  @Test(
    "tables that compute are no index, and do not run",
    arguments: [
      """
      ALTER TABLE file RENAME TO kept; CREATE VIEW file AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL
      SELECT i + 1 FROM n) SELECT i AS id, 'a' AS path, x'' AS palette, NULL AS tones FROM n
      """,
      "CREATE TRIGGER t AFTER INSERT ON origin BEGIN DELETE FROM file; END",
      "ALTER TABLE file ADD COLUMN more BLOB AS (zeroblob(1000000000))",
      "CREATE INDEX slow ON file (hex(zeroblob(100)))",
      "CREATE TABLE origin2 (folder TEXT CHECK (length(hex(zeroblob(100))) > 0)) STRICT",
    ])
  func schema(sql: String) throws {
    try change(sql)
    #expect(failures == [.notAnIndex, .notAnIndex])
  }

  @Test("a database that shares memory with others is no index")
  func writeAheadLog() throws {
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    try handle.seek(toOffset: 18)
    try handle.write(contentsOf: [2, 2])
    try handle.close()
    #expect(failures == [.notAnIndex, .notAnIndex])
  }

  @Test("files that lie beside an index are read only where this program could have written them")
  func sidecars() throws {
    let files = FileManager.default
    let other = folder.path + "/precious.txt"
    try folder.write("precious", to: "precious.txt")
    // A rolled-back journal of several databases deletes the file that it names.
    let mark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
    let name = Array(other.utf8)
    var journal = mark + number(0) + number(99) + number(5) + number(512) + number(4096)
    journal += [UInt8](repeating: 0, count: 512 - journal.count)
    journal += number(0x4000_0000 / 4096 + 1) + name + number(name.count)
    journal += number(name.reduce(0) { $0 + Int($1) }) + mark
    try folder.write(journal, to: "index.sqlite-journal")
    #expect(failures == [.damaged, .damaged])
    #expect(files.fileExists(atPath: other))
    for suffix in ["-journal", "-wal", "-shm"] {
      try? files.removeItem(atPath: path + "-journal")
      try files.createSymbolicLink(atPath: path + suffix, withDestinationPath: other)
      #expect(failures == [.damaged, .damaged], "\(suffix)")
      try files.removeItem(atPath: path + suffix)
    }
    #expect(failures == [nil, nil])
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "precious")
  }

  @Test("an index that is a link to another is none")
  func link() throws {
    try FileManager.default.moveItem(atPath: path, toPath: folder.path + "/kept")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "kept")
    #expect(failures == [.notAnIndex, .notAnIndex])
  }

  @Test("pages that form a loop, or name a page again and again, end as damage")
  func loops() throws {
    // A root page whose 400 children are itself would make a scan of 400 to the power of 20 rows.
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    defer { try? handle.close() }
    let root = try DatabaseQueue(path: path).read {
      try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'file'")
    }
    let place = try #require(root)
    var page = [UInt8](repeating: 0, count: 4096)
    let count = 300
    // An interior page of a table: cells of a child and a key.
    page[0] = 5
    (page[3], page[4]) = (UInt8(count >> 8), UInt8(count & 255))
    let start = 4096 - 6 * count
    (page[5], page[6]) = (UInt8(start >> 8), UInt8(start & 255))
    page[11] = UInt8(place)
    for cell in 0..<count {
      let at = start + 6 * cell
      (page[12 + 2 * cell], page[13 + 2 * cell]) = (UInt8(at >> 8), UInt8(at & 255))
      page[at + 3] = UInt8(place)
      (page[at + 4], page[at + 5]) = (0x81, UInt8(cell & 127))
    }
    try handle.seek(toOffset: UInt64((place - 1) * 4096))
    try handle.write(contentsOf: page)
    let store = try ColorIndexStore(reading: path)
    #expect(failure { _ = try store.toneTable() } == .damaged)
    #expect(failure { _ = try store.summary() } == .damaged)
  }
}
