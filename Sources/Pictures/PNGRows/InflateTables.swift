internal import RowBodies

/// The codes of a block as tables.
///
/// Tables grow from one code length to the next: what is known of fewer bits is written twice, then
/// the codes of that length, and pairs and triples of literals that are as long together, are put
/// in. The code is free of prefixes, so that of these each has places of its own: there are never
/// more pairs than the table has places.
struct InflateTables: ~Copyable {
  /// Directly before ``distances``, as `InflatePair` asks for.
  let literals: UnsafeMutablePointer<UInt32>
  let distances: UnsafeMutablePointer<UInt32>
  let longLiterals: LongCodes
  let longDistances: LongCodes
  private let memory: UnsafeMutablePointer<UInt32>
  private let lengthSpace: UnsafeMutablePointer<UInt32>
  private let literalCodes: UnsafeMutablePointer<UInt32>
  private let pairs: UnsafeMutablePointer<UInt32>

  /// Two tables, what is known of the lengths of two codes, their symbols, the literals and pairs of
  /// literals that the first table holds, and the code space of lengths.
  private static let wordCount =
    2 << Int(InflateCode.literalBits) + 1 << Int(InflateCode.distanceBits) + 4 * 16 + 288 + 32 + 288
    + 1
  static let byteCount = 4 * wordCount

  init() {
    let sizes = (
      literals: 1 << Int(InflateCode.literalBits), distances: 1 << Int(InflateCode.distanceBits)
    )
    let words = Self.wordCount
    memory = .allocate(capacity: words)
    memory.initialize(repeating: 0, count: words)
    literals = memory
    distances = literals + sizes.literals
    let limits = distances + sizes.distances
    let sorted = limits + 64
    // SAFETY: a word of 32 bits is rebound as one of 32 bits; each part lies in the memory above.
    let offsets = UnsafeMutableRawPointer(limits + 16).assumingMemoryBound(to: Int32.self)
    let farOffsets = UnsafeMutableRawPointer(limits + 48).assumingMemoryBound(to: Int32.self)
    longLiterals = LongCodes(limits: limits, offsets: offsets, words: sorted)
    longDistances = LongCodes(limits: limits + 32, offsets: farOffsets, words: sorted + 288)
    literalCodes = sorted + 288 + 32
    pairs = literalCodes + 288
    lengthSpace = memory + words - 1
  }

  deinit {
    memory.deallocate()
  }

  /// Whether under a sixteenth of the code space is of lengths, so that most of the block is literals.
  var areMostlyLiterals: Bool { lengthSpace.pointee < 1 << 11 }

  /// Makes the tables of a block.
  ///
  /// - Parameters:
  ///   - lengths: of the codes of literals and lengths, then of those of distances.
  ///   - literalCount: the former's number, at most 288.
  ///   - distanceCount: the latter's number, at most 32.
  /// - Returns: whether zlib takes such codes; no for some that it does take.
  func make(
    lengths: UnsafePointer<UInt8>, literalCount: Int, distanceCount: Int
  ) -> Bool {
    guard lengths[256] != 0,
      sort(lengths, literalCount, into: longLiterals, words: Self.literalWords) == 0
    else { return false }
    fillLiterals()
    lengthSpace.pointee = (257..<max(literalCount, 257)).reduce(0 as UInt32) { space, symbol in
      lengths[symbol] == 0 ? space : space + 1 << (15 - UInt32(lengths[symbol]))
    }
    let left = sort(
      lengths + literalCount, distanceCount, into: longDistances, words: Self.distanceWords)
    // zlib takes an incomplete code of distances that is one bit or nothing.
    //     left      0          2^14                 2^15
    //     code      complete   one code of a bit    none at all, of literals alone
    guard left == 0 || left == 1 << 14 && longDistances.limits[1] == 1 << 14 || left == 1 << 15
    else { return false }
    fill(
      distances, bits: Int(InflateCode.distanceBits), lengths + literalCount, distanceCount,
      longDistances)
    return true
  }

  /// Sorts symbols by their codes.
  ///
  /// - Returns: how much of the code space is left, in codes of 15 bits; negative for too many.
  private func sort(
    _ lengths: UnsafePointer<UInt8>, _ count: Int, into codes: LongCodes, words: [UInt32]
  ) -> Int {
    var counts: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    return withUnsafeMutableBytes(of: &counts) { raw in
      // SAFETY: 32 bytes as 16 numbers; a length is under 16.
      let counts = raw.bindMemory(to: UInt16.self)
      for index in 0..<count { counts[Int(lengths[index])] &+= 1 }
      counts[0] = 0
      var code = 0
      var place = 0
      for length in 1...InflateCode.longestCode {
        let (first, number) = (code, Int(counts[length]))
        code += number << (15 - length)
        guard code <= 1 << 15 else { return -1 }
        // Codes are left-aligned in 15 bits here; those of a length begin where shorter ones
        // end. A code's place among all, in their order, is its upper bits plus the offset of
        // its length.
        codes.limits[length] = UInt32(code)
        codes.offsets[length] = Int32(place - first >> (15 - length))
        counts[length] = UInt16(place)
        place += number
      }
      words.withUnsafeBufferPointer { words in
        for symbol in 0..<count {
          let length = Int(lengths[symbol])
          guard length > 0 else { continue }
          let place = Int(counts[length])
          counts[length] &+= 1
          let word = words[symbol]
          codes.words[place] = InflateCode.word(word, bits: UInt32(length))
        }
      }
      return 1 << 15 - code
    }
  }

  /// Fills a table of single codes.
  private func fill(
    _ table: UnsafeMutablePointer<UInt32>, bits: Int, _ lengths: UnsafePointer<UInt8>, _ count: Int,
    _ codes: LongCodes
  ) {
    table[0] = 0
    var before: UInt32 = 0
    for length in 1...bits {
      double(table, length)
      let limit = codes.limits[length]
      let step = UInt32(1) << (15 - length)
      var code = before
      while code < limit {
        let place = Int(Int32(code >> (15 - length)) + codes.offsets[length])
        table[Int(InflateCode.reversed(code))] = codes.words[place]
        code += step
      }
      before = limit
    }
  }

  private func double(_ table: UnsafeMutablePointer<UInt32>, _ length: Int) {
    // The first bit of a code is the lowest of an index, so that with one more bit all that
    // is known comes again:
    //
    //     2 bits   [ 00 10 01 11 ]
    //     3 bits   [ 000 100 010 110 | 001 101 011 111 ]   in the order of the stream's bits
    let half = 1 << (length - 1)
    (table + half).update(from: table, count: half)
  }

  private func fillLiterals() {
    let (table, codes, literalCodes, pairs) = (literals, longLiterals, literalCodes, pairs)
    table[0] = 0
    var before: UInt32 = 0
    var (known, knownPairs) = (0, 0)
    // Where the literals and the pairs of each length start, and where those of the last one end.
    var starts = SIMD16<Int32>(repeating: 0)
    var pairStarts = SIMD16<Int32>(repeating: 0)
    for length in 1...Int(InflateCode.literalBits) {
      double(table, length)
      (starts[length], pairStarts[length]) = (Int32(known), Int32(knownPairs))
      let limit = codes.limits[length]
      let step = UInt32(1) << (15 - length)
      var code = before
      while code < limit {
        let word = codes.words[Int(Int32(code >> (15 - length)) + codes.offsets[length])]
        let reversed = InflateCode.reversed(code)
        if word & InflateCode.literalMask != 0 {
          table[Int(reversed)] = word
          // The literal above the code.
          literalCodes[known] = (word >> 8) << 16 | reversed
          known += 1
        } else {
          table[Int(reversed)] = word & InflateCode.endOfBlock == 0 ? word : 0
        }
        code += step
      }
      before = limit
      starts[length + 1] = Int32(known)
      // The inner loops are over what there is most of.
      for first in 1..<max(length, 1) {
        let firsts = Int(starts[first])..<Int(starts[first + 1])
        for two in Int(starts[length - first])..<Int(starts[length - first + 1]) {
          let other = literalCodes[two]
          // The second code's bits follow the first one's `first` bits.
          let code = (other & 0xFFFF) << UInt32(first)
          for one in firsts {
            let word = literalCodes[one]
            let both = (word >> 16) | (other >> 16) << 8
            table[Int(word & 0xFFFF | code)] = both << 8 | 2 << 6 | UInt32(length)
            //     pair   [ second literal, 8 | first, 8 | both codes, 16 ]
            pairs[knownPairs] = both << 16 | word & 0xFFFF | code
            knownPairs += 1
          }
        }
      }
      pairStarts[length + 1] = Int32(knownPairs)
      for first in 2..<max(length, 2) {
        let firsts = Int(pairStarts[first])..<Int(pairStarts[first + 1])
        for three in Int(starts[length - first])..<Int(starts[length - first + 1]) {
          let other = literalCodes[three]
          let code = (other & 0xFFFF) << UInt32(first)
          let last = (other >> 16) << 24 | 3 << 6 | UInt32(length)
          for pair in firsts {
            let word = pairs[pair]
            table[Int(word & 0xFFFF | code)] = (word >> 16) << 8 | last
          }
        }
      }
    }
  }

  /// What each symbol of literals and lengths means; 0 for nothing.
  private static let literalWords: [UInt32] = {
    var words = (0..<256).map { InflateCode.literal(UInt32($0)) }
    words.append(InflateCode.endOfBlock)
    var least: UInt32 = 3
    // Extra bits go up by one every four symbols from the ninth on (RFC 1951, 3.2.5); 258 has
    // a code of its own.
    for symbol in 0..<28 {
      let extraBits = UInt32(max(symbol / 4 - 1, 0))
      words.append(InflateCode.match(least, extraBits: extraBits))
      least += 1 << extraBits
    }
    words.append(InflateCode.match(258, extraBits: 0))
    return words + [0, 0]
  }()

  /// What each symbol of distances means; 0 for nothing.
  private static let distanceWords: [UInt32] = {
    var words: [UInt32] = []
    var least: UInt32 = 1
    // And every two symbols from the fifth on.
    for symbol in 0..<30 {
      let extraBits = UInt32(max(symbol / 2 - 1, 0))
      words.append(InflateCode.match(least, extraBits: extraBits))
      least += 1 << extraBits
    }
    return words + [0, 0]
  }()
}
