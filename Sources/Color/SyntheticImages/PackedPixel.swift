internal import Pixels

/// A pixel as one word, red in the lowest byte: what painters store at once.
struct PackedPixel: Hashable, Sendable {
  var bits: UInt32

  /// Packs channels that are known to be 0 to 255.
  @inline(__always)
  init(red: Int32, green: Int32, blue: Int32, alpha: Int32 = 255) {
    let low = UInt32(truncatingIfNeeded: red) | UInt32(truncatingIfNeeded: green) << 8
    let high = UInt32(truncatingIfNeeded: blue) << 16 | UInt32(truncatingIfNeeded: alpha) << 24
    bits = low | high
  }

  /// An opaque pixel of the lowest 24 bits of a number, red lowest.
  @inline(__always)
  init(opaque bits: UInt64) {
    self.bits = UInt32(truncatingIfNeeded: bits) | 0xFF00_0000
  }

  init(_ color: RGB8, alpha: UInt8 = 255) {
    self.init(
      red: Int32(color.red), green: Int32(color.green), blue: Int32(color.blue),
      alpha: Int32(alpha))
  }
}

/// A channel value brought into 0 to 255.
@inline(__always)
func clampedChannel(_ value: Int32) -> Int32 {
  min(max(value, 0), 255)
}
