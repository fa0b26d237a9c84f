/// Reads the differences of first coefficients of blocks whose starts are known.
public enum DifferencePass {
  /// Bits that index the tables.
  @inlinable public static var windowBits: Int { 10 }

  /// What a pass found.
  public struct Result {
    /// Whether a block was damaged.
    public var isDamaged = false
    @inlinable
    init() {}
  }

  /// Reads the differences of a run of blocks.
  ///
  /// SAFETY: loads are 8 bytes at each block's start, a record of a lane, which lie in the padded
  /// data; `differences` has room for `count` numbers.
  ///
  /// - Parameters:
  ///   - records: where the blocks start, one more than blocks.
  ///   - count: blocks.
  ///   - phase: the block of the MCU that the first is, under `blocksPerMCU`.
  ///   - blocksPerMCU: blocks of an MCU.
  ///   - entries: for each block of the MCU a table of 1024 entries: `length << 8 | size`, or 0 for
  ///     codes that are longer than its bits.
  ///   - codes: for each state of a lane (see ``LaneTables``) its code.
  ///   - bytes: the data.
  ///   - differences: receives them.
  /// - Returns: whether a block was damaged.
  @inlinable @inline(__always)
  public static func read(
    _ records: UnsafePointer<UInt32>, count: Int, phase: Int, blocksPerMCU: Int,
    entries: UnsafePointer<UInt16>, codes: UnsafePointer<SymbolCode>,
    bytes: UnsafeRawPointer, differences: UnsafeMutablePointer<Int16>
  ) -> Bool {
    var damage: UInt32 = 0
    var block = phase
    for index in 0..<count {
      let place = records[index]
      damage |= UInt32(UInt8(truncatingIfNeeded: records[index &+ 1]) == 127 ? 1 : 0)
      var word = UInt64(
        bigEndian: bytes.loadUnaligned(
          fromByteOffset: Int(truncatingIfNeeded: place &>> 11), as: UInt64.self))
      word = word &<< UInt64(truncatingIfNeeded: place &>> 8 & 7)
      let window = Int(truncatingIfNeeded: word &>> UInt64(64 &- windowBits))
      var entry = entries[block &<< windowBits &+ window]
      if entry == 0 {
        entry = longDifferenceEntry(UInt32(truncatingIfNeeded: word &>> 48), codes + 2 &* block)
      }
      let size = UInt64(entry & 0xFF)
      word = word &<< UInt64(entry &>> 8)
      let magnitude = Int64(bitPattern: (word &>> 1) &>> (63 &- size))
      let isNegative = ~(Int64(bitPattern: word) &>> 63)
      let difference = magnitude &+ (isNegative & ((-1 as Int64) &<< Int64(size) &+ 1))
      differences[index] = Int16(truncatingIfNeeded: difference)
      block &+= 1
      block = block == blocksPerMCU ? 0 : block
    }
    return damage != 0
  }
}

/// The entry of a code that is too long for the table of ``DifferencePass``.
///
/// - Parameters:
///   - bits: the next 16 bits.
///   - code: the code.
public func longDifferenceEntry(_ bits: UInt32, _ code: UnsafePointer<SymbolCode>) -> UInt16 {
  // SAFETY: the caller lends the code of the block's first state.
  guard let (symbol, length) = code.pointee.symbol(in: bits), symbol <= 11 else { return 1 << 8 }
  return UInt16(length) << 8 | UInt16(symbol)
}
