/// Reads the coefficients of a block, symbol by symbol: see ``BlockPass``.
@usableFromInline
struct CoefficientReader {
  @usableFromInline var bit: UInt32
  @usableFromInline var count: UInt32 = 0
  /// All ones until the block ends.
  @usableFromInline var isActive: UInt32

  @inlinable @inline(__always)
  init(
    _ records: UnsafePointer<UInt32>, _ count: Int, _ index: Int,
    _ component: DetailPass.Component, _ bytes: UnsafeRawPointer
  ) {
    bit = 0
    isActive = 0
    guard index < count else { return }
    isActive = .max
    bit = records[index]
    let word = DetailPass.load(bytes, bit)
    var length = component.differences[
      Int(truncatingIfNeeded: word &>> UInt64(64 &- DetailPass.windowBits))]
    if length == 0 { length = longSymbolLength(word, component.codes) }
    bit &+= UInt32(length)
  }

  /// The next symbol's coefficient and its place in the data; 64 behind the end of the block.
  @inlinable @inline(__always)
  mutating func next(
    _ component: DetailPass.Component, _ bytes: UnsafeRawPointer
  ) -> (slot: Int, value: Int32) {
    let word = DetailPass.load(bytes, bit)
    var entry = component.coefficients[
      Int(truncatingIfNeeded: word &>> UInt64(64 &- DetailPass.windowBits))]
    entry &= isActive
    if entry & DetailPass.exception != 0 {
      entry = longCoefficient(word, entry, component.codes + 1)
    }
    bit &+= entry &>> 8 & 0xFF
    count &+= entry & 0xFF
    let slot = min(count, 64)
    // All ones while 62 - count is not negative.
    isActive &= ~UInt32(bitPattern: Int32(bitPattern: 62 &- count) &>> 31)
    count |= ~isActive & 64
    return (Int(truncatingIfNeeded: slot), Int32(bitPattern: entry) &>> 16)
  }
}

/// The entry of a coefficient that is too long for the table of ``DetailPass``.
///
/// - Parameters:
///   - word: the data from the symbol on, the first bit highest.
///   - entry: what the table says of it.
///   - code: the code of coefficients.
/// - Returns: the entry; an end of block where there is no valid symbol.
public func longCoefficient(
  _ word: UInt64, _ entry: UInt32, _ code: UnsafePointer<SymbolCode>
) -> UInt32 {
  let step = longStep(word, entry, code)
  // Lanes do not pass over an end of block.
  return step == 0 || step & 0xFF == DetailPass.endOfBlock ? DetailPass.endOfBlock : step
}

/// The bits that a difference takes whose code is too long for the table of ``DetailPass``.
///
/// - Parameters:
///   - word: the data from the symbol on, the first bit highest.
///   - code: the code of differences.
/// - Returns: the bits.
public func longSymbolLength(_ word: UInt64, _ code: UnsafePointer<SymbolCode>) -> UInt8 {
  // SAFETY: the caller lends the code.
  let found = code.pointee.symbol(in: UInt32(truncatingIfNeeded: word >> 48))
  guard let found, found.symbol <= 11 else { return 1 }
  return UInt8(found.length) + found.symbol
}
