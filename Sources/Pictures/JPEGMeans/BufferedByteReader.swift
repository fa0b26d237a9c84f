/// Bytes of a file in order, fetched in pieces.
final class BufferedByteReader {
  /// Copies the next bytes of the file to the start of the memory; 0 at the end, or where reading
  /// failed.
  typealias Fetch = (UnsafeMutableRawBufferPointer) -> Int

  private static let pieceBytes = 1 << 16

  /// Bytes after the last that may be loaded; what they are means nothing.
  static let overrunBytes = 32

  private let fetch: Fetch
  private let memory: UnsafeMutablePointer<UInt8>
  /// Bytes of the piece that are not read yet.
  private var next = 0
  private var end = 0

  init(_ fetch: @escaping Fetch) {
    self.fetch = fetch
    memory = .allocate(capacity: Self.pieceBytes + Self.overrunBytes)
    memory.initialize(repeating: 0, count: Self.pieceBytes + Self.overrunBytes)
  }

  deinit { memory.deallocate() }

  /// Bytes at hand.
  var available: Int { end - next }

  /// Where the bytes at hand are, and ``overrunBytes`` more.
  var current: UnsafePointer<UInt8> { UnsafePointer(memory + next) }

  /// Takes bytes at hand.
  func advance(by count: Int) { next += min(count, available) }

  /// Has at least `count` bytes, at most 16, at hand; `false` where the file ends before them.
  func require(_ count: Int) -> Bool {
    while available < count {
      // SAFETY: both ranges lie in the piece.
      // Fewer than 16 bytes, because the caller needs more than there are.
      memory.update(from: memory + next, count: available)
      end = available
      next = 0
      let room = UnsafeMutableRawBufferPointer(
        start: memory + end, count: Self.pieceBytes - end)
      let fetched = fetch(room)
      guard fetched > 0 else { return false }
      end += min(fetched, room.count)
    }
    return true
  }

  /// The next byte.
  func byte() throws(JPEGMeansError) -> Int {
    guard require(1) else { throw .declined("the file ends early") }
    defer { next += 1 }
    return Int(memory[next])
  }

  /// The next two bytes as a number, the first one high.
  func word() throws(JPEGMeansError) -> Int {
    let high = try byte()
    return try high << 8 | byte()
  }

  /// The next `count` bytes.
  func bytes(_ count: Int) throws(JPEGMeansError) -> [UInt8] {
    var result: [UInt8] = []
    for _ in 0..<count { result.append(UInt8(try byte())) }
    return result
  }

  /// Passes over `count` bytes.
  func skip(_ count: Int) throws(JPEGMeansError) {
    var left = count
    while left > 0 {
      guard require(1) else { throw .declined("the file ends early") }
      let step = min(left, available)
      next += step
      left -= step
    }
  }
}
