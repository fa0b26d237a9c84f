/// A Huffman code in canonical form.
///
/// ITU-T T.81, Annex C and F.2.2.3.
public struct SymbolCode: Equatable, Sendable {
  /// For each length 0…16: one more than its largest code, as the upper bits of 16; 0 where no code
  /// up to that length exists.
  public let limits: [UInt32]
  /// For each length: what to add to a code to find its symbol's index.
  public let deltas: [Int]
  /// Symbols in order of their codes.
  public let symbols: [UInt8]
  /// For 16 bits from ``firstLong`` on, which begin with a code too long for lanes' tables:
  /// `symbol << 8 | length`.
  ///
  /// Empty where there would be more than ``mostLong``, which no encoder of pictures makes.
  public let longSymbols: [UInt16]
  /// The 16 bits that ``longSymbols`` begin with.
  public let firstLong: UInt32
  /// For each window of ``shortBits`` bits that begins with a code `symbol << 8 | length`; 0 for others.
  private let shortSymbols: [UInt16]

  private static let shortBits = 9

  /// Makes a code from what a DHT segment says; `nil` where the counts are no prefix code, or not
  /// as many as the symbols.
  ///
  /// - Parameters:
  ///   - counts: the number of codes of each length 1…16.
  ///   - symbols: the symbols by increasing code.
  public init?(counts: [Int], symbols: [UInt8]) {
    guard counts.count == 16, counts.reduce(0, +) == symbols.count, !symbols.isEmpty,
      symbols.count <= 256
    else { return nil }
    var limits: [UInt32] = [0]
    var deltas = [0]
    var code = 0
    var index = 0
    // Codes of one length are consecutive, and those of the next begin at twice the one
    // behind the last (T.81, figure C.2). Left-aligned in 16 bits, all codes are in one
    // order:
    //
    //     length 2   00 01           0x0000, 0x4000     limits[2] = 0x8000
    //     length 3   100             0x8000             limits[3] = 0xA000
    //     length 4   1010 1011       0xA000, 0xB000     limits[4] = 0xC000
    //
    // So 16 bits begin with a code of the first length whose limit lies above them.
    for length in 1...16 {
      deltas.append(index - code)
      code += counts[length - 1]
      index += counts[length - 1]
      // The code of all ones is reserved, which libjpeg insists on (jdhuff.c,
      // jpeg_make_d_derived_tbl).
      guard code < 1 << length else { return nil }
      limits.append(UInt32(code << (16 - length)))
      code <<= 1
    }
    self.limits = limits
    self.deltas = deltas
    self.symbols = symbols
    firstLong = limits[LaneNode.windowBits]
    longSymbols = Self.listLong(limits: limits, deltas: deltas, symbols: symbols)
    shortSymbols = Self.listShort(limits: limits, symbols: symbols)
  }

  /// Entries of ``longSymbols`` at most.
  public static let mostLong = 4096

  private static func listLong(
    limits: [UInt32], deltas: [Int], symbols: [UInt8]
  ) -> [UInt16] {
    var first = Int(limits[LaneNode.windowBits])
    guard 1 << 16 - first <= mostLong else { return [] }
    var entries: [UInt16] = []
    for length in LaneNode.windowBits + 1...16 {
      while first < limits[length] {
        let index = first >> (16 - length) + deltas[length]
        let entry = UInt16(symbols[index]) << 8 | UInt16(length)
        entries.append(contentsOf: repeatElement(entry, count: 1 << (16 - length)))
        first += 1 << (16 - length)
      }
    }
    return entries
  }

  private static func listShort(limits: [UInt32], symbols: [UInt8]) -> [UInt16] {
    var entries = [UInt16](repeating: 0, count: 1 << shortBits)
    var (first, index) = (0, 0)
    for length in 1...shortBits {
      let limit = Int(limits[length]) >> (16 - shortBits)
      while first < limit {
        let next = first + 1 << (shortBits - length)
        for window in first..<next {
          entries[window] = UInt16(symbols[index]) << 8 | UInt16(length)
        }
        (first, index) = (next, index + 1)
      }
    }
    return entries
  }

  /// The symbol that 16 bits begin with and the length of its code; `nil` for none.
  public func symbol(in bits: UInt32) -> (symbol: UInt8, length: Int)? {
    // What is looked up here is mostly a long code.
    if bits >= firstLong, bits < firstLong + UInt32(longSymbols.count) {
      let entry = longSymbols[Int(bits - firstLong)]
      return (UInt8(entry >> 8), Int(entry & 0xFF))
    }
    let short = shortSymbols[Int(bits >> UInt32(16 - Self.shortBits))]
    if short != 0 { return (UInt8(short >> 8), Int(short & 0xFF)) }
    // Codes of up to 9 bits were looked up. From `limits[12]` on all are of 13 bits and more.
    for length in (bits < limits[12] ? Self.shortBits + 1 : 13)...16 where bits < limits[length] {
      let index = Int(bits >> (16 - UInt32(length))) + deltas[length]
      guard symbols.indices.contains(index) else { return nil }
      return (symbols[index], length)
    }
    return nil
  }

  /// Calls a body for each code of at most `bits` bits with the windows of so many bits that begin
  /// with it, its symbol and its length.
  public func forEachWindow(bits: Int, _ body: (Range<Int>, UInt8, Int) -> Void) {
    var first = 0
    var index = 0
    for length in 1...bits {
      let limit = Int(limits[length]) >> (16 - bits)
      let count = 1 << (bits - length)
      while first < limit, index < symbols.count {
        body(first..<first + count, symbols[index], length)
        first += count
        index += 1
      }
    }
  }

  /// The length of the shortest code.
  public var shortestLength: Int { limits.firstIndex { $0 > 0 } ?? 16 }
}
