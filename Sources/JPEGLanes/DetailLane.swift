public import CLaneShims

/// Reads coefficients of some blocks, one block after the other: see ``DetailPass``.
@usableFromInline
struct DetailLane {
  /// `finished coefficients << 24 | bit`.
  @usableFromInline var place: UInt32
  /// The block being read; ``DetailPass/laneShare`` behind the last, when the lane idles.
  @usableFromInline var cursor = 0
  /// Where the blocks' coefficients start. Where the lane idles the count is 64: an end.
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
        fromByteOffset: Int(truncatingIfNeeded: clane_byte(place)), as: UInt64.self))
    word = word &<< UInt64(place & 7)
    var entry = component.coefficients[
      Int(truncatingIfNeeded: word &>> UInt64(64 &- DetailPass.windowBits))]
    if entry & DetailPass.exception != 0 { entry = longCoefficient(word, entry, component.codes + 1) }
    place &+= entry & 0xFF00_00FF
    let slot = Int(truncatingIfNeeded: place &>> 24)
    target[slot &* DetailPass.groupSize &+ cursor] = Int32(bitPattern: entry &<< 8) &>> 16
    let next = places[cursor &+ 1]
    let isEnd = clane_opaque(place >= 63 &<< 24 ? 1 : 0)
    place ^= (place ^ next) & (0 &- UInt32(truncatingIfNeeded: isEnd))
    cursor &+= Int(truncatingIfNeeded: isEnd) & (cursor &- DetailPass.laneShare) &>> 63
  }
}
