internal import RowBodies

/// Bits one after the other, for what stands between the codes of blocks.
///
/// SAFETY: each refill loads 8 bytes at the input, which callers have there.
extension InflatePlace {
  /// Fills the bits up, to 56 at least.
  mutating func refill() {
    let word = UInt64(littleEndian: UnsafeRawPointer(input).loadUnaligned(as: UInt64.self))
    bits |= word << bitCount
    // As in `InflateRun`: the whole bytes that fit, after which 56 to 63 bits are there.
    input += Int((63 - bitCount) >> 3)
    bitCount |= 56
  }

  /// Leaves bits out.
  mutating func take(_ count: UInt64) {
    bits >>= count
    bitCount -= count
  }

  /// The next bits, at most 16.
  mutating func next(_ count: UInt64) -> UInt32 {
    if bitCount < count { refill() }
    let found = UInt32(truncatingIfNeeded: bits) & (1 << UInt32(count) - 1)
    take(count)
    return found
  }

  /// Leaves out what is left of a byte.
  mutating func dropPartOfByte() { take(bitCount & 7) }

  /// Puts whole bytes among the bits back to the input.
  mutating func returnBytes() {
    let partOfByte = bitCount & 7
    input -= Int(bitCount >> 3)
    bits &= 1 << partOfByte - 1
    bitCount = partOfByte
  }

  /// The first byte of input that has been taken in no part or not whole.
  var nextByte: UnsafePointer<UInt8> { input - Int((bitCount + 7) >> 3) }
}
