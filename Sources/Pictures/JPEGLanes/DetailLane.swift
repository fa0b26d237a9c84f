public import CLaneShims

/// Reads coefficients of some blocks, one block after the other: see ``DetailPass``.
@usableFromInline
struct DetailLane {
  /// `bit << 8 | finished coefficients`.
  @usableFromInline var place: UInt32
  /// The block being read; more than there are when the lane idles.
  @usableFromInline var cursor = 0
  /// Where the blocks' coefficients start.
  ///
  /// Where the lane idles the count is 64: an end.
  @usableFromInline let places: UnsafePointer<UInt32>
  /// The first block's coefficients, ``DetailPass/groupSize`` apart; those of the next lie beside.
  @usableFromInline let target: UnsafeMutablePointer<Int32>

  @inlinable @inline(__always)
  init(_ places: UnsafePointer<UInt32>, _ target: UnsafeMutablePointer<Int32>) {
    place = places[0]
    self.places = places
    self.target = target
  }

  /// Reads a symbol.
  @inlinable @inline(__always)
  mutating func step(_ component: DetailPass.Component, _ bytes: UnsafeRawPointer) {
    var word = UInt64(
      bigEndian: bytes.loadUnaligned(
        fromByteOffset: Int(truncatingIfNeeded: place &>> 11), as: UInt64.self))
    word = word &<< UInt64(place &>> 8 & 7)
    var entry = component.coefficients[
      Int(truncatingIfNeeded: word &>> UInt64(64 &- DetailPass.windowBits))]
    if _slowPath(entry & DetailPass.exception != 0) {
      entry = longCoefficient(word, entry, component.codes + 1)
    }
    // The count is under 63 before (64 while the lane idles), and at most 64 is added:
    // nothing is carried into the bit above it.
    place &+= entry & 0xFFFF
    let slot = Int(truncatingIfNeeded: UInt8(truncatingIfNeeded: place))
    // The shift keeps the sign: the value is the upper half of the entry.
    target[slot &* DetailPass.groupSize &+ cursor] = Int32(bitPattern: entry) &>> 16
    let next = places[cursor &+ 1]
    // 0 at a block's end, else all ones.
    let side = clane_opaque(UInt8(truncatingIfNeeded: place) < 63 ? .max : 0)
    // A choice of two by a mask: the place itself where the block goes on.
    place = next ^ ((place ^ next) & UInt32(truncatingIfNeeded: side))
    cursor &+= Int(truncatingIfNeeded: side) &+ 1
  }
}
