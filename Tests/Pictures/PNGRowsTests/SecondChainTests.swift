internal import Hashing
internal import PNGRows
internal import Testing
internal import ZlibOracle

@Suite("Second chains of words change nothing")
struct SecondChainTests {
  /// Grey rows without a filter, so that bytes are pixels: mostly literals, some matches far back.
  private struct Rows {
    static let width = 1000
    let filtered: [UInt8]
    let pixels: [UInt8]
    let height: Int

    init(_ count: Int, matchesInThousand: UInt64 = 20, seed: UInt64) {
      var generator = SplitMix64(seed: seed)
      var bytes: [UInt8] = []
      while bytes.count < count {
        let bits = generator.next()
        if bits % 1000 < matchesInThousand, bytes.count > 1000 {
          // Some are longer than what is copied at once, some overlap themselves.
          let length = bits >> 10 & 7 == 0 ? Int(bits >> 16 & 63) + 3 : 6
          let distance = Int(bits >> 24) % min(bytes.count, 30_000) + 1
          for _ in 0..<length { bytes.append(bytes[bytes.count - distance]) }
        } else {
          // Small numbers are more frequent, so that codes have many lengths.
          let size = bits >> 32 & 7
          bytes.append(UInt8(truncatingIfNeeded: (bits >> 40) % (1 << size) &- bits >> 36 & 3))
        }
      }
      height = count / Self.width
      pixels = Array(bytes[..<(height * Self.width)])
      filtered = (0..<height).flatMap { [0] + bytes[$0 * Self.width..<($0 + 1) * Self.width] }
    }

    /// Rows of zeros.
    init(zeros height: Int) {
      self.height = height
      pixels = Array(repeating: 0, count: height * Self.width)
      filtered = Array(repeating: 0, count: height * (Self.width + 1))
    }

    /// Compresses them, as libpng does unless told otherwise: without matches of under six bytes.
    func deflate(
      level: Int32 = 6, strategy: Int32 = 1, memory: Int32 = 8, flush: Int32 = 0,
      flushedBytes: Int = 0
    ) throws -> [UInt8] {
      let options = zlib_oracle_options(
        level: level, strategy: strategy, memory: memory, flush: flush, flushed_bytes: flushedBytes)
      return try Zlib.deflated(filtered, options)
    }

    func isAccepted(_ stream: [UInt8]) -> Bool {
      Zlib.accepts(stream, byteCount: filtered.count)
    }

    /// The rows that came, whether all did, and how much of the stream second chains decoded.
    func read(
      _ stream: [UInt8], _ inflating: Inflating = .here, hasSecondChains: Bool = true,
      usesVectorExtensions: Bool = true, piece: Int = .max
    ) -> (rows: [UInt8], isWhole: Bool, chained: Int) {
      var offset = 0
      let reader = PNGRowsReader(
        width: Self.width, height: height, samples: .grey,
        usesVectorExtensions: usesVectorExtensions, inflating: inflating
      ) { room in
        let count = min(room.count, stream.count - offset, piece)
        room.copyBytes(from: stream[offset..<offset + count])
        offset += count
        return count
      }
      if !hasSecondChains { reader.leaveSecondChainsOut() }
      var rows: [UInt8] = []
      var group = [UInt8](repeating: 0, count: 4 * Self.width * 8)
      for row in stride(from: 0, to: height, by: 8) {
        let count = min(8, height - row)
        let isRead = group.withUnsafeMutableBytes { target in
          guard let base = target.baseAddress else { return false }
          do {
            try reader.readRows(into: base, bytesPerRow: 4 * Self.width, count: count)
            return true
          } catch {
            return false
          }
        }
        guard isRead else { return (rows, false, 0) }
        for pixel in 0..<count * Self.width { rows.append(group[4 * pixel]) }
      }
      return (rows, true, reader.bytesOfSecondChains)
    }
  }

  @Test("a third of a stream of literals and more comes from them", arguments: [0, 5, 20])
  func areUsed(matches: UInt64) throws {
    let rows = Rows(2_000_000, matchesInThousand: matches, seed: 1)
    let stream = try rows.deflate()
    for vectors in [true, false] {
      for piece in [Int.max, 5000] {
        let found = rows.read(stream, usesVectorExtensions: vectors, piece: piece)
        #expect(found.isWhole && found.rows == rows.pixels)
        #expect(found.chained > stream.count / 3, "\(found.chained) of \(stream.count)")
      }
    }
    #expect(rows.read(stream, hasSecondChains: false).chained == 0)
  }

  @Test("streams of zlib in all its ways, on one thread and on two")
  func everyEncoder() throws {
    for matches in [UInt64(10), 60] {
      let rows = Rows(400_000, matchesInThousand: matches, seed: 2)
      let streams =
        try (1...9).map { try rows.deflate(level: $0) }
        + [0, 2, 3, 4].map { try rows.deflate(strategy: $0) }
        + [6, 7, 9].map { try rows.deflate(memory: $0) }
        + [1, 2, 3, 5].map { try rows.deflate(flush: $0, flushedBytes: 30_000) }
      for (index, stream) in streams.enumerated() {
        for inflating in [Inflating.here, .ahead, .inTurn(stepBytes: 20_000)] {
          let found = rows.read(stream, inflating, usesVectorExtensions: index % 2 == 0)
          #expect(found.isWhole && found.rows == rows.pixels, "\(index), \(inflating)")
        }
      }
    }
  }

  @Test("a stream cut at any byte is declined, after the same rows")
  func everyCut() throws {
    let rows = Rows(32_000, seed: 3)
    let stream = try rows.deflate()
    #expect(rows.read(stream).chained > stream.count / 8)
    for count in cuts(of: stream.count) {
      let found = rows.read(Array(stream[..<count]))
      #expect(!found.isWhole && rows.pixels.starts(with: found.rows), "\(count) bytes")
    }
  }

  @Test("damaged streams: what is read, and that it is declined, is the same, and zlib agrees")
  func damage() throws {
    var generator = SplitMix64(seed: 4)
    let rows = Rows(150_000, seed: 5)
    let stream = try rows.deflate()
    for change in 0..<400 {
      var damaged = stream
      let place = Int(generator.next() % UInt64(stream.count))
      damaged[place] ^= 1 << UInt8(generator.next() % 8)
      let single = rows.read(damaged, hasSecondChains: false)
      for inflating in [Inflating.here, .inTurn(stepBytes: 15_000)] {
        let found = rows.read(damaged, inflating, usesVectorExtensions: change % 2 == 0)
        #expect(found.rows == single.rows && found.isWhole == single.isWhole, "byte \(place)")
      }
      // Some distances lead to the same bytes as others.
      #expect(!single.isWhole || single.rows == rows.pixels && rows.isAccepted(damaged))
    }
  }

  @Test("distances that lead out of the output")
  func distancesOutOfTheOutput() throws {
    let rows = Rows(200_000, seed: 6)
    let stream = try rows.deflate(flush: 2, flushedBytes: 60_000)
    let marks = (0..<stream.count - 4).filter { Array(stream[$0..<$0 + 4]) == [0, 0, 255, 255] }
    let mark = try #require(marks.first)
    // A few literals in a stored block instead of all before the flush.
    let broken = Array(stream[..<2]) + [0, 3, 0, 252, 255, 1, 2, 3] + stream[(mark + 4)...]
    for inflating in [Inflating.here, .inTurn(stepBytes: 20_000), .ahead] {
      let found = rows.read(broken, inflating)
      #expect(found.rows.isEmpty && !found.isWhole, "\(inflating)")
    }
  }

  @Test("blocks whose codes are of literals and whose words are of matches")
  func matchesByCodesOfLiterals() throws {
    let rows = Rows(zeros: 1300)
    // 10 KB of such a block have more matches than are noted of a second chain, and 128 KB more than of
    // blocks ahead.
    let stream = MatchBlocks(byteCount: rows.filtered.count, matchesInBlock: 30_000).stream
    #expect(stream.count > 350_000 && rows.isAccepted(stream))
    let ways = [Inflating.here, .inTurn(stepBytes: 8000), .inTurn(stepBytes: 100_000), .ahead]
    for inflating in ways {
      for vectors in [true, false] {
        let found = rows.read(stream, inflating, usesVectorExtensions: vectors)
        #expect(found.isWhole && found.rows == rows.pixels, "\(inflating)")
      }
      for count in stride(from: 40, to: stream.count, by: 29_999) {
        #expect(!rows.read(Array(stream[..<count]), inflating).isWhole)
      }
    }
  }
}

/// A zlib stream of zeros, whose codes are those of a block that is mostly literals.
///
/// They have 8 bits for most literals and 6 for the length 3, which takes a 64th of the code space. Matches
/// of 3 bytes are nearly all that it has (RFC 1951, 3.2.7).
private struct MatchBlocks {
  private(set) var stream: [UInt8] = [0x78, 0x9C]
  private var bits: UInt64 = 0
  private var bitCount = 0

  /// Bits of the codes: 246 literals, ten more, the end of the block, the length 3.
  private static let lengths =
    Array(repeating: 8, count: 246) + Array(repeating: 9, count: 10) + [8, 6]

  init(byteCount: Int, matchesInBlock: Int) {
    var left = byteCount
    while left > 0 {
      let literals = left == byteCount ? 1 : left < 3 * matchesInBlock ? left % 3 : 0
      let matches = min(matchesInBlock, (left - literals) / 3)
      left -= literals + 3 * matches
      beginBlock(isLast: left == 0)
      for _ in 0..<literals { putCode(4, length: 8) }
      for _ in 0..<matches {
        putCode(0, length: 6)
        put(0, 1)  // The distance 1.
      }
      putCode(250, length: 8)
    }
    if bitCount > 0 { put(0, 8 - bitCount) }
    // Of zeros: 1, and how many there are, both modulo 65,521.
    let sum = byteCount % 65_521
    for byte in [sum >> 8, sum & 255, 0, 1] { stream.append(UInt8(byte)) }
  }

  private mutating func beginBlock(isLast: Bool) {
    put(isLast ? 1 : 0, 1)
    put(2, 2)
    put(Self.lengths.count - 257, 5)
    put(0, 5)  // One code of distances.
    put(14, 4)
    // Two bits each for the lengths 8, 9, 6 and 1, in the order of 16, 17, 18, 0, 8, 7, 9, 6 and so on to 1.
    for number in 0..<18 { put([4, 6, 7, 17].contains(number) ? 2 : 0, 3) }
    for length in Self.lengths + [1] {
      putCode([1: 0, 6: 1, 8: 2, 9: 3][length] ?? 0, length: 2)
    }
  }

  /// Codes begin with their highest bit.
  private mutating func putCode(_ code: Int, length: Int) {
    for bit in (0..<length).reversed() { put(code >> bit & 1, 1) }
  }

  private mutating func put(_ value: Int, _ count: Int) {
    bits |= UInt64(value) << UInt64(bitCount)
    bitCount += count
    while bitCount >= 8 {
      stream.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }
}
