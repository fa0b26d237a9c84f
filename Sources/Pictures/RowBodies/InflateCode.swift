/// What a table of codes says of the bits that come next: up to three literals, a length, a distance.
///
/// A word: the bits to leave out in bits 0 to 5. Literals: their number, 1 to 3, in bits 6 and 7,
/// themselves from bit 8 on. A length or a distance: the bits of its code in bits 8 to 11, its least
/// value from bit 16 on; the bits to leave out include its extra bits, which follow the code. 0
/// stands for what the table does not know: a longer code, the end of the block, or none.
public enum InflateCode {
  /// Bits that a look into the table of literals and lengths takes.
  @inlinable public static var literalBits: UInt64 { 12 }
  /// Bits that a look into the table of distances takes.
  @inlinable public static var distanceBits: UInt64 { 9 }
  /// Marks the end of a block, among the words of ``LongCodes``.
  @inlinable public static var endOfBlock: UInt32 { 1 << 12 }
  /// The bits that hold the number of literals.
  @inlinable public static var literalMask: UInt32 { 3 << 6 }
  /// Bits of the longest code.
  @inlinable public static var longestCode: Int { 15 }
  /// How far back a distance may lead.
  @inlinable public static var windowBytes: Int { 32768 }

  /// One literal whose code has no bits yet.
  @inlinable
  public static func literal(_ value: UInt32) -> UInt32 { value << 8 | 1 << 6 }

  /// A length or a distance whose code has no bits yet.
  @inlinable
  public static func match(_ least: UInt32, extraBits: UInt32) -> UInt32 { least << 16 | extraBits }

  /// A word that has no bits yet, with those of its code.
  @inlinable
  public static func word(_ word: UInt32, bits: UInt32) -> UInt32 {
    // A literal's word has nothing in the low six bits yet; a match has its extra bits there,
    // to which those of the code are added, and those of the code alone once more above.
    //
    //     literals   [ third, 8 | second, 8 | first, 8 | number, 2 | bits, 6 ]
    //     match      [ least value, 16 | – | bits of the code, 4 | 0, 2 | bits of both, 6 ]
    if word & literalMask != 0 { return word | bits }
    return word == 0 ? 0 : word + (bits << 8 | bits)
  }

  /// The length or the distance that a word and its extra bits stand for.
  @inlinable @inline(__always)
  public static func value(_ word: UInt32, _ bits: UInt64) -> Int {
    // Shifts mind the low six bits of a word: all bits of the symbol, of which the code goes
    // first.
    let ofWord = bits & ((1 &<< UInt64(truncatingIfNeeded: word)) &- 1)
    return Int(truncatingIfNeeded: ofWord &>> UInt64(truncatingIfNeeded: word &>> 8))
      &+ Int(truncatingIfNeeded: word &>> 16)
  }

  /// Bits of a code that is left in 15 bits, the first one lowest; and the other way round.
  @inlinable
  public static func reversed(_ code: UInt32) -> UInt32 {
    // 16 bits are turned by exchanging bytes, then fours, twos and ones: 15 bits are moved up
    // by one first.
    var bits = code << 1
    bits = bits >> 8 & 0x00FF | bits << 8 & 0xFF00
    bits = bits >> 4 & 0x0F0F | bits << 4 & 0xF0F0
    bits = bits >> 2 & 0x3333 | bits << 2 & 0xCCCC
    return bits >> 1 & 0x5555 | bits << 1 & 0xAAAA
  }
}
