/// A box of a HEIC or AVIF with a name and bytes.
func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
  number(UInt32(8 + body.count)) + Array(name.utf8) + body
}

/// A number of 32 bits in a box.
func number(_ value: UInt32) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
}
