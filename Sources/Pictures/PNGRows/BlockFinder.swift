internal import RowBodies

/// Finds where a block with codes of its own may begin, by what such a header has to be.
///
/// It says where it may be: most places that it names are none. A block ends at one of them or it
/// does not; only that says that it is one.
struct BlockFinder {
  private let sums: [UInt16]

  /// Bytes behind the last bit that may be read.
  static let overrun = 24

  init() {
    // What four lengths of 3 bits take of a code of 7 bits; none for 0.
    sums = (0..<4096).map { word in
      (0..<4).reduce(0 as UInt16) { sum, index in
        let length = word >> (3 * index) & 7
        return sum + (length == 0 ? 0 : 128 >> UInt16(length))
      }
    }
  }

  /// The first such place.
  ///
  /// SAFETY: loads 8 bytes, each at most ``overrun`` - 8 behind the byte of the last bit.
  ///
  /// - Parameters:
  ///   - bytes: the data.
  ///   - bits: where to look.
  /// - Returns: a bit; `nil` where there is none.
  func next(in bytes: UnsafePointer<UInt8>, _ bits: Range<Int>) -> Int? {
    sums.withUnsafeBufferPointer { sums in
      func word(_ bit: Int) -> UInt64 {
        UInt64(
          littleEndian: (UnsafeRawPointer(bytes) + bit >> 3).loadUnaligned(as: UInt64.self))
          >> UInt64(bit & 7)
      }
      var first = bits.lowerBound
      while first < bits.upperBound {
        let some = word(first)
        // Not the last block; codes of its own; no more than 286 and 30 of them.
        // Bit i of `some` is bit first + i of the data, so that 44 places are judged at once:
        // each needs the 13 bits from it on, and a word has 57. A header from its first bit
        // on, numbers with the lowest bit first:
        //
        //     bit     0      1 2    3 – 7   8 – 12   13 – 16   17 …
        //             last   type   HLIT    HDIST    HCLEN     3 bits for each length
        //     here    0      0 1    ≤ 29    ≤ 29
        //
        // Numbers of 30 and 31 have their upper four bits set.
        var places = ~some & ~(some >> 1) & some >> 2
        places &= ~(some >> 4 & some >> 5 & some >> 6 & some >> 7)
        places &= ~(some >> 9 & some >> 10 & some >> 11 & some >> 12)
        places &= 1 << 44 - 1
        while places != 0 {
          let bit = first + places.trailingZeroBitCount
          places &= places - 1
          let count = word(bit + 13) & 15 + 4
          // 19 lengths at most are the 57 bits that a word has. Lengths of a whole code add
          // up to 128 codes of 7 bits.
          let lengths = word(bit + 17) & (1 << (3 * count) - 1)
          let sum =
            sums[Int(lengths & 4095)] + sums[Int(lengths >> 12 & 4095)]
            + sums[Int(lengths >> 24 & 4095)] + sums[Int(lengths >> 36 & 4095)]
            + sums[Int(lengths >> 48 & 4095)]
          if sum == 128 { return bit < bits.upperBound ? bit : nil }
        }
        first += 44
      }
      return nil
    }
  }
}
