public import CLaneShims

/// Reads all coefficients of blocks, of which four lanes take one after the other from a list: see
/// ``SamplePass``.
@usableFromInline
struct SampleLane {
  /// `bit << 8 | finished coefficients`.
  @usableFromInline var place: UInt32
  /// The block being read, 4 × its number in the list; where the lane idles, more than there are.
  @usableFromInline var column: Int

  @inlinable @inline(__always)
  init(_ number: Int, _ scratch: UnsafeMutableRawPointer) {
    column = 4 &* number
    place = scratch.load(
      fromByteOffset: SamplePass.listOffset &+ 4 &* number, as: UInt32.self)
  }

  /// Reads a symbol, and goes on with the next block of the list where one ends.
  @inlinable @inline(__always)
  mutating func step(
    _ next: inout Int, _ component: DetailPass.Component, _ bytes: UnsafeRawPointer,
    _ scratch: UnsafeMutableRawPointer
  ) {
    let word = DetailPass.load(bytes, place &>> 8)
    var entry = component.coefficients[
      Int(truncatingIfNeeded: word &>> UInt64(64 &- DetailPass.windowBits))]
    if _slowPath(entry & DetailPass.exception != 0) {
      entry = longCoefficient(word, entry, component.codes + 1)
    }
    place &+= entry & 0xFFFF
    let count = Int(truncatingIfNeeded: UInt8(truncatingIfNeeded: place))
    let row = scratch.load(fromByteOffset: SamplePass.rowOffset &+ 8 &* count, as: Int32.self)
    let factor = scratch.load(
      fromByteOffset: SamplePass.rowOffset &+ 8 &* count &+ 4, as: Int32.self)
    scratch.storeBytes(
      of: (Int32(bitPattern: entry) &>> 16) &* factor,
      toByteOffset: Int(truncatingIfNeeded: row) &+ column, as: Int32.self)
    // 0 at a block's end, else all ones.
    let side = Int(truncatingIfNeeded: clane_opaque(count < 63 ? .max : 0))
    let start = scratch.load(fromByteOffset: SamplePass.listOffset &+ next, as: UInt32.self)
    place = start ^ ((place ^ start) & UInt32(truncatingIfNeeded: side))
    column = next ^ ((column ^ next) & side)
    next = next &+ 4 &+ 4 &* side
  }
}
