/// What no table decides: one symbol, by its canonical code.
///
/// Baseline code in a function of its own: it is called once in some thousand steps, from loops
/// that are compiled for newer processors.
///
/// - Parameters:
///   - place: `bit << 8 | finished coefficients`, with an entry added that decides nothing.
///   - window: the entry's index.
///   - node: the state of the lane, a ``LaneNode``.
///   - bytes: the data, with 8 bytes readable from the place on.
/// - Returns: the place after the symbol, with ``LaneRun/damage`` as its low byte, or what a block
///   ends with, where those are what it is.
public func exceptionalStep(
  _ place: UInt32, _ window: Int, _ node: UnsafeRawPointer, _ bytes: UnsafeRawPointer
) -> UInt32 {
  // SAFETY: the caller passes a state, an index of its table, and 8 bytes at the place.
  let state = node.assumingMemoryBound(to: LaneNode.self)
  // The step was added already; without it, this is where the symbol begins.
  let before = place &- UInt32(state.pointee.entries[window])
  let position = LaneRun.bit(of: before)
  let word = UInt64(
    bigEndian: bytes.loadUnaligned(fromByteOffset: Int(position >> 3), as: UInt64.self))
  let bits = UInt32(truncatingIfNeeded: (word << UInt64(position & 7)) >> 48)
  let number = bits &- state.pointee.firstLong
  if number < state.pointee.longCount {
    // SAFETY: there are as many entries.
    let entry = UInt32(state.pointee.longEntries[Int(number)])
    let after = before &+ entry
    // Bit 6 again: a block that this symbol would make too long is damage, which `shortStep`
    // finds.
    if entry != 0, after & 0x40 == 0 { return after }
  }
  return shortStep(before, bits, state.pointee)
}

/// What ``exceptionalStep(_:_:_:_:)`` does not find in a table either: one symbol, before which a lane
/// is at a place.
private func shortStep(_ before: UInt32, _ bits: UInt32, _ state: LaneNode) -> UInt32 {
  let position = LaneRun.bit(of: before)
  // SAFETY: as above.
  let damaged = (position + LaneRun.damagedBits) << 8 | LaneRun.damage
  guard let (symbol, length) = state.code.pointee.symbol(in: bits) else { return damaged }
  let size = UInt32(symbol & 15)
  let run = UInt32(symbol >> 4)
  let end = position + UInt32(length) + size
  if state.isDifference { return symbol > 11 ? damaged : end << 8 }
  let finished = LaneRun.count(of: before)
  if symbol == 0 { return end << 8 | (LaneRun.endOfBlock + finished) }
  // Categories of coefficients go up to 10 with samples of 8 bits (T.81, table F.2). Of those
  // without a magnitude only 0xF0, sixteen zeros, is one of a baseline JPEG.
  guard size <= 10, size > 0 || run == 15 else { return damaged }
  let count = finished + run + 1
  return count > 63 ? damaged : end << 8 | count
}
