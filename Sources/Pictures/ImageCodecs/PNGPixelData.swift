internal import CImageShims

/// The compressed pixels of a PNG, out of its `IDAT` chunks.
///
/// A chunk's checksum is compared before any of its bytes is handed out. A chunk of a file that is
/// larger than the window is read twice for that.
final class PNGPixelData {
  private let bytes: EncodedBytes
  /// Where the next chunk begins.
  private var nextChunk: Int
  /// What of the open chunk was not handed out.
  private var open = 0..<0
  /// Where bytes of a file are read to; `nil` where all are in memory.
  private let buffer: UnsafeMutableRawBufferPointer?
  /// The bytes at hand: in the buffer, or all.
  private let window: UnsafeRawBufferPointer
  /// What of the file is in the window.
  private var held: Range<Int>

  /// Bytes of the file that are held: two chunks of 64 KB, which some encoders write, and more.
  static let windowBytes = 5 << 15

  private static let dataName: UInt32 = 0x4944_4154  // IDAT
  private static let endName: UInt32 = 0x4945_4E44  // IEND
  private static let transparencyName: UInt32 = 0x7452_4E53  // tRNS

  init(_ bytes: EncodedBytes, from start: Int) {
    self.bytes = bytes
    nextChunk = start
    if let memory = bytes.memory {
      buffer = nil
      window = memory
      held = 0..<memory.count
    } else {
      let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: Self.windowBytes, alignment: 64)
      self.buffer = buffer
      window = UnsafeRawBufferPointer(buffer)
      held = 0..<0
    }
  }

  deinit {
    buffer?.deallocate()
  }

  /// Hands out the next bytes.
  ///
  /// - Returns: how many; 0 after the last of them, `nil` where a chunk is damaged.
  func read(into target: UnsafeMutableRawBufferPointer) -> Int? {
    var filled = 0
    while filled < target.count {
      if open.isEmpty {
        guard let chunk = chunk() else { return nil }
        guard chunk.name == Self.dataName else { return filled }
        guard isIntact(chunk.body) else { return nil }
        open = chunk.body
        nextChunk = chunk.body.upperBound + 4
        continue
      }
      let room = UnsafeMutableRawBufferPointer(rebasing: target[filled...])
      let count = min(room.count, open.count)
      if open.lowerBound >= held.lowerBound, open.lowerBound + count <= held.upperBound {
        let start = open.lowerBound - held.lowerBound
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: window[start..<start + count]))
      } else {
        let part = UnsafeMutableRawBufferPointer(rebasing: room[..<count])
        guard bytes.copy(from: open.lowerBound, into: part) == count else { return nil }
      }
      open = open.lowerBound + count..<open.upperBound
      filled += count
    }
    return filled
  }

  /// Whether only intact chunks that libpng ignores without a warning follow, and then the end.
  var endsAsUsual: Bool {
    while let chunk = chunk() {
      let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: chunk.name >> $0) }
      guard letters.allSatisfy({ 65...90 ~= $0 || 97...122 ~= $0 }), isIntact(chunk.body) else {
        return false
      }
      if chunk.name == Self.endName { return chunk.body.isEmpty }
      // The third letter is reserved; a name that begins with a capital is of a critical chunk.
      // Bit 5 of a letter tells small from capital ones (PNG, 5.4).
      guard letters[0] & 0x20 != 0, letters[2] & 0x20 == 0, chunk.name != Self.transparencyName
      else { return false }
      nextChunk = chunk.body.upperBound + 4
    }
    return false
  }

  /// The next chunk, if it lies whole within the file.
  private func chunk() -> (name: UInt32, body: Range<Int>)? {
    guard let head = hold(nextChunk, 8) else { return nil }
    let length = Int(UInt32(bigEndian: head.loadUnaligned(as: UInt32.self)))
    let name = UInt32(bigEndian: head.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    let body = nextChunk + 8
    guard length <= 0x7FFF_FFFF, length <= bytes.count - body - 4 else { return nil }
    return (name, body..<body + length)
  }

  /// Whether a chunk's checksum, over its name and its body, is right.
  private func isIntact(_ body: Range<Int>) -> Bool {
    // All of it where the window can hold that, so that it is read once.
    // The name's four bytes, the body and the checksum's four.
    if body.count + 8 <= Self.windowBytes { _ = hold(body.lowerBound - 4, body.count + 8) }
    var offset = body.lowerBound - 4
    var sum: UInt32 = 0
    while offset < body.upperBound {
      guard hold(offset, 1) != nil else { return false }
      let start = offset - held.lowerBound
      let count = min(body.upperBound, held.upperBound) - offset
      // SAFETY: `start` and `count` lie within what is held of the window.
      let part = UnsafeRawBufferPointer(rebasing: window[start..<start + count])
      sum = cimage_crc32(sum, part.baseAddress?.assumingMemoryBound(to: UInt8.self), count)
      offset += count
    }
    guard let stored = hold(body.upperBound, 4) else { return false }
    return UInt32(bigEndian: stored.loadUnaligned(as: UInt32.self)) == sum
  }

  /// Some bytes of the file, at most as many as the window holds; `nil` where it ends before.
  private func hold(_ offset: Int, _ count: Int) -> UnsafeRawPointer? {
    if offset < held.lowerBound || offset + count > held.upperBound {
      guard let buffer else { return nil }
      let found = bytes.copy(from: offset, into: buffer)
      held = offset..<offset + found
      guard found >= count else { return nil }
    }
    return UnsafeRawPointer(window.baseAddress).map { $0 + (offset - held.lowerBound) }
  }
}
