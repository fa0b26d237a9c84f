internal import CLaneShims
internal import JPEGLanes

/// Reads the coded data of a file piece by piece.
final class EntropyReader {
  private let reader: BufferedByteReader
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

  init(_ reader: BufferedByteReader, allowsRestarts: Bool, settings: JPEGMeansSettings) {
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
      //     previous   [ …           | warm-up | block before | tail ]
      //     piece                    [ warm-up | block before | tail | new data … ]
      //
      // The next block begins in the tail, or, where the last one was not whole, at most one
      // block before it. What lies before that is for a lane to fall into step.
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
    let source = reader.current
    let target = piece.bytes + piece.count
    let (available, room) = (reader.available, piece.capacity - piece.count)
    var (read, written) = (0, 0)
    while read < available, written < room {
      let limit = min(available - read, room - written)
      // SAFETY: the reader lets ``BufferedByteReader/overrunBytes`` more than its own be loaded, and the memory has as
      // many after the piece.
      let plain = clane_copy_plain(source + read, target + written, limit)
      read += plain
      written += plain
      // The 0xFF is copied already.
      // A byte 0xFF of the data is stored as FF 00 (T.81, B.1.1.5):
      //
      //     file     … a b FF 00 c …
      //     piece    … a b FF c …
      guard plain < limit, read + 1 < available, source[read + 1] == 0 else { break }
      read += 2
      written += 1
    }
    piece.count += written
    reader.advance(by: read)
  }

  private func takeEscape(_ piece: EntropyBuffer) throws(JPEGMeansError) {
    guard reader.require(2) else { throw .declined("the coded data has no end") }
    switch reader.current[1] {
    case 0:
      guard piece.count < piece.capacity else { return }
      piece.bytes[piece.count] = 0xFF
      piece.count += 1
    case 0xD0...0xD7 where allowsRestarts:
      // Markers count from 0 to 7 and over again (T.81, E.1.4). Another number means that
      // data is lost, of which libjpeg makes the best; here the file is left to it.
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
