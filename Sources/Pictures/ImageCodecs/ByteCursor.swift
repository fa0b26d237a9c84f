/// Reads numbers out of untrusted bytes: every read is checked, and answers `nil` past the end.
struct ByteCursor {
  private let bytes: UnsafeRawBufferPointer
  private let isLittleEndian: Bool

  init(_ bytes: UnsafeRawBufferPointer, isLittleEndian: Bool = false) {
    self.bytes = bytes
    self.isLittleEndian = isLittleEndian
  }

  var count: Int { bytes.count }

  func uint8(at offset: Int) -> UInt8? {
    offset >= 0 && offset < bytes.count ? bytes[offset] : nil
  }

  func uint16(at offset: Int) -> UInt16? {
    guard offset >= 0, bytes.count >= 2, offset <= bytes.count - 2 else { return nil }
    let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
    return isLittleEndian ? second << 8 | first : first << 8 | second
  }

  func uint32(at offset: Int) -> UInt32? {
    guard let first = uint16(at: offset), let second = uint16(at: offset + 2) else { return nil }
    return isLittleEndian
      ? UInt32(second) << 16 | UInt32(first) : UInt32(first) << 16 | UInt32(second)
  }

  /// The bytes of a range, or `nil` when it does not lie whole within.
  func slice(from offset: Int, count: Int) -> UnsafeRawBufferPointer? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
      return nil
    }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  /// Whether the bytes at an offset are these.
  func has(_ expected: [UInt8], at offset: Int) -> Bool {
    guard let found = slice(from: offset, count: expected.count) else { return false }
    return found.elementsEqual(expected)
  }
}
