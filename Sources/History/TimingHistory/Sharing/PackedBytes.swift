/// Values as bytes: whole numbers seven bits at a time (LEB128), signed ones folded to the small
/// side of zero ("zigzag"), texts and lists with their length in front.
struct PackedBytes {
  private(set) var bytes: [UInt8]

  init(_ start: [UInt8] = []) { bytes = start }

  mutating func add(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func add(_ value: Int64) {
    //     value     0   −1   1   −2   2        the sign comes to the lowest bit, and flips
    //     folded    0    1   2    3   4        all others of a negative number
    add(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  mutating func add(count: Int) { add(UInt64(count)) }

  mutating func add(_ value: Double) {
    let bits = value.bitPattern
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
  }

  mutating func add(_ text: String) { add(Array(text.utf8)) }

  mutating func add(_ value: [UInt8]) {
    add(count: value.count)
    bytes += value
  }

  /// A value that may be missing: a byte that says whether it is there, then the value.
  mutating func add<Value>(_ value: Value?, _ write: (inout PackedBytes, Value) -> Void) {
    guard let value else { return bytes.append(0) }
    bytes.append(1)
    write(&self, value)
  }

  mutating func add(_ text: String?) { add(text) { $0.add($1) } }
}
