/// Bits of the data in order.
@usableFromInline
struct BitReader {
  /// The next bits, the first one highest, and zeros or bits that come after them.
  @usableFromInline var word: UInt64 = 0
  /// How many of the word count.
  @usableFromInline var available = 0
  /// The first byte of which not all bits count.
  @usableFromInline var next: UnsafeRawPointer

  @inlinable @inline(__always)
  init(_ bytes: UnsafeRawPointer, _ bit: Int) {
    next = bytes + bit / 8
    refill()
    skip(bit % 8)
  }

  /// Has 56 bits at hand.
  @inlinable @inline(__always)
  mutating func refill() {
    // Fabian Giesen's refill without a branch ("Reading bits in far too many ways", part 2,
    // variant 4). With a = available the word takes the 8 bytes at `next` behind its a bits:
    //
    //     word   [ a bits that count | bits of the bytes at `next`, as many as fit ]
    //
    // `next` moves by the whole bytes that fit, 7 - a / 8, so that a becomes 56 + a % 8: that
    // is `a | 56`. The bits behind those that count are already what stands at the new
    // `next`: the next refill's `|` writes the same bits over them.
    word |= UInt64(bigEndian: next.loadUnaligned(as: UInt64.self)) &>> UInt64(available)
    next += (63 &- available) &>> 3
    available |= 56
  }

  /// Passes over bits at hand.
  @inlinable @inline(__always)
  mutating func skip(_ count: Int) {
    word = word &<< UInt64(count)
    available &-= count
  }

  /// The number of the next bit.
  @inlinable @inline(__always)
  func bit(in bytes: UnsafeRawPointer) -> Int { 8 &* (next - bytes) &- available }
}
