internal import CommandTestSupport
internal import Files
internal import Foundation
internal import GRDB
internal import Hashing
internal import Pixels
internal import Testing

@testable import ColorIndex

@Suite("An index of colours on disk")
struct ColorIndexStoreTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/index.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  private func entry(_ path: String, size: Int64 = 10, modified: Int64 = 5) -> FolderWalk.Entry {
    FolderWalk.Entry(path: path, size: size, modified: modified)
  }

  private let now: Int64 = 10_000_000_000

  private func picture(_ path: String, _ palette: IndexedPalette) -> IndexRecord {
    IndexRecord(
      entry(path), .picture(width: 4, height: 3, palette: palette), readAt: now)
  }

  private func palettes(_ count: Int) -> [IndexedPalette] {
    var numbers = SplitMix64(seed: 21)
    return (0..<count).map { _ in numbers.palette() }
  }

  @Test("what was added is there after opening again, and only new and changed files are")
  func records() throws {
    let palettes = palettes(3)
    do {
      let store = try ColorIndexStore(making: path, of: "/pictures")
      try store.add([
        picture("a.png", palettes[0]), picture("b/c.png", palettes[1]),
        IndexRecord(entry("bad.png"), .damaged("It is cut short."), readAt: now),
        IndexRecord(entry("notes.txt"), .other, readAt: now),
      ])
      try store.add([picture("a.png", palettes[2])])
    }
    let store = try ColorIndexStore(reading: path)
    #expect(store.folder == "/pictures")
    #expect(try store.summary() == IndexSummary(pictures: 2, damaged: 1, others: 1))
    let table = try store.searchTable()
    #expect(table.count == 2)
    let first = try #require(try store.pictures([99, table.pictures[0]]).last ?? nil)
    #expect(first == .init(path: "a.png", width: 4, height: 3, palette: palettes[2]))
    #expect(table.palette(at: 1) == palettes[1])
    #expect(try store.pictures([99]) == [nil])
    let asked = [
      entry("a.png"), entry("a.png", size: 11), entry("a.png", modified: 6), entry("new.png"),
      entry("bad.png"), entry("notes.txt"),
    ]
    #expect(try store.changed(among: asked) == Array(asked[1...3]))
    #expect(try store.searchTable(inFolder: "b").count == 1)
    #expect(try store.searchTable(inFolder: "a").count == 0)
  }

  @Test("a file that was changed just before it was read counts as changed next time")
  func coarseClocks() throws {
    let store = try ColorIndexStore(making: path, of: "/")
    let young = entry("a.png", modified: now - 1_999_999_999)
    let old = entry("b.png", modified: now - 2_000_000_000)
    try store.add([young, old].map { IndexRecord($0, .other, readAt: now) })
    #expect(try store.changed(among: [young, old]) == [young])
  }

  @Test("the search table is never out of date")
  func table() throws {
    let palettes = palettes(5)
    let store = try ColorIndexStore(making: path, of: "/")
    func expect(_ expected: [IndexedPalette]) throws {
      let table = try store.searchTable()
      #expect((0..<table.count).map { table.palette(at: $0) } == expected)
      #expect(try store.toneTable().count == expected.count)
    }
    try store.add(palettes[..<3].enumerated().map { picture("\($0.offset)", $0.element) })
    try expect(Array(palettes[..<3]))
    try store.add([picture("far", palettes[3])])
    try expect(Array(palettes[..<4]))
    try store.add([picture("1", palettes[4])])
    try expect([palettes[0], palettes[4], palettes[2], palettes[3]])
    #expect(try store.removeMissing { $0 != "0" } == 1)
    try expect([palettes[4], palettes[2], palettes[3]])
  }

  @Test(
    "an index of an older version is read, and brought up to date by reading its pictures again",
    arguments: [1, 2])
  func older(version: Int) throws {
    let palettes = palettes(2)
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: """
          CREATE TABLE origin (folder TEXT NOT NULL) STRICT;
          CREATE TABLE file (
            id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL,
            modified INTEGER NOT NULL, width INTEGER, height INTEGER, palette BLOB, problem TEXT
          ) STRICT;
          INSERT INTO origin VALUES ('/pictures');
          PRAGMA application_id = 0x73776469;
          PRAGMA user_version = \(version);
          """)
      try database.execute(
        sql: version == 1
          ? "CREATE TABLE searchPart (number INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT"
          : "ALTER TABLE file ADD COLUMN tones BLOB")
      for (index, palette) in palettes.enumerated() {
        try database.execute(
          sql: """
            INSERT INTO file (id, path, size, modified, width, height, palette)
            VALUES (?, ?, 10, 5, 4, 3, ?)
            """,
          arguments: [index + 1, "\(index).png", Data(palette.bytes)])
      }
      try database.execute(
        sql: "INSERT INTO file (id, path, size, modified) VALUES (9, 'notes.txt', 10, 5)")
      // Two of version 2's tones, four bytes each; they mean nothing now.
      if version == 2 {
        try database.execute(sql: "UPDATE file SET tones = x'0102030405060708' WHERE id = 1")
      }
    }
    do {
      let old = try ColorIndexStore(reading: path)
      #expect(old.isOld)
      #expect(try old.toneTable().count == 2 && old.searchTable().count == 2)
      #expect(try old.pictures([1])[0]?.palette == palettes[0])
    }
    let store = try ColorIndexStore(making: path, of: "/pictures")
    #expect(store.isOld)
    let files = [entry("0.png"), entry("1.png"), entry("notes.txt")]
    #expect(try store.changed(among: files) == Array(files[..<2]))
    #expect(try store.toneTable().count == 2)
    let again = try ColorIndexStore(making: path, of: "/pictures")
    #expect(!again.isOld)
  }

  @Test("what a killed writer left half done is taken back, even to search")
  func halfDone() throws {
    let palettes = palettes(40)
    let store = try ColorIndexStore(making: path, of: "/")
    try store.add(palettes.enumerated().map { picture("\($0.offset)", $0.element) })
    let copy = folder.file("copy.sqlite")
    let writer = try DatabaseQueue(path: path)
    try writer.inDatabase { database in
      // With a cache of few pages, the writer changes the file before the transaction ends.
      try database.execute(sql: "PRAGMA cache_size = 2; BEGIN IMMEDIATE")
      try database.execute(
        sql: """
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
          INSERT INTO file (path, size, modified) SELECT 'new ' || i, 1, 1 FROM n
          """)
      try database.execute(sql: "UPDATE file SET palette = x'00'")
      for ending in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending)
      }
      try database.execute(sql: "ROLLBACK")
    }
    let half = try Data(contentsOf: URL(filePath: copy))
    #expect(half.count > (try Data(contentsOf: URL(filePath: path))).count)
    let table = try ColorIndexStore(reading: copy).searchTable()
    #expect((0..<table.count).map { table.palette(at: $0) } == palettes)
  }

  @Test("other files are refused and stay as they are")
  func others() throws {
    #expect(throws: ColorIndexError.self) { try ColorIndexStore(reading: path) }
    let text = Array("no database".utf8)
    try writeFile(text, to: path, replacingExisting: false)
    #expect { try ColorIndexStore(making: path, of: "/") } throws: { error in
      (error as? ColorIndexError)?.kind == .notAnIndex
    }
    #expect(try readFile(at: path) == text)
    let other = folder.path + "/other.sqlite"
    try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE t (x)") }
    #expect { try ColorIndexStore(making: other, of: "/") } throws: { error in
      (error as? ColorIndexError)?.kind == .notAnIndex
    }
    #expect { try ColorIndexStore(making: folder.path, of: "/") } throws: { error in
      (error as? ColorIndexError)?.kind == .notAnIndex
    }
    #expect { try ColorIndexStore(making: folder.path + "/no/x", of: "/") } throws: { error in
      (error as? ColorIndexError)?.kind == .readOnly
    }
  }

  @Test("an index of a newer version is refused")
  func newer() throws {
    _ = try ColorIndexStore(making: path, of: "/")
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "PRAGMA user_version = 4")
    }
    #expect { try ColorIndexStore(reading: path) } throws: { error in
      (error as? ColorIndexError)?.description.contains("newer version") ?? false
    }
  }
}
