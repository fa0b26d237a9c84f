/// The bits of a difference that is too long for the tables; 0 where there is no valid one.
///
/// - Parameters:
///   - word: the data from the block's start on, the first bit highest.
///   - code: the code of differences.
/// - Returns: how many bits its code and its magnitude take.
public func longDifferenceLength(_ word: UInt64, _ code: UnsafePointer<SymbolCode>) -> Int {
  // SAFETY: the caller passes the code.
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
@inlinable @inline(__always)
public func longStep(
  _ word: UInt64, _ entry: UInt32, _ code: UnsafePointer<SymbolCode>
) -> UInt32 {
  hasCode(entry) ? wideStep(word, entry) : symbolStep(word, code)
}

/// The entry of a coefficient that is too long for the table of ``DetailPass``.
///
/// - Parameters:
///   - word: the data from the symbol on, the first bit highest.
///   - entry: what the table says of it.
///   - code: the code of coefficients.
/// - Returns: the entry; an end of block where there is no valid symbol.
@inlinable @inline(__always)
public func longCoefficient(
  _ word: UInt64, _ entry: UInt32, _ code: UnsafePointer<SymbolCode>
) -> UInt32 {
  if hasCode(entry) { return wideStep(word, entry) }
  let step = symbolStep(word, code)
  // Lanes do not pass over an end of block.
  return step == 0 || step & 0xFF == DetailPass.endOfBlock ? DetailPass.endOfBlock : step
}

/// Whether an entry that decides nothing has the code: then the magnitude is all that it has no room for.
@inlinable @inline(__always)
func hasCode(_ entry: UInt32) -> Bool { entry & 0xFF_0000 != 0 }

/// The entry of a coefficient whose code the table has, by far the most of those that it does not decide:
/// without a call, for which loops would have to put their numbers away.
@inlinable @inline(__always)
func wideStep(_ word: UInt64, _ entry: UInt32) -> UInt32 {
  let (length, size) = (entry &>> 16 & 0xFF, entry &>> 24)
  // A magnitude that a table has no room for has a bit at least.
  let bits = (word &<< UInt64(length)) &>> UInt64(64 &- size)
  let value = magnitude(Int(truncatingIfNeeded: bits), size: Int(size))
  return UInt32(UInt16(bitPattern: value)) &<< 16 | (length &+ size) &<< 8 | entry & 0xFF
}

/// The entry of a symbol whose code no table has; 0 where there is no valid one.
///
/// - Parameters:
///   - word: the data from the symbol on, the first bit highest.
///   - code: the code of coefficients.
/// - Returns: `value << 16 | bits << 8 | advance`.
public func symbolStep(_ word: UInt64, _ code: UnsafePointer<SymbolCode>) -> UInt32 {
  // SAFETY: the caller passes the code.
  let found = code.pointee.symbol(in: UInt32(truncatingIfNeeded: word >> 48))
  guard let found else { return 0 }
  if found.symbol == 0 { return UInt32(found.length) << 8 | DetailPass.endOfBlock }
  let (length, size) = (found.length, Int(found.symbol & 15))
  guard size <= 10, size > 0 || found.symbol == 0xF0 else { return 0 }
  let bits = Int(((word << UInt64(length)) >> 1) >> UInt64(63 - size))
  let value = UInt32(UInt16(bitPattern: magnitude(bits, size: size)))
  return value << 16 | UInt32(length + size) << 8 | UInt32(found.symbol >> 4 + 1)
}

/// The bits that a difference takes whose code is too long for the table of ``DetailPass``.
///
/// - Parameters:
///   - word: the data from the symbol on, the first bit highest.
///   - code: the code of differences.
/// - Returns: the bits.
public func longSymbolLength(_ word: UInt64, _ code: UnsafePointer<SymbolCode>) -> UInt8 {
  // SAFETY: the caller passes the code.
  let found = code.pointee.symbol(in: UInt32(truncatingIfNeeded: word >> 48))
  guard let found, found.symbol <= 11 else { return 1 }
  return UInt8(found.length) + found.symbol
}

/// The bits of the last entry, or two, of a block whose last coefficient is not 0, so that no end of block
/// follows; 0 where the block is damaged.
///
/// Of two symbols of an entry the second one may be the next block's.
///
/// - Parameters:
///   - word: the data from the entry on, the first bit highest.
///   - count: coefficients before it.
///   - tables: what the block is read with.
///   - numbers: receives the coefficients.
/// - Returns: how many bits the block still takes.
public func lastStep(
  _ word: UInt64, _ count: Int, _ tables: SamplePass.Component,
  _ numbers: UnsafeMutablePointer<Int16>
) -> Int {
  var count = count
  var bits = 0
  for _ in 0..<2 {
    let window = Int(
      truncatingIfNeeded: (word &<< UInt64(bits)) &>> UInt64(64 &- SamplePass.windowBits))
    // SAFETY: the caller's tables are those of `SamplePass`, whose windows are as wide for single symbols;
    // entries add 80 at most to a count under 63.
    let entry = UnsafeRawPointer(tables.pairs + window)
    let step = Int(entry.load(as: UInt16.self))
    guard step & Int(DetailPass.exception) == 0 else { return 0 }
    let end = count &+ step & 0xFF
    let first = Int(entry.load(fromByteOffset: 4, as: UInt16.self)) / SamplePass.rowBytes
    numbers[count &+ first] = entry.load(fromByteOffset: 2, as: Int16.self)
    if end <= 63 { numbers[end] = entry.load(fromByteOffset: 6, as: Int16.self) }
    if end == 63 { return bits &+ step &>> 8 }
    // The second symbol begins the next block: the first one alone has to end this one.
    if end > 63 {
      let single = tables.details.coefficients[window]
      guard count &+ Int(single & 0xFF) == 63 else { return 0 }
      return bits &+ Int(single &>> 8 & 0xFF)
    }
    count = end
    bits &+= step &>> 8
  }
  return 0
}
