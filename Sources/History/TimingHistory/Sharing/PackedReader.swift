/// Reads what ``PackedBytes`` wrote, from bytes that anyone may have made.
///
/// Nothing is allocated for a length that the bytes left cannot hold.
struct PackedReader {
  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  /// How many bytes are left.
  var left: Int { bytes.endIndex - place }

  mutating func byte() throws(SharingError) -> UInt8 {
    guard place < bytes.endIndex else { throw SharingError("It ends in the middle of a value.") }
    defer { place += 1 }
    return bytes[place]
  }

  mutating func unsigned() throws(SharingError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      let byte = try byte()
      let digit = UInt64(byte & 0x7F)
      // Nine bytes are 63 bits; of the tenth one bit is left.
      guard shift < 63 || digit < 2 else { break }
      value |= digit << UInt64(shift)
      if byte < 0x80 {
        // One number has one text: else equal runs could have different names.
        guard byte != 0 || shift == 0 else { break }
        return value
      }
    }
    throw SharingError("It has a number that is not written as numbers are.")
  }

  mutating func signed() throws(SharingError) -> Int64 {
    let folded = try unsigned()
    return Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
  }

  /// A number of things of at least so many bytes each.
  mutating func count(ofBytes size: Int = 1) throws(SharingError) -> Int {
    let value = try unsigned()
    // Each thing takes `size` bytes at least: what is promised beyond them is no reason for
    // memory.
    guard value <= UInt64(left / max(size, 1)) else {
      throw SharingError("It promises more than it holds.")
    }
    return Int(value)
  }

  mutating func double() throws(SharingError) -> Double {
    var bits: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 8) { bits |= UInt64(try byte()) << UInt64(shift) }
    let value = Double(bitPattern: bits)
    guard value.isFinite else { throw SharingError("It has a value that is not a finite number.") }
    return value
  }

  mutating func bytes(limit: Int) throws(SharingError) -> ArraySlice<UInt8> {
    let count = try count()
    guard count <= limit else {
      throw SharingError("It has a text of \(count) bytes; at most \(limit) are allowed there.")
    }
    defer { place += count }
    return bytes[place..<place + count]
  }

  /// A text without control characters but line ends and tabs.
  mutating func text(limit: Int = 4096) throws(SharingError) -> String {
    let bytes = try bytes(limit: limit)
    guard let text = String(validating: bytes, as: UTF8.self),
      !bytes.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F })
    else { throw SharingError("It has a text that is not readable UTF-8.") }
    return text
  }

  mutating func optional<Value>(
    _ read: (inout PackedReader) throws(SharingError) -> Value
  ) throws(SharingError) -> Value? {
    switch try byte() {
    case 0: return nil
    case 1: return try read(&self)
    default: throw SharingError("It has a mark that is neither 0 nor 1.")
    }
  }

  mutating func list<Value>(
    ofBytes size: Int = 1, _ read: (inout PackedReader) throws(SharingError) -> Value
  ) throws(SharingError) -> [Value] {
    let count = try count(ofBytes: size)
    var values: [Value] = []
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }
}
