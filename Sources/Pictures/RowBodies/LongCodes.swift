/// The canonical code of one block, for what its table does not know.
public struct LongCodes {
  /// For each length, one more than its last code, in its highest 15 bits; index 0 is not used.
  public var limits: UnsafeMutablePointer<UInt32>
  /// For each length, what to add to a code for its place in ``words``.
  public var offsets: UnsafeMutablePointer<Int32>
  /// The words of all codes, in the order of the codes, with that of the end of the block.
  public var words: UnsafeMutablePointer<UInt32>

  /// Makes a code of known parts.
  public init(
    limits: UnsafeMutablePointer<UInt32>, offsets: UnsafeMutablePointer<Int32>,
    words: UnsafeMutablePointer<UInt32>
  ) {
    self.limits = limits
    self.offsets = offsets
    self.words = words
  }

  /// The word of the next code; 0 for none.
  ///
  /// Called and not inlined, since it is seldom needed: no vector crosses the call.
  public func word(of bits: UInt64) -> UInt32 {
    // The stream has the first bit of a code lowest; canonical codes compare with it highest.
    let reversed = InflateCode.reversed(UInt32(truncatingIfNeeded: bits & 0x7FFF))
    for length in 1...InflateCode.longestCode where reversed < limits[length] {
      let code = Int32(truncatingIfNeeded: reversed &>> UInt32(15 - length))
      return words[Int(code &+ offsets[length])]
    }
    return 0
  }
}
