/// A state of a lane: a block of the MCU, before its first symbol or within it.
///
/// Each state has a table of ``entryCount`` entries, which the next ``windowBits`` bits of the data
/// index. An entry is `bits << 8 | advance`: the symbols that the window begins with, several at a
/// time, take that many bits in all and move the number of finished AC coefficients on by that
/// much, with these exceptions in the low byte:
///
/// - 129 + *n*: *n* coefficients and then an end of block;
/// - 64: nothing that this table decides (a long code, an invalid one).
///
/// Counts start at 0 and a block ends at 63. So a sum with bit 6 set is what an entry cannot
/// decide: 64 to 127 are too many coefficients, or the exception; 192 and more an end of block
/// after the block's end. All other sums from 63 on are an end of the block.
public struct LaneNode {
  /// Bits that index a table.
  @inlinable public static var windowBits: Int { 12 }
  /// Entries of a table.
  public static var entryCount: Int { 1 << windowBits }

  // The order matters: ``Lane`` loads by offsets, and finds what belongs to "within" 8 bytes
  // before what belongs to "after", so that a side of -1 or 0 times 8 picks one of both.
  //
  //     byte   0               8              16       24      32     40
  //            entriesWithin   entriesAfter   within   after   mask   entries …
  /// The table within the block, and that before the next block, which are known so a load earlier
  /// than the states.
  let entriesWithin: UnsafePointer<UInt16>
  let entriesAfter: UnsafePointer<UInt16>
  /// The state within the block.
  public let within: UnsafeRawPointer
  /// The state before the next block.
  public let after: UnsafeRawPointer
  /// What a place is masked with before a step: the count starts anew with each block.
  let mask: UInt64
  /// The table.
  public let entries: UnsafePointer<UInt16>
  /// The code of the next symbol, for what the table cannot decide.
  public let code: UnsafePointer<SymbolCode>
  /// Entries for the 16 bits from `firstLong` on, of one symbol each; 0 for what is none.
  let longEntries: UnsafePointer<UInt16>
  let firstLong: UInt32
  let longCount: UInt32
  /// Whether the next symbol is that of a mean's difference.
  public let isDifference: Bool

  /// Makes a state; `within` and `after` are nodes too, and the code is known already.
  public init(
    entries: UnsafePointer<UInt16>, entriesWithin: UnsafePointer<UInt16>,
    entriesAfter: UnsafePointer<UInt16>, within: UnsafeRawPointer, after: UnsafeRawPointer,
    code: UnsafePointer<SymbolCode>, longEntries: UnsafePointer<UInt16>, isDifference: Bool
  ) {
    self.longEntries = longEntries
    firstLong = code.pointee.firstLong
    longCount = UInt32(code.pointee.longSymbols.count)
    self.entries = entries
    self.entriesWithin = entriesWithin
    self.entriesAfter = entriesAfter
    mask = isDifference ? ~0xFF : .max
    self.within = within
    self.after = after
    self.code = code
    self.isDifference = isDifference
  }

  /// Where the table and the state after a block's end lie, before which those within a block do, and
  /// where the mask.
  @inlinable static var entriesOffset: Int { 8 }
  @inlinable static var successorOffset: Int { 24 }
  @inlinable static var maskOffset: Int { 32 }
}
