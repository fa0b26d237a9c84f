internal import CLibrary
internal import RowBodies

/// Inflates a zlib stream piece by piece.
///
/// It takes no stream that zlib refuses. It declines a few that zlib takes: with a window of under
/// 32 KB, a preset dictionary, or a code of lengths that is a single bit.
///
/// SAFETY of its loads: before the header of a block and before the checksum there are
/// ``InflateTables/headerBytes`` of input, or all of it with ``InflateInput/padding`` zeros behind. The
/// loops' own loads are bounded where they are called.
final class Inflater {
  private enum State {
    case streamHeader, blockHeader, codes, stored(left: Int), ahead(DecodedBlocks, ReplayPlace),
      secondChain(SecondChain.Found), checksum
    case done
  }

  private let code: RowCode
  private let input: InflateInput
  private let blocksAhead: BlocksAhead?
  private let tables = InflateTables()
  private let secondChain: SecondChain
  private var state = State.streamHeader
  private var isLastBlock = false
  private var place: InflatePlace
  private var checksum: UInt32 = 1
  /// Bytes of output that were added to it.
  private var made = 0
  /// The first byte of output that was not.
  private var counted: UnsafeMutablePointer<UInt8>

  /// How much room in the input is filled between two blocks.
  private static let filledAtOnce = 1 << 16

  /// - Parameters:
  ///   - code: the loops.
  ///   - input: the stream.
  ///   - secondChain: memory for a second chain.
  ///   - blocksAhead: blocks that another thread decodes, if one does.
  init(
    code: RowCode, input: InflateInput, secondChain: SecondChain, blocksAhead: BlocksAhead? = nil
  ) {
    self.code = code
    self.input = input
    self.secondChain = secondChain
    self.blocksAhead = blocksAhead
    // SAFETY: the output is set before each run.
    place = InflatePlace(
      input: input.start, bits: 0, bitCount: 0, output: UnsafeMutablePointer(mutating: input.start))
    counted = place.output
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
    counted = output
    defer { output = place.output }
    while place.output <= end {
      switch state {
      case .streamHeader:
        try ensureInput()
        // RFC 1950, 2.2: 0x78 is deflate with a window of 32 KB; as a number of 16 bits both
        // are a multiple of 31; 0x20 is the bit of a preset dictionary.
        let (method, flags) = (place.next(8), place.next(8))
        guard method == 0x78, (method << 8 | flags) % 31 == 0, flags & 0x20 == 0 else {
          throw PNGRowsError(reason: "header of the stream")
        }
        state = .blockHeader
      case .blockHeader:
        try ensureInput()
        if try !takeBlocksAhead() { try readBlockHeader() }
      case .codes:
        if try !runTwoChains(start: start, end: end) { try runCodes(start: start, end: end) }
      case .stored(let left):
        try copyStored(left, end: end)
      case .ahead(let blocks, let place):
        try replay(blocks, from: place, start: start, end: end)
      case .secondChain(let found):
        try replay(found, start: start, end: end)
      case .checksum:
        countOutput()
        try ensureInput()
        place.dropPartOfByte()
        // The one number of the format whose highest byte comes first.
        var sum: UInt32 = 0
        for _ in 0..<4 { sum = sum << 8 | place.next(8) }
        guard sum == checksum else { throw PNGRowsError(reason: "checksum") }
        try checkOverrun()
        state = .done
      case .done:
        return
      }
    }
    countOutput()
  }

  /// Whether input follows the stream.
  func hasMoreInput() throws(PNGRowsError) -> Bool {
    place.returnBytes()
    if place.input < input.end { return true }
    if input.isComplete { return false }
    try fillInput()
    return place.input < input.end
  }

  private func countOutput() {
    checksum = code.addToAdler(counted, place.output - counted, checksum)
    made += place.output - counted
    counted = place.output
  }

  private func runCodes(
    start: UnsafeMutablePointer<UInt8>, end: UnsafeMutablePointer<UInt8>
  ) throws(PNGRowsError) {
    // SAFETY: while more input may come, a run ends so early that it reads nothing behind what
    // there is; after all of it zeros follow.
    let inputBound =
      input.isComplete
      ? input.end + InflateRun.inputOverrun : max(input.start, input.end - InflateRun.inputOverrun)
    var target = CopiedMatches(start: start)
    let stop = code.copying.run(
      &place, InflateBounds(inputEnd: inputBound, outputStart: start, outputEnd: end), &target,
      tables)
    switch stop {
    case .damage: throw PNGRowsError(reason: "code")
    case .endOfBlock: endCodes()
    case .bounds:
      if input.isComplete { try checkOverrun() }
      if place.output <= end { try ensureInput() }
    }
  }

  private func beginCodes() {
    state = .codes
    secondChain.beginBlock(at: input.byte(at: place.nextByte))
  }

  private func endCodes() {
    state = isLastBlock ? .checksum : .blockHeader
    secondChain.endBlock(at: input.byte(at: place.nextByte))
  }

  /// Goes on with a part of the block by two chains, where that pays.
  ///
  /// - Returns: `false` where it does not.
  private func runTwoChains(
    start: UnsafeMutablePointer<UInt8>, end: UnsafeMutablePointer<UInt8>
  ) throws(PNGRowsError) -> Bool {
    guard
      let step = secondChain.step(
        at: input.byte(at: place.nextByte), outputBytes: end - place.output, tables: tables)
    else { return false }
    if input.end - place.input < SecondChain.inputBytes(step: step) {
      guard input.room(from: input.byte(at: place.nextByte)) >= Self.filledAtOnce else {
        return false
      }
      try fillInput()
      guard input.end - place.input >= SecondChain.inputBytes(step: step) else { return false }
    }
    let bounds = InflateBounds(
      inputEnd: input.end - InflateRun.inputOverrun, outputStart: start, outputEnd: end)
    var target = CopiedMatches(start: start)
    let (stop, found) = secondChain.decode(
      &place, bounds, step: step, &target, tables: tables, code: code, loops: code.copying)
    switch stop {
    case .damage: throw PNGRowsError(reason: "code")
    case .endOfBlock: endCodes()
    case .bounds:
      if let found { state = .secondChain(found) }
    }
    return true
  }

  private func replay(
    _ found: SecondChain.Found, start: UnsafeMutablePointer<UInt8>,
    end: UnsafeMutablePointer<UInt8>
  ) throws(PNGRowsError) {
    var found = found
    switch code.replay(&found.replay, &place.output, start, end) {
    case .damage: throw PNGRowsError(reason: "code")
    case .bounds: state = .secondChain(found)
    case .endOfBlock:
      // No input was filled meanwhile, so that it lies where it did.
      (place.input, place.bits, place.bitCount) = (
        found.place.input, found.place.bits, found.place.bitCount
      )
      if found.endsBlock { endCodes() } else { state = .codes }
    }
  }

  /// Goes on with what was decoded ahead from here, if something was.
  private func takeBlocksAhead() throws(PNGRowsError) -> Bool {
    guard let blocksAhead else { return false }
    let byte = input.byte(at: place.nextByte)
    if input.room(from: byte) >= Self.filledAtOnce { try fillInput() }
    if blocksAhead.isInTurn { while blocksAhead.decodeSome() {} }
    let bit = 8 * input.byte(at: place.input) - Int(place.bitCount)
    guard let blocks = blocksAhead.blocks(at: bit) else { return false }
    state = .ahead(blocks, blocks.place)
    return true
  }

  private func replay(
    _ blocks: DecodedBlocks, from begun: ReplayPlace, start: UnsafeMutablePointer<UInt8>,
    end: UnsafeMutablePointer<UInt8>
  ) throws(PNGRowsError) {
    var next = begun
    switch code.replay(&next, &place.output, start, end) {
    case .damage: throw PNGRowsError(reason: "code")
    case .bounds: state = .ahead(blocks, next)
    case .endOfBlock:
      (place.bits, place.bitCount) = (0, 0)
      input.move(&place, to: blocks.bits.upperBound / 8)
      // SAFETY: more than a header's bytes are there, for blocks ahead end before the last of them.
      place.refill()
      place.take(UInt64(blocks.bits.upperBound & 7))
      blocksAhead?.giveBack(blocks)
      state = .blockHeader
    }
  }

  private func readBlockHeader() throws(PNGRowsError) {
    isLastBlock = place.next(1) == 1
    switch place.next(2) {
    case 0:
      place.dropPartOfByte()
      let (length, complement) = (place.next(16), place.next(16))
      // RFC 1951, 3.2.4: the length and its complement.
      guard length == complement ^ 0xFFFF else { throw PNGRowsError(reason: "stored block") }
      try checkOverrun()
      place.returnBytes()
      state = .stored(left: Int(length))
    case 1:
      guard tables.makeFixed() else { throw PNGRowsError(reason: "fixed codes") }
      beginCodes()
    case 2:
      guard tables.readCodes(from: &place) else { throw PNGRowsError(reason: "codes of a block") }
      try checkOverrun()
      beginCodes()
    default: throw PNGRowsError(reason: "kind of block")
    }
  }

  private func copyStored(_ left: Int, end: UnsafeMutablePointer<UInt8>) throws(PNGRowsError) {
    if left == 0 {
      state = isLastBlock ? .checksum : .blockHeader
      return
    }
    if place.input >= input.end {
      guard !input.isComplete else { throw PNGRowsError(reason: "early end") }
      try fillInput()
      return
    }
    // SAFETY: no more than there is in the input, nor than fits before the end of the output and
    // what may be written behind it.
    let count = min(left, input.end - place.input, end + 1 - place.output)
    place.output.update(from: place.input, count: count)
    place.output += count
    place.input += count
    state = .stored(left: left - count)
  }

  // MARK: Input

  /// Has enough input for the header of a block, or all of it.
  private func ensureInput() throws(PNGRowsError) {
    if !input.isComplete, input.end - place.input < InflateTables.headerBytes { try fillInput() }
  }

  private func fillInput() throws(PNGRowsError) {
    guard let blocksAhead else {
      try input.fill(&place, keeping: nil, least: InflateTables.headerBytes)
      return
    }
    place.returnBytes()
    let next = input.byte(at: place.nextByte)
    var kept = blocksAhead.move(to: next, made: made + (place.output - counted))
    if let first = kept, first < next, input.room(from: first) < InflateTables.headerBytes {
      // The other thread came to a stop while this one passed the whole ring.
      blocksAhead.waitForReading()
      kept = nil
    }
    try input.fill(&place, keeping: kept, least: InflateTables.headerBytes)
    blocksAhead.setFilled(input.filled)
  }

  /// Whether more was taken than there is.
  private func checkOverrun() throws(PNGRowsError) {
    // Zeros behind the input are valid codes: what was taken has to be compared with what
    // there is.
    guard place.input - Int(place.bitCount >> 3) <= input.end else {
      throw PNGRowsError(reason: "early end")
    }
  }
}
