internal import JPEGLanes

/// What each window of bits begins with: one symbol, and what it means to a lane.
struct SymbolTable {
  /// In four bytes, so that all of a table are in the nearest memory.
  private struct Entry {
    /// Bits of the code; 0 where the window holds no valid symbol.
    var codeLength: UInt8 = 0
    /// Bits of the code and the magnitude.
    var bits: UInt8 = 0
    /// Coefficients that the symbol finishes.
    var advance: UInt8 = 0
    var isEnd = false

    /// What lanes read.
    var word: UInt16 { UInt16(bits) << 8 | UInt16(advance) + (isEnd ? 129 : 0) }
  }

  private var entries: [Entry]
  private static var windowBits: Int { LaneNode.windowBits }

  /// Lists the symbols of a code.
  init(_ code: SymbolCode, isDifference: Bool) {
    entries = Array(repeating: Entry(), count: LaneNode.entryCount)
    code.forEachWindow(bits: Self.windowBits) { windows, symbol, length in
      let entry = Self.entry(symbol, UInt8(length), isDifference: isDifference)
      for window in windows { entries[window] = entry }
    }
  }

  private static func entry(_ symbol: UInt8, _ length: UInt8, isDifference: Bool) -> Entry {
    let (run, size) = (symbol >> 4, symbol & 15)
    if isDifference {
      guard symbol <= 11 else { return Entry() }
      return Entry(codeLength: length, bits: length + size)
    }
    if symbol == 0 { return Entry(codeLength: length, bits: length, isEnd: true) }
    guard size <= 10, size > 0 || run == 15 else { return Entry() }
    return Entry(codeLength: length, bits: length + size, advance: run + 1)
  }

  /// Fills a table of what lanes' tables do not decide because of its length.
  static func fillLong(
    _ target: UnsafeMutablePointer<UInt16>, _ code: SymbolCode, isDifference: Bool
  ) {
    for (index, symbol) in code.longSymbols.enumerated() {
      let entry = entry(UInt8(symbol >> 8), UInt8(symbol & 0xFF), isDifference: isDifference)
      (target + index).initialize(to: entry.codeLength == 0 ? 0 : entry.word)
    }
  }

  /// Fills a table of lanes: one of these symbols, then as many of the other's as a window holds.
  func fill(_ target: UnsafeMutablePointer<UInt16>, followedBy others: SymbolTable) {
    let mask = LaneNode.entryCount - 1
    entries.withUnsafeBufferPointer { entries in
      others.entries.withUnsafeBufferPointer { others in
        for window in 0..<LaneNode.entryCount {
          // SAFETY: both tables have so many entries, and the mask keeps windows below that.
          var entry = entries[window]
          while !entry.isEnd, entry.bits < Self.windowBits {
            let next = others[window &<< Int(entry.bits) & mask]
            // The next code has to lie in the window; its magnitude may go on behind it. Sums
            // stay at 63, and at 62 before an end of block, so that an entry's low byte has
            // bit 6 clear: 63, or 62 + 129 = 191.
            guard next.codeLength > 0, entry.bits &+ next.codeLength <= Self.windowBits,
              entry.advance &+ next.advance <= 63, !next.isEnd || entry.advance < 63
            else { break }
            entry.bits &+= next.bits
            entry.advance &+= next.advance
            entry.isEnd = next.isEnd
          }
          target[window] = entry.codeLength == 0 ? 64 : entry.word
        }
      }
    }
  }
}
