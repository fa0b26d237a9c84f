/// What no table decides: one symbol, by its canonical code.
///
/// Baseline code in a function of its own: it is called once in some thousand steps, from loops that
/// are compiled for newer processors.
///
/// - Parameters:
///   - place: `bit position << 8 | finished coefficients`.
///   - state: the state of the lane.
///   - bytes: the data, with 8 bytes readable from the place on.
///   - tables: the tables.
/// - Returns: the place after the symbol, with ``LaneRun/endOfBlock`` or ``LaneRun/damage`` as its
///   low byte where those are what it is.
public func exceptionalStep(
  _ place: UInt64, state: Int, bytes: UnsafeRawPointer, tables: LaneTables
) -> UInt64 {
  // SAFETY: the caller promises 8 bytes at the place.
  let word = UInt64(
    bigEndian: bytes.loadUnaligned(fromByteOffset: Int(place >> 11), as: UInt64.self))
  let bits = UInt32(truncatingIfNeeded: (word << (place >> 8 & 7)) >> 48)
  let position = place >> 8
  let count = place & 0xFF
  func damaged() -> UInt64 { (position + LaneRun.damagedBits) << 8 | LaneRun.damage }
  // SAFETY: there is a code for each state.
  guard let (symbol, length) = tables.codes[state].symbol(in: bits) else { return damaged() }
  let size = UInt64(symbol & 15)
  let run = UInt64(symbol >> 4)
  let end = position + UInt64(length) + size
  if state & 1 == 0 {
    return symbol > 11 ? damaged() : end << 8
  }
  if symbol == 0 { return end << 8 | LaneRun.endOfBlock }
  guard size <= 10, size > 0 || run == 15 else { return damaged() }
  let sum = count + run + 1
  return sum > 63 ? damaged() : end << 8 | sum
}
