/// Tables with which a lane walks through entropy-coded blocks, lent for the length of a call.
///
/// A lane is an automaton. Its *state* is 2 × *b* before the first symbol of the MCU's block *b*, and
/// 2 × *b* + 1 within that block. Each state has a table of ``entryCount`` entries, which the next
/// ``windowBits`` bits of the data index. An entry is `bits << 8 | advance`: the symbols that the
/// window begins with, several at a time, take that many bits in all and move the number of finished
/// AC coefficients on by that much, with these exceptions in the low byte:
///
/// - 129 + *n*: *n* coefficients and then an end of block;
/// - 64: nothing that this table can tell (a long code, an invalid one).
///
/// Counts start at 0 and a block ends at 63. So a sum with bit 6 set is what an entry cannot decide:
/// 64 to 127 are too many coefficients, or the exception; 192 and more an end of block after the
/// block's end. All other sums from 63 on are an end of the block.
public struct LaneTables {
  /// Bits that index a table.
  public static var windowBits: Int { 12 }
  /// Entries of a table.
  public static var entryCount: Int { 1 << windowBits }

  /// Tables back to back.
  public let entries: UnsafePointer<UInt16>
  /// For each state its first entry.
  public let offsets: UnsafePointer<Int>
  /// For each state the one after the end of the block.
  public let successors: UnsafePointer<Int>
  /// What decides where tables cannot: for each state the code of its next symbol.
  public let codes: UnsafePointer<SymbolCode>

  /// Lends tables.
  public init(
    entries: UnsafePointer<UInt16>, offsets: UnsafePointer<Int>,
    successors: UnsafePointer<Int>, codes: UnsafePointer<SymbolCode>
  ) {
    self.entries = entries
    self.offsets = offsets
    self.successors = successors
    self.codes = codes
  }
}
