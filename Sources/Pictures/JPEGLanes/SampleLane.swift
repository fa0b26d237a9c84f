public import CLaneShims

/// Reads all coefficients of blocks, of which several lanes take one after the other from a list: see
/// ``SamplePass``.
@usableFromInline
struct SampleLane {
  /// `bit << 8 | finished coefficients`.
  @usableFromInline var place: UInt32
  /// The block being read, 2 × its number in the list; where the lane idles, more than there are.
  @usableFromInline var column: Int

  @inlinable @inline(__always)
  init(_ number: Int, _ scratch: UnsafeMutableRawPointer) {
    column = 2 &* number
    place = scratch.load(
      fromByteOffset: SamplePass.listOffset &+ 4 &* number, as: UInt32.self)
  }

  /// Reads up to four symbols, and goes on with the next block of the list where one ends.
  ///
  /// What is read behind a block's end is stored where nobody looks: one test and one load of the data
  /// serve two entries of the table. The data from a place on has 57 bits at least, and an entry takes
  /// 26 at most.
  @inlinable @inline(__always)
  mutating func step(
    _ next: inout Int, _ component: SamplePass.Component, _ bytes: UnsafeRawPointer,
    _ scratch: UnsafeMutableRawPointer
  ) {
    let word = DetailPass.load(bytes, place &>> 8)
    let bits = take(word, component, scratch)
    _ = take(word &<< UInt64(bits), component, scratch)
    // 0 at a block's end, else all ones.
    let side = Int(
      truncatingIfNeeded: clane_opaque(UInt8(truncatingIfNeeded: place) < 63 ? .max : 0))
    let start = scratch.load(
      fromByteOffset: SamplePass.listOffset &+ 2 &* next, as: UInt32.self)
    place = start ^ ((place ^ start) & UInt32(truncatingIfNeeded: side))
    column = next ^ ((column ^ next) & side)
    next = next &+ 2 &+ 2 &* side
  }

  /// Reads what a word begins with, one symbol or two, stores their coefficients and returns the bits
  /// that they take.
  @inlinable @inline(__always)
  mutating func take(
    _ word: UInt64, _ component: SamplePass.Component, _ scratch: UnsafeMutableRawPointer
  ) -> UInt32 {
    let pair =
      component.pairs + Int(truncatingIfNeeded: word &>> UInt64(64 &- SamplePass.windowBits))
    let entry = UnsafeRawPointer(pair)
    let step = UInt32(entry.load(as: UInt16.self))
    if _slowPath(step & DetailPass.exception != 0) {
      let long = longCoefficient(word, entry.load(as: UInt32.self), component.details.codes + 1)
      place &+= long & 0xFFFF
      store(Int16(truncatingIfNeeded: long &>> 16), UInt8(truncatingIfNeeded: place), scratch)
      return long &>> 8 & 0x3F
    }
    let first = UInt8(truncatingIfNeeded: place) &+ entry.load(fromByteOffset: 4, as: UInt8.self)
    place &+= step
    store(entry.load(fromByteOffset: 2, as: Int16.self), first, scratch)
    store(
      entry.load(fromByteOffset: 6, as: Int16.self), UInt8(truncatingIfNeeded: place), scratch)
    return step &>> 8
  }

  /// Stores a coefficient by its number.
  @inlinable @inline(__always)
  func store(_ value: Int16, _ count: UInt8, _ scratch: UnsafeMutableRawPointer) {
    scratch.storeBytes(
      of: value, toByteOffset: 2 &* SamplePass.groupSize &* Int(count) &+ column, as: Int16.self)
  }
}
