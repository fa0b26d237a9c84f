internal import CLibrary
internal import RowBodies

/// Inflates a zlib stream piece by piece.
///
/// It takes no stream that zlib refuses. It declines a few that zlib takes: with a window of under
/// 32 KB, a preset dictionary, or a code of lengths that is a single bit.
///
/// SAFETY of its loads: before the header of a block and before the checksum there are
/// ``headerBytes`` of input, or all of it with ``padding`` zeros behind. A header takes 5 + 5 + 4
/// bits, 19 × 3, and 316 × 14, which is 564 bytes. The loops' own loads are bounded where they are
/// called.
final class Inflater {
  private enum State {
    case streamHeader, blockHeader, codes, stored(left: Int), checksum, done
  }

  private let code: RowCode
  private let read: (UnsafeMutableRawBufferPointer) -> Int?
  private let tables = InflateTables()
  private var state = State.streamHeader
  private var isLastBlock = false

  private let input: UnsafeMutablePointer<UInt8>
  private var inputEnd: UnsafeMutablePointer<UInt8>
  private var hasAllInput = false
  private var place: InflatePlace
  private var checksum: UInt32 = 1

  /// Bytes of compressed data held at once.
  private static let inputBytes = 1 << 17
  /// Zeros after the last byte, more than a block's header has.
  private static let padding = 1024
  /// What the header of a block and a checksum take at most, and a refill more.
  private static let headerBytes = 640

  /// Memory that it takes, about.
  static let byteCount = inputBytes + padding + InflateTables.byteCount

  init(code: RowCode, read: @escaping (UnsafeMutableRawBufferPointer) -> Int?) {
    self.code = code
    self.read = read
    input = .allocateZeros(capacity: Self.inputBytes + Self.padding)
    inputEnd = input
    // SAFETY: the output is set before each run.
    place = InflatePlace(input: input, bits: 0, bitCount: 0, output: input)
  }

  deinit {
    input.freeZeros()
  }

  /// Whether the stream ended with the right checksum.
  var isDone: Bool { if case .done = state { true } else { false } }

  /// Inflates until the output is full or the stream ends.
  ///
  /// - Parameters:
  ///   - output: where to go on; moved on.
  ///   - start: the first byte of output that may be copied from.
  ///   - end: where to stop; `InflateRun.outputOverrun` bytes more are writable.
  /// - Throws: ``PNGRowsError``.
  func run(
    _ output: inout UnsafeMutablePointer<UInt8>, start: UnsafeMutablePointer<UInt8>,
    end: UnsafeMutablePointer<UInt8>
  ) throws(PNGRowsError) {
    place.output = output
    var counted = output
    defer { output = place.output }
    while place.output <= end {
      switch state {
      case .streamHeader:
        try ensureInput()
        let (method, flags) = (bits(8), bits(8))
        guard method == 0x78, (method << 8 | flags) % 31 == 0, flags & 0x20 == 0 else {
          throw PNGRowsError(reason: "header of the stream")
        }
        state = .blockHeader
      case .blockHeader:
        try ensureInput()
        try readBlockHeader()
      case .codes:
        try runCodes(start: start, end: end)
      case .stored(let left):
        try copyStored(left, end: end)
      case .checksum:
        count(from: &counted)
        try ensureInput()
        dropPartOfByte()
        var sum: UInt32 = 0
        for _ in 0..<4 { sum = sum << 8 | bits(8) }
        guard sum == checksum else { throw PNGRowsError(reason: "checksum") }
        try checkOverrun()
        state = .done
      case .done:
        return
      }
    }
    count(from: &counted)
  }

  /// Whether input follows the stream.
  func hasMoreInput() throws(PNGRowsError) -> Bool {
    returnBytes()
    if place.input < UnsafePointer(inputEnd) { return true }
    if hasAllInput { return false }
    try fillInput()
    return place.input < UnsafePointer(inputEnd)
  }

  private func count(from counted: inout UnsafeMutablePointer<UInt8>) {
    checksum = code.addToAdler(counted, place.output - counted, checksum)
    counted = place.output
  }

  private func runCodes(
    start: UnsafeMutablePointer<UInt8>, end: UnsafeMutablePointer<UInt8>
  ) throws(PNGRowsError) {
    // SAFETY: while more input may come, a run ends so early that it reads nothing behind what
    // there is; after all of it zeros follow.
    let inputBound =
      hasAllInput
      ? inputEnd + InflateRun.inputOverrun : max(input, inputEnd - InflateRun.inputOverrun)
    let stop = code.inflate(
      &place,
      InflateBounds(inputEnd: inputBound, outputStart: start, outputEnd: end),
      tables.literals, tables.distances, tables.longLiterals, tables.longDistances)
    switch stop {
    case .damage: throw PNGRowsError(reason: "code")
    case .endOfBlock: state = isLastBlock ? .checksum : .blockHeader
    case .bounds:
      if hasAllInput { try checkOverrun() }
      if place.output <= end { try ensureInput() }
    }
  }

  private func readBlockHeader() throws(PNGRowsError) {
    isLastBlock = bits(1) == 1
    switch bits(2) {
    case 0:
      dropPartOfByte()
      let (length, complement) = (bits(16), bits(16))
      guard length == complement ^ 0xFFFF else { throw PNGRowsError(reason: "stored block") }
      try checkOverrun()
      returnBytes()
      state = .stored(left: Int(length))
    case 1:
      try makeFixedTables()
      state = .codes
    case 2:
      try makeTables()
      try checkOverrun()
      state = .codes
    default: throw PNGRowsError(reason: "kind of block")
    }
  }

  private func makeFixedTables() throws(PNGRowsError) {
    let lengths =
      Array(repeating: 8 as UInt8, count: 144) + Array(repeating: 9, count: 112)
      + Array(repeating: 7, count: 24) + Array(repeating: 8, count: 8)
      + Array(repeating: 5, count: 32)
    let isMade = lengths.withUnsafeBufferPointer { lengths in
      lengths.baseAddress.map {
        tables.make(lengths: $0, literalCount: 288, distanceCount: 32)
      } ?? false
    }
    guard isMade else { throw PNGRowsError(reason: "fixed codes") }
  }

  private func makeTables() throws(PNGRowsError) {
    let literalCount = Int(bits(5)) + 257
    let distanceCount = Int(bits(5)) + 1
    let orderCount = Int(bits(4)) + 4
    guard literalCount <= 286, distanceCount <= 30 else {
      throw PNGRowsError(reason: "number of codes")
    }
    let isMade = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 640) { memory in
      guard let base = memory.baseAddress else { return false }
      base.initialize(repeating: 0, count: 640)
      // SAFETY: 320 lengths, of which 316 are used, then 19, then a table of 128.
      let (lengths, order, table) = (base, base + 320, base + 384)
      for index in 0..<orderCount { order[Int(Self.order[index])] = UInt8(bits(3)) }
      guard Self.fillOrder(table, order) else { return false }
      let total = literalCount + distanceCount
      var index = 0
      while index < total {
        refill()
        let entry = table[Int(place.bits & 127)]
        take(UInt64(entry >> 5))
        let symbol = entry & 31
        guard symbol >= 16 else {
          lengths[index] = symbol
          index += 1
          continue
        }
        var (repeated, value) = (0, 0 as UInt8)
        switch symbol {
        case 16:
          guard index > 0 else { return false }
          (repeated, value) = (Int(bits(2)) + 3, lengths[index - 1])
        case 17: repeated = Int(bits(3)) + 3
        default: repeated = Int(bits(7)) + 11
        }
        guard repeated <= total - index else { return false }
        for _ in 0..<repeated {
          lengths[index] = value
          index += 1
        }
      }
      return tables.make(
        lengths: lengths, literalCount: literalCount, distanceCount: distanceCount)
    }
    guard isMade else { throw PNGRowsError(reason: "codes of a block") }
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

  private func copyStored(_ left: Int, end: UnsafeMutablePointer<UInt8>) throws(PNGRowsError) {
    if left == 0 {
      state = isLastBlock ? .checksum : .blockHeader
      return
    }
    if place.input >= UnsafePointer(inputEnd) {
      guard !hasAllInput else { throw PNGRowsError(reason: "early end") }
      try fillInput()
      return
    }
    // SAFETY: no more than there is in the input, nor than fits before the end of the output and
    // what may be written behind it.
    let count = min(left, UnsafePointer(inputEnd) - place.input, end + 1 - place.output)
    place.output.update(from: place.input, count: count)
    place.output += count
    place.input += count
    state = .stored(left: left - count)
  }

  // MARK: Input

  /// Has enough input for the header of a block, or all of it.
  private func ensureInput() throws(PNGRowsError) {
    if !hasAllInput, UnsafePointer(inputEnd) - place.input < Self.headerBytes { try fillInput() }
  }

  /// Fills the buffer, or takes all input that is left and puts zeros behind.
  private func fillInput() throws(PNGRowsError) {
    // Bytes among the bits have to stay in the buffer, for they may be put back to it later.
    let partOfByte = place.bitCount & 7
    place.input -= Int(place.bitCount >> 3)
    place.bits &= 1 << partOfByte - 1
    place.bitCount = partOfByte
    let left = max(0, UnsafePointer(inputEnd) - place.input)
    input.update(from: place.input, count: left)
    place.input = UnsafePointer(input)
    var filled = left
    while filled < Self.inputBytes {
      let room = UnsafeMutableRawBufferPointer(
        start: input + filled, count: Self.inputBytes - filled)
      guard let count = read(room) else { throw PNGRowsError(reason: "input") }
      if count == 0 {
        hasAllInput = true
        (input + filled).update(repeating: 0, count: Self.padding)
        break
      }
      filled += count
    }
    inputEnd = input + filled
  }

  /// Whether more was taken than there is.
  private func checkOverrun() throws(PNGRowsError) {
    let taken = place.input - Int(place.bitCount >> 3)
    guard taken <= UnsafePointer(inputEnd) else { throw PNGRowsError(reason: "early end") }
  }

  private func refill() {
    let word = UInt64(
      littleEndian: UnsafeRawPointer(place.input).loadUnaligned(as: UInt64.self))
    place.bits |= word << place.bitCount
    place.input += Int((63 - place.bitCount) >> 3)
    place.bitCount |= 56
  }

  private func take(_ count: UInt64) {
    place.bits >>= count
    place.bitCount -= count
  }

  /// The next bits, at most 16.
  private func bits(_ count: UInt64) -> UInt32 {
    if place.bitCount < count { refill() }
    let found = UInt32(truncatingIfNeeded: place.bits) & (1 << UInt32(count) - 1)
    take(count)
    return found
  }

  private func dropPartOfByte() { take(place.bitCount & 7) }

  /// Puts whole bytes among the bits back to the input.
  private func returnBytes() {
    place.input -= Int(place.bitCount >> 3)
    place.bits = 0
    place.bitCount = 0
  }
}
