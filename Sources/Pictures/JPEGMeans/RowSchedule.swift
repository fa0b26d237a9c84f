/// Which step of a file's way from data to samples can be taken, and by whom: see ``RowLine``.
///
/// Blocks are numbered through the whole picture. Pieces of data are made ready one after the other,
/// and slices of rows of MCUs that lie in one of them are decoded in any order.
struct RowSchedule {
  enum Step {
    /// Fills a piece and finds its blocks.
    case advance(piece: Int)
    /// Decodes blocks of a row of MCUs, by their numbers.
    case decode(row: Int, piece: Int, blocks: Range<Int>)
  }

  /// What the caller does next.
  enum Turn {
    case step(Step)
    /// Waits until a helper is through with a step.
    case wait
    /// The row is there.
    case ready
    /// The row cannot be had.
    case failed
  }

  /// The thread that has to be called, because there is something to do.
  enum Call {
    case noThread, caller, helper
  }

  /// Whether no step may be begun any more.
  var isAbandoned = false
  /// Seconds of processor time that helpers have used.
  var secondsBeside = 0.0

  /// Pieces, and rows of MCUs, that there is memory for.
  let pieceCount: Int
  let rowSlots: Int
  private let rowCount: Int
  let blocksPerRow: Int
  private let mostHelpers: Int

  /// The blocks of the pieces there is memory for, and how many of them are not decoded.
  private var pieceBlocks: [Range<Int>]
  private var piecesLeft: [Int]
  /// Pieces whose blocks are known, and before these the ones that are done with.
  private var advanced = 0
  private var freed = 0
  private var isAdvancing = false
  private var isComplete = false
  private var hasFailed = false
  /// The piece of the next block to decode, and the block.
  private var nextPiece = 0
  private var nextBlock = 0
  /// Of the rows that there is memory for how many blocks are not decoded.
  private var rowsLeft: [Int]
  /// Rows whose numbers were out of range.
  private var firstWildRow = Int.max
  /// The first row that is still needed.
  private var firstKept = 0
  private var helpers = 0
  private var isCallerWaiting = false

  /// Makes a schedule for the caller's thread and helpers.
  init(threads: Int, rowSlots: Int, rowCount: Int, blocksPerRow: Int) {
    mostHelpers = threads - 1
    pieceCount = threads + 1
    self.rowSlots = rowSlots
    self.rowCount = rowCount
    self.blocksPerRow = blocksPerRow
    pieceBlocks = Array(repeating: 0..<0, count: pieceCount)
    piecesLeft = Array(repeating: 0, count: pieceCount)
    rowsLeft = Array(repeating: blocksPerRow, count: rowSlots)
  }

  /// Lets go of all rows before one.
  mutating func free(before row: Int) {
    while firstKept < row {
      rowsLeft[firstKept % rowSlots] = blocksPerRow
      firstKept += 1
    }
  }

  /// What the caller does, who wants a row.
  mutating func takeTurn(for row: Int) -> Turn {
    // The last row counts only once the end of the data was seen to be where it should be.
    if row >= firstWildRow { return .failed }
    if rowsLeft[row % rowSlots] == 0, row < rowCount - 1 || isComplete { return .ready }
    if let step = takeStep() { return .step(step) }
    // Only once no helper works any more: it might write to rows that the caller then lets go
    // of.
    if hasFailed, !isAdvancing, helpers == 0 { return .failed }
    isCallerWaiting = true
    return .wait
  }

  /// A step for a helper; `nil` ends its work.
  mutating func takeHelpersStep() -> (step: Step?, call: Call) {
    let step = takeStep()
    if step == nil { helpers -= 1 }
    return (step, step == nil ? wake() : call())
  }

  private mutating func wake() -> Call {
    guard isCallerWaiting else { return .noThread }
    isCallerWaiting = false
    return .caller
  }

  /// Notes that a piece is ready.
  mutating func finishPiece(count: Int, isLast: Bool) -> Call {
    let first = advanced > 0 ? pieceBlocks[(advanced - 1) % pieceCount].upperBound : 0
    pieceBlocks[advanced % pieceCount] = first..<first + count
    piecesLeft[advanced % pieceCount] = count
    advanced += 1
    isAdvancing = false
    isComplete = isLast
    freePieces()
    return wakeOrCall()
  }

  /// Notes that there are no more pieces.
  mutating func failPiece() -> Call {
    isAdvancing = false
    hasFailed = true
    return wakeOrCall()
  }

  /// Notes that blocks are decoded.
  mutating func finishDecoding(row: Int, piece: Int, count: Int, isSound: Bool) -> Call {
    rowsLeft[row % rowSlots] -= count
    piecesLeft[piece % pieceCount] -= count
    if !isSound { firstWildRow = min(firstWildRow, row) }
    freePieces()
    return wakeOrCall()
  }

  private mutating func freePieces() {
    while freed < advanced, piecesLeft[freed % pieceCount] == 0 { freed += 1 }
  }

  private mutating func wakeOrCall() -> Call {
    if isCallerWaiting {
      isCallerWaiting = false
      return .caller
    }
    return call()
  }

  /// The thread that has to be called for steps that can be taken now.
  mutating func call() -> Call {
    guard helpers < mostHelpers, canStep else { return .noThread }
    helpers += 1
    return .helper
  }

  private var canAdvance: Bool {
    !isAdvancing && !isComplete && !hasFailed && advanced < freed + pieceCount
  }

  /// The blocks of a row that can be decoded next.
  private var nextSlice: Range<Int>? {
    guard nextPiece < advanced else { return nil }
    // A slice ends with its row of MCUs or with its piece, whichever comes first:
    //
    //     pieces   |     0     |      1       |
    //     rows     |   0   |   1   |   2   |
    //     slices   |   a   | b |c  |   d   | …
    let row = nextBlock / blocksPerRow
    guard row < firstKept + rowSlots else { return nil }
    return
      nextBlock..<min(
        pieceBlocks[nextPiece % pieceCount].upperBound, (row + 1) * blocksPerRow)
  }

  private var canStep: Bool { !isAbandoned && (canAdvance || nextSlice != nil) }

  private mutating func takeStep() -> Step? {
    guard !isAbandoned else { return nil }
    // Also pieces without a block, whose range is empty.
    while nextPiece < advanced, pieceBlocks[nextPiece % pieceCount].upperBound == nextBlock {
      nextPiece += 1
    }
    let slice = nextSlice
    // With helpers a piece is made ready early, so that no thread waits for it.
    if canAdvance, slice == nil || mostHelpers > 0 && nextPiece + 1 >= advanced {
      isAdvancing = true
      return .advance(piece: advanced)
    }
    guard let slice else { return nil }
    nextBlock = slice.upperBound
    return .decode(row: slice.lowerBound / blocksPerRow, piece: nextPiece, blocks: slice)
  }

  /// The number of a piece's first block.
  func firstBlock(of piece: Int) -> Int { pieceBlocks[piece % pieceCount].lowerBound }
}
