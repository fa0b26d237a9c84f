/// What symbols are read with.
extension SequentialPass {
  /// Bits that index a table of differences.
  @inlinable static var differenceBits: Int { 9 }

  /// Differences that there are entries for.
  public static var differenceCount: Int { 1 << differenceBits }

  /// Fills a table of differences: `magnitude's bits << 12 | code's bits << 8 | bits of both`, 0 for codes that
  /// are longer than the ``differenceBits`` that index it, and for those that are none.
  ///
  /// SAFETY: there is room for ``differenceCount``.
  public static func fillDifferences(_ table: UnsafeMutablePointer<UInt16>, code: SymbolCode) {
    table.initialize(repeating: 0, count: differenceCount)
    code.forEachWindow(bits: differenceBits) { windows, symbol, length in
      guard symbol <= 11 else { return }
      let entry = Int(symbol) << 12 | length << 8 | (length + Int(symbol))
      (table + windows.lowerBound).update(
        repeating: UInt16(truncatingIfNeeded: entry), count: windows.count)
    }
  }

  /// Steps that there are entries for.
  public static var stepCount: Int { 1 << SamplePass.windowBits }

  /// Fills a table of symbols.
  ///
  /// It is that of `SamplePass.fillPairs` with the two lowest bytes exchanged: a word is shifted by an entry
  /// as it is, of which a shift takes the lowest bits. Coefficients of a block lie one after the other here,
  /// so that what the first one advances by is a number of them. What is too long stays as it is.
  ///
  /// SAFETY: both tables have ``stepCount`` entries.
  public static func fillSteps(
    _ steps: UnsafeMutablePointer<UInt64>, pairs: UnsafePointer<UInt64>
  ) {
    for window in 0..<stepCount {
      let pair = pairs[window]
      let isLong = pair & UInt64(DetailPass.exception) != 0
      let low = UInt16(truncatingIfNeeded: pair)
      let advance = UInt64(UInt16(truncatingIfNeeded: pair >> 32)) / UInt64(SamplePass.rowBytes)
      steps[window] =
        pair & 0xFFFF_0000_FFFF_0000 | advance << 32 | UInt64(isLong ? low : low.byteSwapped)
    }
  }
}
