public import CLaneShims

/// Reads all coefficients of blocks, of which several lanes take one after the other from a list: see
/// ``SamplePass``.
@usableFromInline
struct SampleLane {
  /// An entry of the list, moved on: `column << 32 | bit << 8 | finished coefficients`, of which the
  /// column is 2 × the number of the block being read; where the lane idles, more than there are.
  @usableFromInline var place: UInt64

  @inlinable @inline(__always)
  init(_ number: Int, _ scratch: UnsafeMutableRawPointer) {
    place = scratch.load(
      fromByteOffset: SamplePass.listOffset &+ 8 &* number, as: UInt64.self)
  }

  /// Reads up to four symbols, and goes on with the next block of the list where one ends.
  ///
  /// What is read behind a block's end is stored where nothing reads it: one test and one load of the data
  /// serve two entries of the table. The data from a place on has 57 bits at least, and an entry takes
  /// 26 at most.
  @inlinable @inline(__always)
  mutating func step(
    _ next: inout UnsafeRawPointer, _ component: SamplePass.Component, _ bytes: UnsafeRawPointer,
    _ scratch: UnsafeMutableRawPointer
  ) {
    let word = DetailPass.load(bytes, UInt32(truncatingIfNeeded: place) &>> 8)
    let column = scratch + Int(truncatingIfNeeded: place &>> 32)
    var offset = Self.offset(of: place)
    let bits = take(word, component, column, &offset)
    _ = take(word &<< bits, component, column, &offset)
    // 0 at a block's end, else all ones.
    let side = clane_opaque(UInt8(truncatingIfNeeded: place) < 63 ? .max : 0)
    let start = next.load(as: UInt64.self)
    place = clane_opaque(start ^ ((place ^ start) & side))
    // Whichever lane ends a block first takes the next entry of the list.
    next += 8 &+ 8 &* Int(truncatingIfNeeded: side)
  }

  /// Reads what a word begins with, one symbol or two, stores their coefficients and returns the bits
  /// that they take.
  @inlinable @inline(__always)
  mutating func take(
    _ word: UInt64, _ component: SamplePass.Component, _ column: UnsafeMutableRawPointer,
    _ offset: inout Int
  ) -> UInt64 {
    let pair =
      component.pairs + Int(truncatingIfNeeded: word &>> UInt64(64 &- SamplePass.windowBits))
    let entry = UnsafeRawPointer(pair)
    let step = UInt64(entry.load(as: UInt16.self))
    if _slowPath(step & UInt64(DetailPass.exception) != 0) {
      let long = longCoefficient(word, entry.load(as: UInt32.self), component.details.codes + 1)
      place &+= UInt64(long & 0xFFFF)
      offset = Self.offset(of: place)
      column.storeBytes(
        of: Int16(truncatingIfNeeded: long &>> 16), toByteOffset: offset, as: Int16.self)
      return UInt64(long &>> 8 & 0x3F)
    }
    // The entry by its bytes, the lowest first (``SamplePass/fillPairs(_:coefficients:)``);
    // where there is one symbol, it is stored twice at the same place.
    //
    //     byte   0             1               2–3           4–5                  6–7
    //            advance of    bits of both    coefficient   32 × the advance     coefficient
    //            both                          of the first  of the first         of the last
    let first = offset &+ Int(entry.load(fromByteOffset: 4, as: UInt16.self))
    place &+= step
    offset = Self.offset(of: place)
    column.storeBytes(
      of: entry.load(fromByteOffset: 2, as: Int16.self), toByteOffset: first, as: Int16.self)
    column.storeBytes(
      of: entry.load(fromByteOffset: 6, as: Int16.self), toByteOffset: offset, as: Int16.self)
    return step &>> 8
  }

  /// Where a column's coefficient is that a place has come to, in bytes.
  @inlinable @inline(__always)
  static func offset(of place: UInt64) -> Int {
    SamplePass.rowBytes &* Int(UInt8(truncatingIfNeeded: place))
  }
}
