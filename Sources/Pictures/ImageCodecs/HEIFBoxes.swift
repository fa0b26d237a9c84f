/// The boxes of a range one after the other, up to the first that is none.
struct HEIFBoxes: Sequence, IteratorProtocol {
  private let bytes: EncodedBytes
  private var range: Range<Int>

  init(in range: Range<Int>, of bytes: EncodedBytes) { (self.range, self.bytes) = (range, bytes) }

  mutating func next() -> HEIFBox? {
    guard let box = HEIFBox(at: range.lowerBound, before: range.upperBound, bytes) else {
      return nil
    }
    range = box.body.upperBound..<range.upperBound
    return box
  }
}

/// A box of a HEIC or AVIF file (ISO/IEC 14496-12, 4.2).
struct HEIFBox {
  let name: String
  let body: Range<Int>

  init?(at offset: Int, before end: Int, _ bytes: EncodedBytes) {
    guard offset <= end - 8, let size = bytes.uint32(at: offset),
      let name = bytes.withBytes(
        from: offset + 4, count: 4, { String(decoding: $0, as: UTF8.self) })
    else { return nil }
    self.name = name
    //     byte   0      4      8
    //            size   name   body …                 size 0: up to the end of what holds it
    //            1      name   size, 8 | body …       size 1: the size has eight bytes of its own
    switch size {
    case 0: body = offset + 8..<end
    case 1:
      guard let high = bytes.uint32(at: offset + 8), let low = bytes.uint32(at: offset + 12),
        let length = Int(exactly: UInt64(high) << 32 | UInt64(low)), length >= 16
      else { return nil }
      body = min(offset + 16, end)..<(length < end - offset ? offset + length : end)
    default:
      guard size >= 8 else { return nil }
      body = offset + 8..<min(offset + Int(size), end)
    }
  }
}

/// Numbers of 0 to 8 bytes, one after the other.
struct HEIFNumbers {
  private let bytes: EncodedBytes
  private var offset: Int
  private let end: Int

  init?(_ range: Range<Int>, _ bytes: EncodedBytes) {
    guard range.upperBound <= bytes.count else { return nil }
    (self.bytes, offset, end) = (bytes, range.lowerBound, range.upperBound)
  }

  /// The next number; `nil` past the end, and where it does not fit.
  mutating func next(_ size: Int) -> Int? {
    guard size <= 8, size <= end - offset else { return nil }
    let value = bytes.withBytes(from: offset, count: size) {
      $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    offset += size
    return value.flatMap { Int(exactly: $0) }
  }
}
