internal import LargePages
internal import RowBodies

/// Compressed data, as much of it as is held at once: a ring, of which the first bytes are written a
/// second time behind the last, so that what goes on over its end lies in one piece.
///
/// Bytes are counted from the first of the stream on. One thread fills it and moves on; another may
/// read what it knows to be there, which stays there until it is given up.
final class InflateInput {
  /// How large a ring is.
  struct Shape {
    let ringBytes: Int
    /// How many of the first are written again behind it.
    let repeatedBytes: Int

    /// For one thread.
    static let short = Shape(ringBytes: 1 << 17, repeatedBytes: 1 << 15)
    /// Where another thread reads ahead.
    static let long = Shape(ringBytes: 1 << 20, repeatedBytes: 1 << 18)

    /// Memory that it takes.
    var byteCount: Int { ringBytes + repeatedBytes }
  }

  /// Bytes to read at once.
  private static let mostAtOnce = 1 << 17
  /// Zeros behind the last byte of all, more than a block's header has.
  static let padding = 1024

  private let shape: Shape
  private let read: (UnsafeMutableRawBufferPointer) -> Int?
  // Byte n of the stream lies at n modulo the ring, and the first bytes of a lap a second
  // time:
  //
  //     base                                       base + ringBytes
  //     | 0 1 2 …   the ring   …                   | 0 1 2 …  repeatedBytes |
  private let base: UnsafeMutablePointer<UInt8>
  /// Which byte of the stream lies at ``base``, for the thread that fills.
  private var lap = 0
  /// Bytes of the stream that were read.
  private(set) var filled = 0
  private var hasEnded = false
  private var hasFailed = false

  /// Behind the last byte that lies in one piece with those before.
  private(set) var end: UnsafePointer<UInt8>
  /// Whether that is the last byte of all; ``padding`` zeros follow then.
  private(set) var isComplete = false

  init(_ shape: Shape, read: @escaping (UnsafeMutableRawBufferPointer) -> Int?) {
    self.shape = shape
    self.read = read
    base = .allocateZeroedPages(capacity: shape.byteCount)
    end = UnsafePointer(base)
  }

  deinit {
    base.freePages()
  }

  /// Where the first byte is.
  var start: UnsafePointer<UInt8> { UnsafePointer(base) }

  /// Bytes that could be read now, were those from some byte on still needed.
  func room(from byte: Int) -> Int {
    hasEnded || hasFailed ? 0 : byte + shape.ringBytes - Self.padding - filled
  }

  /// The byte of the stream at a pointer of the thread that fills.
  func byte(at pointer: UnsafePointer<UInt8>) -> Int { lap + (pointer - start) }

  /// Where a byte of the stream is that is held, and those that follow it, in one piece.
  func pointer(to byte: Int) -> UnsafePointer<UInt8> { start + byte % shape.ringBytes }

  /// How many bytes from one on lie in one piece.
  func pieceBytes(from byte: Int) -> Int { shape.byteCount - byte % shape.ringBytes }

  /// Reads what there is room for, at most ``mostAtOnce``, so that no one waits for a whole ring at first.
  ///
  /// - Parameters:
  ///   - place: where inflating is; stays at the same bit.
  ///   - kept: the first byte that another thread still reads; `nil` for none.
  ///   - least: how many bytes the caller cannot go on without.
  /// - Throws: ``PNGRowsError`` where fewer could be read, though they should be there.
  func fill(
    _ place: inout InflatePlace, keeping kept: Int?, least: Int
  ) throws(PNGRowsError) {
    place.returnBytes()
    let next = byte(at: place.nextByte)
    // SAFETY: from the first byte that is needed to the last one that is filled, and zeros behind
    // it, there are at most as many as the ring has.
    var left = min(Self.mostAtOnce, room(from: min(next, kept ?? next)))
    while left > 0 {
      let offset = filled % shape.ringBytes
      let count = min(shape.ringBytes - offset, left)
      guard let found = read(UnsafeMutableRawBufferPointer(start: base + offset, count: count))
      else {
        hasFailed = true
        break
      }
      if found == 0 {
        hasEnded = true
        for byte in filled..<filled + Self.padding { put(0, at: byte) }
        break
      }
      if offset < shape.repeatedBytes {
        (base + shape.ringBytes + offset).update(
          from: base + offset, count: min(found, shape.repeatedBytes - offset))
      }
      filled += found
      left -= found
    }
    move(&place, to: next)
    if hasFailed, filled - next < least { throw PNGRowsError(reason: "input") }
  }

  /// Moves to a byte that is held, of which the place has a part or none among its bits.
  func move(_ place: inout InflatePlace, to byte: Int) {
    // A byte of which some bits are in the place was loaded already: the input is behind it.
    let offset = place.bitCount > 0 ? 1 : 0
    lap = byte - byte % shape.ringBytes
    place.input = pointer(to: byte) + offset
    let piece = min(filled - lap, shape.byteCount)
    end = start + piece
    isComplete = hasEnded && filled - lap + Self.padding <= shape.byteCount
  }

  private func put(_ value: UInt8, at byte: Int) {
    let offset = byte % shape.ringBytes
    base[offset] = value
    if offset < shape.repeatedBytes { base[shape.ringBytes + offset] = value }
  }
}
