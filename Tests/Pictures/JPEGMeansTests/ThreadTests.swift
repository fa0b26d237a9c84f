import JPEGMeans
import Synchronization
import Testing

/// What several threads promise beside the same answer.
@Suite struct ThreadTests {
  /// A file of many small pieces.
  private static let bytes = TestFile(
    width: 600, height: 500, content: .noise, quality: 92
  ).bytes

  private static func settings(threads: Int) -> JPEGMeansSettings {
    JPEGMeansSettings(threads: threads, stretchBytes: 500, warmUpBytes: 100, pieceBytes: 4096)
  }

  /// Rows up to the end or up to where it declines.
  private func readUntilItDeclines(
    _ bytes: [UInt8], threads: Int
  ) throws -> (rows: [UInt8], isDeclined: Bool, isDeclinedAgain: Bool) {
    var offset = 0
    let reader = try JPEGMeansReader(settings: Self.settings(threads: threads)) { piece in
      let count = min(piece.count, bytes.count - offset)
      piece.copyBytes(from: bytes[offset..<offset + count])
      offset += count
      return count
    }
    var rows: [UInt8] = []
    var row = [UInt8](repeating: 0, count: 4 * reader.rowWidth)
    func readRow() -> Bool? {
      try? row.withUnsafeMutableBytes { try reader.readRows(into: $0) } > 0
    }
    while let isThere = readRow() {
      guard isThere else { return (rows, false, false) }
      rows += row
    }
    return (rows, true, readRow() == nil)
  }

  @Test func rowsBeforeADeclineAreTheSame() throws {
    for place in stride(from: 700, to: Self.bytes.count, by: 9001) {
      var bytes = Self.bytes
      // A marker that ends the data, or bits that differ.
      bytes.replaceSubrange(place..<place + 2, with: place % 2 == 0 ? [0xFF, 0xC0] : [0xFF, 0xD9])
      let expected = try readUntilItDeclines(bytes, threads: 1)
      #expect(expected.isDeclined && expected.isDeclinedAgain)
      for threads in 2...4 {
        let found = try readUntilItDeclines(bytes, threads: threads)
        #expect(found == expected, "\(threads) threads, damage at byte \(place)")
      }
    }
  }

  /// Who reads a file, and when.
  private final class Watch: Sendable {
    private let inside = Atomic(0)
    private let overlaps = Atomic(0)
    private let late = Atomic(0)
    private let isOver = Atomic(false)

    func during<Result>(_ body: () -> Result) -> Result {
      if inside.add(1, ordering: .relaxed).newValue > 1 { overlaps.add(1, ordering: .relaxed) }
      if isOver.load(ordering: .relaxed) { late.add(1, ordering: .relaxed) }
      defer { inside.subtract(1, ordering: .relaxed) }
      return body()
    }

    /// Nobody may read any more.
    func end() { isOver.store(true, ordering: .relaxed) }

    var hasSeenNothing: Bool {
      overlaps.load(ordering: .relaxed) == 0 && late.load(ordering: .relaxed) == 0
    }
  }

  @Test(arguments: 1...4)
  func theFileIsFetchedByOneThreadAtATimeAndNotAfterTheEnd(threads: Int) throws {
    for rowCount in [0, 1, 5, 30] {
      let watch = Watch()
      var offset = 0
      // The reader lives no longer than this.
      func readRows() throws {
        let reader = try JPEGMeansReader(settings: Self.settings(threads: threads)) { piece in
          watch.during {
            let count = min(piece.count, 1000, Self.bytes.count - offset)
            piece.copyBytes(from: Self.bytes[offset..<offset + count])
            offset += count
            return count
          }
        }
        guard rowCount > 0 else { return }
        var rows = [UInt8](repeating: 0, count: 4 * reader.rowWidth * rowCount)
        let count = try rows.withUnsafeMutableBytes { try reader.readRows(into: $0) }
        #expect(count == rowCount)
      }
      try readRows()
      watch.end()
      #expect(watch.hasSeenNothing)
    }
  }

  @Test func oneThreadStaysTheCallers() throws {
    var offset = 0
    let reader = try JPEGMeansReader(settings: Self.settings(threads: 1)) { piece in
      let count = min(piece.count, Self.bytes.count - offset)
      piece.copyBytes(from: Self.bytes[offset..<offset + count])
      offset += count
      return count
    }
    var rows = [UInt8](repeating: 0, count: 4 * reader.rowWidth * reader.rowCount)
    let count = try rows.withUnsafeMutableBytes { try reader.readRows(into: $0) }
    #expect(count == reader.rowCount && reader.secondsBeside == 0)
  }
}
