internal import JPEGLanes

/// A piece of the coded data without its stuffed bytes and markers, in padded memory.
final class EntropyBuffer {
  /// Bytes of a piece.
  let capacity: Int
  /// The data, and what lanes may overrun it by.
  let bytes: UnsafeMutablePointer<UInt8>
  /// Bytes of data.
  private(set) var count = 0
  /// Where restart markers stood, in order.
  private(set) var restarts: [Int] = []
  /// Whether the marker at the end of the picture has come.
  private(set) var isComplete = false

  private let reader: ByteReader
  private let allowsRestarts: Bool
  private var restartNumber = 0

  /// Restart markers in a piece at most, so that hostile ones do not take memory each.
  private static let maximumRestarts = 1 << 14

  /// The largest piece whose bits lanes can number.
  static let largestCapacity = 1 << 20

  init(_ reader: ByteReader, capacity: Int, allowsRestarts: Bool) {
    self.reader = reader
    self.capacity = min(max(capacity, 4096), Self.largestCapacity)
    self.allowsRestarts = allowsRestarts
    let size = self.capacity + LaneRun.overrunBytes
    bytes = .allocate(capacity: size)
    bytes.initialize(repeating: 0, count: size)
  }

  deinit { bytes.deallocate() }

  /// Keeps the bytes from an offset on, drops all before, and fills the piece up.
  func refill(keeping first: Int) throws(JPEGMeansError) {
    count -= first
    // SAFETY: both ranges lie in the piece.
    bytes.update(from: bytes + first, count: count)
    restarts.removeAll(keepingCapacity: true)
    while !isComplete, count + 16 <= capacity, restarts.count < Self.maximumRestarts {
      guard reader.require(1) else { throw .declined("the coded data has no end") }
      copyPlainBytes()
      // A stuffed byte or a marker, unless a piece of the file or of the memory is used up.
      if reader.available > 0, reader.current[0] == 0xFF { try takeEscape() }
    }
    // What lanes may overrun the data by is the same in every run.
    (bytes + count).update(repeating: 0, count: LaneRun.overrunBytes)
  }

  /// Copies bytes up to the next 0xFF, or as many as are at hand or have room.
  private func copyPlainBytes() {
    let source = UnsafeRawPointer(reader.current)
    let target = UnsafeMutableRawPointer(bytes + count)
    let limit = min(reader.available, capacity - count)
    var copied = 0
    while copied < limit {
      // SAFETY: the reader lets 8 bytes be loaded at each of its own, and the memory has more than
      // 8 bytes after the piece.
      let word = source.loadUnaligned(fromByteOffset: copied, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: copied, as: UInt64.self)
      // The lowest byte of 0xFF, as the lowest of 0 in the complement.
      let found =
        (~word &- 0x0101_0101_0101_0101) & word & 0x8080_8080_8080_8080
      if found != 0 {
        copied += UInt64(littleEndian: found).trailingZeroBitCount / 8
        break
      }
      copied += 8
    }
    copied = min(copied, limit)
    count += copied
    reader.advance(by: copied)
  }

  private func takeEscape() throws(JPEGMeansError) {
    guard reader.require(2) else { throw .declined("the coded data has no end") }
    switch reader.current[1] {
    case 0:
      guard count < capacity else { return }
      bytes[count] = 0xFF
      count += 1
    case 0xD0...0xD7 where allowsRestarts:
      guard Int(reader.current[1]) == 0xD0 + restartNumber else {
        throw .declined("a restart marker is missing")
      }
      restartNumber = (restartNumber + 1) % 8
      restarts.append(count)
    case 0xFF:
      // Fill bytes may precede a marker.
      reader.advance(by: 1)
      guard reader.require(2), reader.current[1] != 0 else {
        throw .declined("the coded data has a fill byte")
      }
      return
    case 0xD9: isComplete = true
    default: throw .declined("the coded data ends with another marker")
    }
    reader.advance(by: 2)
  }
}
