internal import JPEGLanes

/// Reads the coded data of a file piece by piece.
final class EntropyReader {
  private let reader: ByteReader
  private let allowsRestarts: Bool
  private let warmUpBytes: Int
  private var restartNumber = 0

  /// Restart markers in a piece at most, so that hostile ones do not take memory each.
  private static let maximumRestarts = 1 << 14

  /// Data at the end of a piece that is left to the next: more than the longest block and what
  /// lanes overrun.
  static let tailBytes = 512
  /// Bytes that a block takes at most: 64 symbols.
  private static let longestBlock = 64 * LaneRun.longestStep / 8

  init(_ reader: ByteReader, allowsRestarts: Bool, settings: JPEGMeansSettings) {
    self.reader = reader
    self.allowsRestarts = allowsRestarts
    warmUpBytes = settings.warmUpBytes
  }

  /// Fills a piece, beginning with what is needed of the end of the one before.
  ///
  /// That is what was left there, the block before it, and some data for a lane to synchronise in;
  /// but nothing that lies before a restart marker, where an MCU starts for certain.
  ///
  /// - Parameters:
  ///   - piece: receives the data.
  ///   - previous: the piece before, which may be the same object; `nil` for the first.
  /// - Throws: ``JPEGMeansError/declined(_:)`` where the data is not of a whole picture.
  func fill(_ piece: EntropyBuffer, after previous: EntropyBuffer?) throws(JPEGMeansError) {
    if let previous {
      let kept = Self.tailBytes + Self.longestBlock + min(warmUpBytes, previous.capacity / 4)
      piece.start = max(previous.count - kept, previous.restarts.last ?? 0, 0)
      let count = previous.count - piece.start
      // SAFETY: both ranges lie in their pieces, which have the same size.
      piece.bytes.update(from: previous.bytes + piece.start, count: count)
      piece.count = count
    }
    piece.restarts.removeAll(keepingCapacity: true)
    while !piece.isComplete, piece.count + 16 <= piece.capacity,
      piece.restarts.count < Self.maximumRestarts
    {
      guard reader.require(1) else { throw .declined("the coded data has no end") }
      copyPlainBytes(to: piece)
      // A stuffed byte or a marker, unless a piece of the file or of the memory is used up.
      if reader.available > 0, reader.current[0] == 0xFF { try takeEscape(piece) }
    }
    // What lanes may overrun the data by is the same in every run.
    (piece.bytes + piece.count).update(repeating: 0, count: LaneRun.overrunBytes)
  }

  /// Copies bytes without those stuffed behind 0xFF up to the next marker, or as many as are at hand
  /// or have room.
  private func copyPlainBytes(to piece: EntropyBuffer) {
    let source = UnsafeRawPointer(reader.current)
    let target = UnsafeMutableRawPointer(piece.bytes + piece.count)
    let (available, room) = (reader.available, piece.capacity - piece.count)
    var (read, written) = (0, 0)
    while read < available, written < room {
      // SAFETY: the reader lets 8 bytes be loaded at each of its own, and the memory has more than
      // 8 bytes after the piece.
      let word = source.loadUnaligned(fromByteOffset: read, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: written, as: UInt64.self)
      // The lowest byte of 0xFF, as the lowest of 0 in the complement.
      let found =
        (~word &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080
      guard found != 0 else {
        read &+= 8
        written &+= 8
        continue
      }
      let plain = UInt64(littleEndian: found).trailingZeroBitCount / 8
      read &+= plain
      written &+= plain
      // The 0xFF is copied already.
      guard read &+ 1 < available, written < room,
        source.load(fromByteOffset: read &+ 1, as: UInt8.self) == 0
      else { break }
      read &+= 2
      written &+= 1
    }
    // Bytes past the end came last, and none were left out among them.
    let excess = max(read - available, written - room, 0)
    piece.count += written - excess
    reader.advance(by: read - excess)
  }

  private func takeEscape(_ piece: EntropyBuffer) throws(JPEGMeansError) {
    guard reader.require(2) else { throw .declined("the coded data has no end") }
    switch reader.current[1] {
    case 0:
      guard piece.count < piece.capacity else { return }
      piece.bytes[piece.count] = 0xFF
      piece.count += 1
    case 0xD0...0xD7 where allowsRestarts:
      guard Int(reader.current[1]) == 0xD0 + restartNumber else {
        throw .declined("a restart marker is missing")
      }
      restartNumber = (restartNumber + 1) % 8
      piece.restarts.append(piece.count)
    case 0xFF:
      // Fill bytes may precede a marker.
      reader.advance(by: 1)
      guard reader.require(2), reader.current[1] != 0 else {
        throw .declined("the coded data has a fill byte")
      }
      return
    case 0xD9: piece.isComplete = true
    default: throw .declined("the coded data ends with another marker")
    }
    reader.advance(by: 2)
  }
}
