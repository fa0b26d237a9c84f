/// The bits of a difference that is too long for the tables; 0 where there is no valid one.
///
/// - Parameters:
///   - word: the data from the block's start on, the first bit highest.
///   - code: the code of differences.
/// - Returns: how many bits its code and its magnitude take.
public func longDifferenceLength(_ word: UInt64, _ code: UnsafePointer<SymbolCode>) -> Int {
  // SAFETY: the caller lends the code.
  let found = code.pointee.symbol(in: UInt32(truncatingIfNeeded: word >> 48))
  guard let found, found.symbol <= 11 else { return 0 }
  return found.length + Int(found.symbol)
}

/// The entry of a coefficient, or of an end of block, that is too long for the tables; 0 where there is
/// no valid one.
///
/// - Parameters:
///   - word: the data from the symbol on, the first bit highest.
///   - entry: what the table says of it.
///   - code: the code of coefficients.
/// - Returns: `value << 16 | bits << 8 | advance`.
public func longStep(
  _ word: UInt64, _ entry: UInt32, _ code: UnsafePointer<SymbolCode>
) -> UInt32 {
  var length = Int(entry >> 16 & 0xFF)
  var size = Int(entry >> 24)
  var advance = entry & 0xFF
  if length == 0 {
    // SAFETY: the caller lends the code.
    let found = code.pointee.symbol(in: UInt32(truncatingIfNeeded: word >> 48))
    guard let found else { return 0 }
    if found.symbol == 0 { return UInt32(found.length) << 8 | DetailPass.endOfBlock }
    (length, size, advance) = (found.length, Int(found.symbol & 15), UInt32(found.symbol >> 4 + 1))
    guard size <= 10, size > 0 || found.symbol == 0xF0 else { return 0 }
  }
  let bits = Int(((word << UInt64(length)) >> 1) >> UInt64(63 - size))
  let value = UInt32(UInt16(bitPattern: magnitude(bits, size: size)))
  return value << 16 | UInt32(length + size) << 8 | advance
}
