internal import Dispatch
internal import RowBodies
internal import Synchronization

/// Blocks that the caller's thread decodes while it waits for another thread, which inflates.
///
/// The place of a block is guessed from its header (``BlockFinder``), well ahead of the thread that
/// inflates. What was decoded is used only where that thread arrives at the very bit at which it
/// begins, at the header of a block: so a wrong guess costs time and nothing else.
///
/// Unchecked: the thread that inflates alone fills the input and moves in it, the caller's alone
/// decodes ahead; what both know is in ``state``. Bytes that the caller's thread reads were filled
/// before it learnt of them, and are kept until it is through.
final class BlocksAhead: @unchecked Sendable {
  private struct State {
    /// The byte at which inflating is, or has been a little before.
    var position = 0
    /// An earlier byte, and the bytes of rows that had been inflated then.
    var mark = (byte: 0, made: 0)
    /// Whether the input between them became so much that the caller has enough to do with it.
    var isDense = false
    /// Bytes of the stream that were read.
    var filled = 0
    /// Where to look for the next block at the earliest.
    var unclaimed = 0
    /// The first byte that is being read ahead.
    var kept: Int?
    /// The bit from which blocks are being decoded.
    var begun: Int?
    /// Whether the other thread waits for them.
    var isAwaited = false
    /// By place.
    var finished: [DecodedBlocks] = []
    /// Bytes of input that were used as they had been decoded.
    var usedBytes = 0
    /// How often the thread that inflates had to wait until no input was being read.
    var waits = 0
    /// Memory that is not in use.
    var idle: [DecodedBlocks]
  }

  private let input: InflateInput
  private let code: RowCode
  private let tables = InflateTables()
  /// The caller's thread's.
  let secondChain = SecondChain()
  private let finder = BlockFinder()
  private let state: Mutex<State>
  private let awaited = DispatchSemaphore(value: 0)
  /// Searches in vain since the last find.
  private var misses = 0

  /// Bytes of input to decode at a time.
  private let stepBytes: Int
  /// Whether the thread that inflates decodes ahead itself, before each block.
  let isInTurn: Bool

  /// The most bytes of input at a time.
  private static let longestStep = 1 << 17
  /// Headers to try at most where a block is looked for: 128 KB of any photo have a few hundred that are none.
  private static let mostTrials = 1024
  /// Bytes of input for which it learns how many bytes of rows they became.
  private static let denseBytes = 1 << 15
  /// How many bytes of rows for one of input are too many: what the caller does with them then takes
  /// longer than inflating, and decoding ahead would keep it from that.
  private static let mostBytesOfOne = 8
  /// Pieces of memory: one in use, one being filled, one that waits.
  private static let memoryCount = 3

  /// Memory that it takes.
  static var byteCount: Int {
    memoryCount * DecodedBlocks.byteCount + InflateTables.byteCount + SecondChain.byteCount
  }

  init(
    _ input: InflateInput, code: RowCode, stepBytes: Int = longestStep, isInTurn: Bool = false
  ) {
    precondition(32...Self.longestStep ~= stepBytes, "a header is found in so many bytes")
    self.input = input
    self.stepBytes = stepBytes
    self.isInTurn = isInTurn
    self.code = code
    state = Mutex(State(idle: (0..<Self.memoryCount).map { _ in DecodedBlocks() }))
  }

  // MARK: The thread that inflates

  /// Says where inflating is, so that nothing before it is read from now on.
  ///
  /// - Parameters:
  ///   - byte: the next byte of input.
  ///   - made: bytes of rows that were inflated so far.
  /// - Returns: the first byte of input that is being read, which may lie before it; `nil` for none.
  func move(to byte: Int, made: Int) -> Int? {
    state.withLock { state in
      state.position = byte
      let taken = byte - state.mark.byte
      if taken >= Self.denseBytes {
        state.isDense = made - state.mark.made > Self.mostBytesOfOne * taken
        state.mark = (byte, made)
      }
      return state.kept
    }
  }

  /// Waits until no input is being read.
  func waitForReading() {
    let isWaiting = state.withLock { state in
      state.isAwaited = state.kept != nil
      if state.isAwaited { state.waits += 1 }
      return state.isAwaited
    }
    if isWaiting { awaited.wait() }
  }

  /// Says how far input was read.
  func setFilled(_ filled: Int) { state.withLock { $0.filled = filled } }

  /// What was decoded from a block on, at which inflating is.
  func blocks(at bit: Int) -> DecodedBlocks? {
    let isBegun = state.withLock { state in
      state.position = bit / 8
      state.isAwaited = state.begun == bit
      return state.isAwaited
    }
    if isBegun { awaited.wait() }
    return state.withLock { state in
      while let first = state.finished.first, first.bits.lowerBound <= bit {
        state.finished.removeFirst()
        if first.bits.lowerBound == bit {
          state.position = first.bits.upperBound / 8
          state.usedBytes += first.bits.count / 8
          return first
        }
        state.idle.append(first)
      }
      return nil
    }
  }

  /// Takes back what was used up.
  func giveBack(_ blocks: DecodedBlocks) { state.withLock { $0.idle.append(blocks) } }

  // MARK: The caller's thread

  /// Bytes of input that were used as they had been decoded.
  var usedBytes: Int { state.withLock { $0.usedBytes } }

  /// How often the thread that inflates had passed the whole ring, and waited until nothing of it was
  /// being read.
  var waits: Int { state.withLock { $0.waits } }

  /// Called before blocks are decoded, when the input that they may lie in is kept already.
  var willDecode: (() -> Void)?

  /// Decodes some blocks ahead.
  ///
  /// - Returns: `false` where there is nothing to do yet.
  func decodeSome() -> Bool {
    let claim: (blocks: DecodedBlocks, bytes: Range<Int>)? = state.withLock { state in
      guard isInTurn || !state.isDense else { return nil }
      // Where inflating will have to go on by itself.
      var next = state.position
      for blocks in state.finished where blocks.bits.lowerBound / 8 < next + stepBytes / 4 {
        next = max(next, blocks.bits.upperBound / 8)
      }
      // A step ahead of where inflating goes on by itself, and a quarter for what it does
      // meanwhile:
      //
      //     position                next        start
      //     | inflated … | finished | 5/4 steps | to be decoded, a step or more | … filled
      let start = max(state.unclaimed, next + stepBytes * 5 / 4)
      guard start + 2 * stepBytes <= state.filled, let blocks = state.idle.popLast() else {
        return nil
      }
      state.kept = start
      state.unclaimed = start + stepBytes
      return (blocks, start..<state.filled)
    }
    guard let claim else { return false }
    willDecode?()
    let end = decode(claim.blocks, claim.bytes)
    let isAwaited = state.withLock { state in
      state.kept = nil
      state.begun = nil
      if let end {
        state.unclaimed = max(state.unclaimed, end)
        state.finished.append(claim.blocks)
      } else {
        state.idle.append(claim.blocks)
        // A stream without such blocks is not searched through.
        // After n misses in a row 2^n - 1 steps are left out, at most 31.
        state.unclaimed += (1 << min(misses, 5) - 1) * stepBytes
      }
      defer { state.isAwaited = false }
      return state.isAwaited
    }
    misses = end == nil ? misses + 1 : 0
    if isAwaited { awaited.signal() }
    return true
  }

  /// Decodes blocks from the first that is found in some bytes.
  ///
  /// - Returns: the byte at which they end; `nil` where there are none.
  private func decode(_ blocks: DecodedBlocks, _ bytes: Range<Int>) -> Int? {
    let base = input.pointer(to: bytes.lowerBound)
    let count = min(bytes.count, input.pieceBytes(from: bytes.lowerBound))
    let end = base + count
    let lastBit = 8 * stepBytes
    var searched = 0
    for _ in 0..<Self.mostTrials {
      // SAFETY: twice so many bytes are there, which is more than the finder's overrun.
      guard let bit = finder.next(in: base, searched..<lastBit) else { return nil }
      searched = bit + 1
      let first = 8 * bytes.lowerBound + bit
      let isStale = state.withLock { state in
        state.begun = first
        return state.isAwaited || 8 * state.position > first
      }
      if isStale { return nil }
      let isFound = blocks.decode(
        base + bit / 8, end: end, first: first, least: 8 * (bytes.lowerBound + stepBytes),
        tables: tables, secondChain: secondChain, code: code
      ) { state.withLock { 8 * $0.position <= first } }
      if isFound { return blocks.bits.upperBound / 8 }
    }
    return nil
  }
}
