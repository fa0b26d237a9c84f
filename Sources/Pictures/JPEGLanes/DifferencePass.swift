/// Reads the differences of first coefficients of blocks whose starts are known.
public enum DifferencePass {
  /// Bits that index the tables.
  @inlinable public static var windowBits: Int { 13 }
  /// The entry of what a table does not decide.
  @inlinable public static var exception: Int16 { .min }

  /// MCUs of which one block is read after the other: their records fit the fastest memory.
  @inlinable static var mcusAtOnce: Int { 256 }

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
  ///   - tables: for each block of the MCU a table of the differences that windows begin with.
  ///   - codes: for each block of the MCU the code of its difference, then that of its
  ///     coefficients.
  ///   - bytes: the data.
  ///   - differences: receives them.
  /// - Returns: whether a block was damaged.
  @inlinable @inline(__always)
  public static func read(
    _ records: UnsafePointer<UInt32>, count: Int, phase: Int, blocksPerMCU: Int,
    tables: UnsafePointer<UnsafePointer<Int16>>, codes: UnsafePointer<SymbolCode>,
    bytes: UnsafeRawPointer, differences: UnsafeMutablePointer<Int16>
  ) -> Bool {
    var damage: UInt32 = 0
    for index in 0..<count {
      damage |= LaneRun.count(of: records[index &+ 1]) == LaneRun.damage ? 1 : 0
    }
    // A block of the MCU at a time, over some MCUs, so that its table stays the same.
    var first = 0
    while first < count {
      let end = min(first &+ blocksPerMCU &* mcusAtOnce, count)
      for number in 0..<min(blocksPerMCU, end &- first) {
        let block = (phase &+ number) % blocksPerMCU
        let table = tables[block]
        var index = first &+ number
        while index < end {
          let place = records[index]
          var word = UInt64(
            bigEndian: bytes.loadUnaligned(
              fromByteOffset: Int(truncatingIfNeeded: place &>> 11), as: UInt64.self))
          word = word &<< UInt64(place &>> 8 & 7)
          var difference = table[Int(truncatingIfNeeded: word &>> UInt64(64 &- windowBits))]
          if _slowPath(difference == exception) {
            // Two codes for each block of the MCU: the first one is that of differences.
            difference = longDifference(word, codes + 2 &* block)
          }
          differences[index] = difference
          index &+= blocksPerMCU
        }
      }
      first = end
    }
    return damage != 0
  }
}

/// A difference that is too long for the tables of ``DifferencePass``.
///
/// - Parameters:
///   - word: the data from the block's start on, the first bit highest.
///   - code: the code of differences.
/// - Returns: the difference; 0 where there is no valid one.
public func longDifference(_ word: UInt64, _ code: UnsafePointer<SymbolCode>) -> Int16 {
  // SAFETY: the caller passes the code.
  let found = code.pointee.symbol(in: UInt32(truncatingIfNeeded: word >> 48))
  // Categories of differences go up to 11 with samples of 8 bits (T.81, table F.1).
  guard let found, found.symbol <= 11 else { return 0 }
  let size = Int(found.symbol)
  let bits = word << UInt64(found.length)
  return magnitude(Int((bits >> 1) >> UInt64(63 - size)), size: size)
}

/// The number that some bits stand for (ITU-T T.81, F.2.2.1, "EXTEND").
///
/// - Parameters:
///   - bits: the bits.
///   - size: how many, 0 to 11.
/// - Returns: the number.
@inlinable @inline(__always)
public func magnitude(_ bits: Int, size: Int) -> Int16 {
  // Of size 3 the bits 000 to 011 are -7 to -4, and 100 to 111 are 4 to 7.
  let limit = 1 &<< size
  // Without a branch, which no processor would foresee: the lower half stands for negative numbers.
  let offset = (limit &- 1) & (2 &* bits &- limit) &>> (Int.bitWidth - 1)
  return Int16(truncatingIfNeeded: bits &- offset)
}
