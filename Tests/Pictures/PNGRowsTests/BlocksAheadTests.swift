internal import Dispatch
internal import Hashing
internal import PNGRows
internal import Synchronization
internal import Testing
internal import ZlibOracle

@Suite("Blocks that are decoded ahead change nothing")
struct BlocksAheadTests {
  /// What became of a stream: the rows that came, and whether all did.
  private struct Outcome: Equatable {
    var rows: [UInt8] = []
    var isWhole = false
  }

  /// Grey rows without a filter, so that bytes are pixels.
  private struct Rows {
    static let width = 1000
    let height: Int
    let filtered: [UInt8]

    /// Makes rows of at least so many bytes.
    init(_ bytes: [UInt8]) {
      height = bytes.count / Self.width
      filtered = (0..<height).flatMap { [0] + bytes[$0 * Self.width..<($0 + 1) * Self.width] }
    }

    func deflate(_ options: zlib_oracle_options) throws -> [UInt8] {
      try Zlib.deflated(filtered, options)
    }

    func isAccepted(_ stream: [UInt8]) -> Bool {
      Zlib.accepts(stream, byteCount: filtered.count)
    }

    /// Reads a stream, eight rows at a time.
    func read(
      _ stream: [UInt8], _ inflating: Inflating, piece: Int = .max, failsAt end: Int? = nil,
      usesVectorExtensions: Bool = true
    ) -> (outcome: Outcome, bytesAhead: Int) {
      var offset = 0
      let reader = PNGRowsReader(
        width: Self.width, height: height, samples: .grey,
        usesVectorExtensions: usesVectorExtensions, inflating: inflating
      ) { room in
        if let end, offset >= end { return nil }
        let count = min(room.count, (end ?? stream.count) - offset, piece)
        room.copyBytes(from: stream[offset..<offset + count])
        offset += count
        return count
      }
      var outcome = Outcome()
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
        guard isRead else { return (outcome, reader.bytesDecodedAhead) }
        for pixel in 0..<count * Self.width { outcome.rows.append(group[4 * pixel]) }
      }
      outcome.isWhole = true
      return (outcome, reader.bytesDecodedAhead)
    }

    /// The rows of a whole picture.
    var expected: Outcome {
      let rows = (0..<height).flatMap { row in
        filtered[(row * (Self.width + 1) + 1)...].prefix(Self.width)
      }
      return Outcome(rows: rows, isWhole: true)
    }
  }

  /// Bytes of some kind: each is compressed in another way.
  private enum Content: CaseIterable {
    case differences, noise, words, runs, farMatches

    func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
      var generator = SplitMix64(seed: seed)
      let block = (0..<32_000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      var bytes: [UInt8] = []
      while bytes.count < count {
        let bits = generator.next()
        switch self {
        case .differences:
          let size = bits >> 8 & 7
          bytes.append(UInt8(truncatingIfNeeded: bits % (1 << size) &- bits >> 20 & 3))
        case .noise: bytes.append(UInt8(truncatingIfNeeded: bits))
        case .words:
          let start = Int(bits % 500) * 7
          bytes += block[start..<start + 3 + Int((bits >> 16) % 9)]
        case .runs:
          let level = UInt8(truncatingIfNeeded: bits)
          bytes += Array(repeating: level, count: Int((bits >> 8) % 300) + 1)
        case .farMatches:
          let start = bytes.count % (block.count - 300)
          bytes += block[start..<start + Int(bits % 280) + 1]
          bytes.append(UInt8(truncatingIfNeeded: bits >> 40))
        }
      }
      return bytes
    }
  }

  private static func way(
    level: Int32 = 6, strategy: Int32 = 0, memory: Int32 = 8, flush: Int32 = 0,
    flushedBytes: Int = 0
  ) -> zlib_oracle_options {
    zlib_oracle_options(
      level: level, strategy: strategy, memory: memory, flush: flush, flushed_bytes: flushedBytes)
  }

  /// Levels, strategies, sizes of blocks, flushes.
  private static let ways =
    (0...9).map { way(level: $0) } + (1...4).map { way(strategy: $0) }
    + [1, 3, 9].map { way(memory: $0) }
    + [1, 2, 3, 5].map { way(memory: 5, flush: $0, flushedBytes: 3000) }

  @Test("streams of zlib in all its ways", arguments: Content.allCases)
  private func everyEncoder(content: Content) throws {
    let rows = Rows(content.bytes(300_000, seed: 1))
    for options in Self.ways {
      let stream = try rows.deflate(options)
      #expect(rows.read(stream, .here).outcome == rows.expected, "\(options)")
      for step in [64, 1000, 20_000] {
        let found = rows.read(
          stream, .inTurn(stepBytes: step), piece: 5000, usesVectorExtensions: step != 1000)
        #expect(found.outcome == rows.expected, "\(options), \(step) bytes at a time")
      }
    }
  }

  @Test("a usual stream of many blocks is decoded ahead, most of it")
  func mostIsDecodedAhead() throws {
    let rows = Rows(Content.differences.bytes(3_000_000, seed: 2))
    let stream = try rows.deflate(Self.way())
    // The ring of 1 MB is passed more than once.
    #expect(stream.count > 1_500_000)
    for (step, part) in [(10_000, 3), (40_000, 3), (1 << 17, 4)] {
      let found = rows.read(stream, .inTurn(stepBytes: step))
      #expect(found.outcome == rows.expected)
      #expect(
        found.bytesAhead > stream.count / part, "\(step) bytes at a time: \(found.bytesAhead)")
    }
    for _ in 0..<3 {
      let found = rows.read(stream, .ahead, piece: 70_000)
      #expect(found.outcome == rows.expected)
    }
  }

  /// Who waits for whom, in a reading of which one thread is held up.
  private final class Meeting: Sendable {
    private let deadline = ContinuousClock.now + .seconds(120)
    private let isClaimed = Atomic(false)
    private let missed = Atomic(false)

    /// Whether something did not come in time.
    var isLate: Bool { missed.load(ordering: .relaxed) }

    /// Returns once something is so; notes where that does not come.
    private func wait(until isSo: () -> Bool) {
      let pause = DispatchSemaphore(value: 0)
      while !isSo() {
        guard ContinuousClock.now < deadline else {
          missed.store(true, ordering: .relaxed)
          return
        }
        _ = pause.wait(timeout: .now() + .milliseconds(1))
      }
    }

    /// The caller's thread has input to read, and reads it once `isAwaited`.
    func claim(isAwaited: () -> Bool) {
      isClaimed.store(true, ordering: .releasing)
      wait(until: isAwaited)
    }

    func waitForClaim() { wait { isClaimed.load(ordering: .acquiring) } }
  }

  @Test("the thread that inflates passes a whole ring, and waits for what is being read of it")
  func wholeRing() throws {
    // 1.1 bytes of rows for one of the stream, so that strips have room for more than a ring of it.
    var generator = SplitMix64(seed: 9)
    let rows = Rows((0..<4_000_000).map { _ in UInt8(generator.next() % 150) })
    let stream = try rows.deflate(Self.way(strategy: 2))
    #expect(stream.count > 3_500_000)
    let meeting = Meeting()
    var offset = 0
    let reader = PNGRowsReader(
      width: Rows.width, height: rows.height, samples: .grey, inflating: .ahead
    ) { room in
      // By now the first strip is full, so that the caller comes for the second one, which is not.
      if offset >= 2_000_000 { meeting.waitForClaim() }
      let count = min(room.count, stream.count - offset)
      room.copyBytes(from: stream[offset..<offset + count])
      offset += count
      return count
    }
    reader.beforeDecodingAhead { [unowned reader] in
      meeting.claim { reader.waitsForReading > 0 }
    }
    var found: [UInt8] = []
    var row = [UInt8](repeating: 0, count: 4 * Rows.width)
    for _ in 0..<rows.height {
      try row.withUnsafeMutableBytes { target in
        let base = try #require(target.baseAddress)
        try reader.readRows(into: base, bytesPerRow: target.count, count: 1)
      }
      found += stride(from: 0, to: row.count, by: 4).lazy.map { row[$0] }
    }
    #expect(!meeting.isLate)
    #expect(reader.waitsForReading > 0)
    #expect(found == rows.expected.rows)
  }

  @Test("blocks that only look like blocks, within stored bytes, are not used")
  func falseBlocks() throws {
    let inner = try Rows(Content.words.bytes(600_000, seed: 3)).deflate(
      Self.way(memory: 5))
    let rows = Rows(inner)
    let stream = try rows.deflate(Self.way(level: 0))
    for step in [500, 5000, 40_000] {
      let found = rows.read(stream, .inTurn(stepBytes: step))
      #expect(found.outcome == rows.expected)
      #expect(found.bytesAhead == 0)
    }
  }

  @Test("a stream cut at any byte is declined, after the same rows")
  func everyCut() throws {
    let rows = Rows(Content.differences.bytes(14_000, seed: 4))
    let stream = try rows.deflate(Self.way(memory: 3))
    #expect(rows.read(stream, .inTurn(stepBytes: 500)).bytesAhead > stream.count / 3)
    for count in cuts(of: stream.count) {
      let cut = Array(stream[..<count])
      let (plain, ahead) = (rows.read(cut, .here), rows.read(cut, .inTurn(stepBytes: 500)))
      #expect(!plain.outcome.isWhole && ahead.outcome == plain.outcome, "\(count) bytes")
    }
  }

  @Test("input that cannot be read further is declined")
  func failingInput() throws {
    let rows = Rows(Content.differences.bytes(2_000_000, seed: 5))
    let stream = try rows.deflate(Self.way())
    for end in [0, 1, 100_000, 1_000_000, stream.count - 1] {
      for inflating in [Inflating.here, .ahead, .inTurn(stepBytes: 10_000)] {
        let found = rows.read(stream, inflating, piece: 10_000, failsAt: end).outcome
        let isStart = rows.expected.rows.starts(with: found.rows)
        #expect(!found.isWhole && isStart, "\(end), \(inflating)")
      }
    }
  }

  @Test("damaged streams: what is read, and that it is declined, is the same, and zlib agrees")
  func damage() throws {
    var generator = SplitMix64(seed: 6)
    for content in Content.allCases {
      let rows = Rows(content.bytes(60_000, seed: 7))
      for memory in [Int32(2), 5] {
        let stream = try rows.deflate(Self.way(memory: memory))
        for _ in 0..<60 {
          var damaged = stream
          // Bytes before the checksum, so that some pieces of rows come.
          let place = Int(generator.next() % UInt64(stream.count))
          damaged[place] ^= 1 << UInt8(generator.next() % 8)
          let plain = rows.read(damaged, .here).outcome
          for step in [50, 700] {
            let ahead = rows.read(damaged, .inTurn(stepBytes: step)).outcome
            #expect(ahead == plain, "byte \(place), \(step) bytes at a time")
          }
          // Some distances lead to the same bytes as others.
          #expect(!plain.isWhole || plain == rows.expected && rows.isAccepted(damaged))
        }
      }
    }
  }

  @Test("distances that lead out of the output, in blocks that were decoded ahead")
  func distancesOutOfTheOutput() throws {
    let rows = Rows(Content.farMatches.bytes(200_000, seed: 8))
    let stream = try rows.deflate(Self.way(memory: 4, flush: 2, flushedBytes: 4000))
    // Behind the first flush: an empty stored block, after which blocks go on at a byte.
    let marks = (0..<stream.count - 4).filter { Array(stream[$0..<$0 + 4]) == [0, 0, 255, 255] }
    let mark = try #require(marks.first)
    let later = try #require(marks.first { $0 > mark + 5000 })
    // A few literals in a stored block instead of all before the second mark.
    let broken = Array(stream[..<2]) + [0, 3, 0, 252, 255, 1, 2, 3] + stream[(later + 4)...]
    for inflating in [Inflating.here, .inTurn(stepBytes: 100), .inTurn(stepBytes: 3000), .ahead] {
      #expect(rows.read(broken, inflating).outcome == Outcome(), "\(inflating)")
    }
  }
}
