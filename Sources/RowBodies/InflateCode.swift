/// What a table of codes says of the bits that come next: one or two literals, a length, an end.
///
/// A word: the bits to leave out in bits 0 to 5. Literals: their number, 1 to 3, in bits 6 and 7,
/// themselves from bit 8 on. A length: the extra bits in bits 8 to 11, its least value from bit 16
/// on. A distance is laid out like a length. 0 stands for what the table does not know: a longer
/// code, or none.
public enum InflateCode {
  /// Bits that a look into the table of literals and lengths takes.
  @inlinable public static var literalBits: UInt64 { 12 }
  /// Bits that a look into the table of distances takes.
  @inlinable public static var distanceBits: UInt64 { 9 }
  /// Marks the end of a block.
  @inlinable public static var endOfBlock: UInt32 { 1 << 12 }
  /// The bits that hold the number of literals.
  @inlinable public static var literalMask: UInt32 { 3 << 6 }
  /// Bits of the longest code.
  @inlinable public static var longestCode: Int { 15 }
  /// The most bytes for which one length stands.
  @inlinable public static var longestMatch: Int { 258 }
  /// How far back a distance may lead.
  @inlinable public static var windowBytes: Int { 32768 }

  /// One literal.
  @inlinable
  public static func literal(_ value: UInt32, bits: UInt32) -> UInt32 { value << 8 | 1 << 6 | bits }

  /// A length or a distance.
  @inlinable
  public static func match(_ least: UInt32, extraBits: UInt32, bits: UInt32) -> UInt32 {
    least << 16 | extraBits << 8 | bits
  }
}
