/// A chunk of a PNG with its length and checksum.
package func pngChunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
  let named = Array(name.utf8) + body
  var register = UInt32.max
  for byte in named {
    register ^= UInt32(byte)
    for _ in 0..<8 { register = register >> 1 ^ (register & 1) &* 0xEDB8_8320 }
  }
  func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
  return bigEndian(UInt32(body.count)) + named + bigEndian(~register)
}
