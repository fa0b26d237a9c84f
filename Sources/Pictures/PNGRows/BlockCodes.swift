internal import RowBodies

/// The codes of a block from its header.
extension InflateTables {
  /// What the header of a block takes at most, and a refill more: 17 bits, 19 × 3, and 316 × 14, which is
  /// 564 bytes.
  static var headerBytes: Int { 640 }

  /// Reads the codes of a block that has its own, and makes their tables.
  ///
  /// SAFETY: callers have ``headerBytes`` there.
  ///
  /// - Returns: whether they are codes that zlib takes; no for some that it does take.
  func readCodes(from place: inout InflatePlace) -> Bool {
    // HLIT, HDIST and HCLEN (RFC 1951, 3.2.7). Symbols above 285 and 29 do not exist; zlib
    // refuses them too.
    let literalCount = Int(place.next(5)) + 257
    let distanceCount = Int(place.next(5)) + 1
    let orderCount = Int(place.next(4)) + 4
    guard literalCount <= 286, distanceCount <= 30 else { return false }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 640) { memory in
      guard let base = memory.baseAddress else { return false }
      base.initialize(repeating: 0, count: 640)
      // SAFETY: 320 lengths, of which 316 are used, then 19, then a table of 128.
      let (lengths, order, table) = (base, base + 320, base + 384)
      for index in 0..<orderCount { order[Int(Self.order[index])] = UInt8(place.next(3)) }
      guard Self.fillOrder(table, order) else { return false }
      let total = literalCount + distanceCount
      var index = 0
      while index < total {
        place.refill()
        let entry = table[Int(place.bits & 127)]
        place.take(UInt64(entry >> 5))
        let symbol = entry & 31
        guard symbol >= 16 else {
          lengths[index] = symbol
          index += 1
          continue
        }
        var (repeated, value) = (0, 0 as UInt8)
        // 16 repeats the length before 3 to 6 times, 17 and 18 are 3 to 10 and 11 to 138
        // zeros.
        switch symbol {
        case 16:
          guard index > 0 else { return false }
          (repeated, value) = (Int(place.next(2)) + 3, lengths[index - 1])
        case 17: repeated = Int(place.next(3)) + 3
        default: repeated = Int(place.next(7)) + 11
        }
        // A run may go on from the lengths of literals into those of distances, but not
        // behind these.
        guard repeated <= total - index else { return false }
        for _ in 0..<repeated {
          lengths[index] = value
          index += 1
        }
      }
      return make(lengths: lengths, literalCount: literalCount, distanceCount: distanceCount)
    }
  }

  /// Makes the tables of a block with the fixed codes.
  func makeFixed() -> Bool {
    // RFC 1951, 3.2.6: 0 to 143 have 8 bits, to 255 9, to 279 7, to 287 8, and distances 5.
    let lengths =
      Array(repeating: 8 as UInt8, count: 144) + Array(repeating: 9, count: 112)
      + Array(repeating: 7, count: 24) + Array(repeating: 8, count: 8)
      + Array(repeating: 5, count: 32)
    return lengths.withUnsafeBufferPointer { lengths in
      lengths.baseAddress.map { make(lengths: $0, literalCount: 288, distanceCount: 32) } ?? false
    }
  }

  /// The table of the code in which lengths are written: the length in the upper three bits.
  private static func fillOrder(
    _ table: UnsafeMutablePointer<UInt8>, _ lengths: UnsafePointer<UInt8>
  ) -> Bool {
    var code = 0
    for length in 1...7 {
      for symbol in 0..<19 where Int(lengths[symbol]) == length {
        guard code < 128 else { return false }
        var reversed = 0
        for bit in 0..<7 where code >> bit & 1 == 1 { reversed |= 1 << (6 - bit) }
        // The stream has a code's first bit lowest, so that all indices whose low bits are
        // the reversed code begin with it.
        for index in stride(from: reversed, to: 128, by: 1 << length) {
          table[index] = UInt8(length << 5 | symbol)
        }
        code += 1 << (7 - length)
      }
    }
    return code == 128
  }

  private static let order: [UInt8] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]
}
