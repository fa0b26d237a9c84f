public import CLaneShims

/// Reads all coefficients of some blocks, one block after the other: see ``SamplePass``.
@usableFromInline
struct SampleLane {
  /// `bit << 8 | finished coefficients`.
  @usableFromInline var place: UInt32
  /// The block being read; more than there are when the lane idles.
  @usableFromInline var cursor = 0
  /// Where the blocks' coefficients start, and behind them where the lane idles: its count is 64.
  @usableFromInline let places: UnsafePointer<UInt32>
  /// The first block's coefficients, ``BlockPass/groupSize`` apart; those of the next lie beside.
  @usableFromInline let target: UnsafeMutablePointer<Int32>

  @inlinable @inline(__always)
  init(_ places: UnsafePointer<UInt32>, _ target: UnsafeMutablePointer<Int32>) {
    place = places[0]
    self.places = places
    self.target = target
  }

  /// Reads a symbol.
  @inlinable @inline(__always)
  mutating func step(
    _ component: DetailPass.Component, _ slots: UnsafePointer<SampleSlot>,
    _ bytes: UnsafeRawPointer
  ) {
    let word = DetailPass.load(bytes, place &>> 8)
    var entry = component.coefficients[
      Int(truncatingIfNeeded: word &>> UInt64(64 &- DetailPass.windowBits))]
    if _slowPath(entry & DetailPass.exception != 0) {
      entry = longCoefficient(word, entry, component.codes + 1)
    }
    place &+= entry & 0xFFFF
    let slot = slots + Int(truncatingIfNeeded: UInt8(truncatingIfNeeded: place))
    target[Int(truncatingIfNeeded: slot.pointee.place) &+ cursor] =
      (Int32(bitPattern: entry) &>> 16) &* slot.pointee.factor
    let next = places[cursor &+ 1]
    // 0 at a block's end, else all ones.
    let side = clane_opaque(UInt8(truncatingIfNeeded: place) < 63 ? .max : 0)
    place = next ^ ((place ^ next) & UInt32(truncatingIfNeeded: side))
    cursor &+= Int(truncatingIfNeeded: side) &+ 1
  }
}

/// Where a coefficient goes, and what it is multiplied with, by its number in the order of the data.
@frozen
public struct SampleSlot: Sendable {
  /// Its place in a group: 16 × the number row by row, or behind all of them.
  public let place: Int32
  /// The quantization.
  public let factor: Int32

  /// Makes a slot.
  public init(place: Int32, factor: Int32) {
    self.place = place
    self.factor = factor
  }
}
