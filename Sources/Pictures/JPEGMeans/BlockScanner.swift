internal import JPEGLanes

/// Finds where the blocks of a scan start, a piece of the data at a time.
///
/// A piece is cut into stretches. A lane decodes one stretch, and several lanes are interleaved in
/// one loop. A lane starts at a bit that is only guessed to start an MCU, ahead of its stretch:
/// Huffman codes synchronise by themselves, mostly within some hundred bytes. What such a lane finds
/// counts from where the lane before it arrives in exactly its state, at the start of the same block
/// of an MCU at the same bit; from there on both would do the same. Where that does not happen, the
/// stretch is decoded again from where the lane before it ended. So the blocks are those of one lane,
/// whatever the number of lanes, stretches and threads.
///
/// Several threads may decode pieces, which are joined in order.
///
/// S. T. Klein, Y. Wiseman, "Parallel Huffman decoding with applications to JPEG files", The
/// Computer Journal 46 (2003), 487–497.
final class BlockScanner {
  let tables: SkipTables
  private let blocksPerMCU: Int
  private let settings: JPEGMeansSettings
  /// The bit of the piece at which the next block starts, and which of its MCU it is.
  private var bit = 0
  private var phase = 0
  private var blocksLeft: Int
  private var blocksLeftInSegment: Int
  private let blocksPerSegment: Int

  init(_ frame: JPEGFrame, settings: JPEGMeansSettings) {
    self.settings = settings
    tables = SkipTables(frame)
    blocksPerMCU = frame.blocksPerMCU
    blocksLeft = frame.blockCount
    blocksPerSegment =
      frame.restartInterval > 0 ? frame.restartInterval * frame.blocksPerMCU : blocksLeft
    blocksLeftInSegment = min(blocksPerSegment, blocksLeft)
  }

  // MARK: Walking

  /// Finds the blocks of a piece's stretches, by interleaved lanes.
  ///
  /// - Parameters:
  ///   - piece: the piece.
  ///   - isNext: whether all pieces before are joined, so that a lane can start where they end.
  func walk(through piece: CodedPiece, isNext: Bool) {
    let buffer = piece.buffer
    piece.walker.removeTasks()
    piece.segments.removeAll(keepingCapacity: true)
    // Where nothing is known of an MCU, its first block is as good a guess as any.
    var (start, phase) = isNext ? (bit - 8 * buffer.start, phase) : (0, 0)
    for end in buffer.restarts {
      plan(piece, from: start, to: 8 * end, phase: phase, isComplete: true)
      (start, phase) = (8 * end, 0)
    }
    let end = 8 * (buffer.isComplete ? buffer.count : buffer.count - EntropyReader.tailBytes)
    if buffer.isComplete || end > start {
      plan(piece, from: start, to: end, phase: phase, isComplete: buffer.isComplete)
    }
    piece.walker.walk()
  }

  /// Cuts a segment into stretches.
  private func plan(
    _ piece: CodedPiece, from start: Int, to end: Int, phase: Int, isComplete: Bool
  ) {
    let first = piece.walker.taskCount
    // Each lane has one, where that is worth its warm-up, or as many as the others, so that they are
    // through together.
    // A stretch is eight warm-ups long at least (8 bits, 8 times), so that what is decoded
    // twice is an eighth at most.
    let warmUps = (end - start) / (8 * 8 * max(settings.warmUpBytes, 1))
    var count = max(1, min(settings.lanes, warmUps), (end - start) / (8 * settings.stretchBytes))
    if count > settings.lanes { count -= count % settings.lanes }
    let length = (end - start) / count
    for index in 0..<count {
      let stretch = start + index * length
      piece.walker.addTask(
        from: index == 0 ? start : max(stretch - 8 * settings.warmUpBytes, start),
        to: index == count - 1 ? end : stretch + length, phase: index == 0 ? phase : 0)
    }
    piece.segments.append(
      CodedSegment(end: end, isComplete: isComplete, tasks: first..<piece.walker.taskCount))
  }

  // MARK: Joining

  /// Joins what lanes found in the piece that follows those joined before.
  func join(_ piece: CodedPiece) throws(JPEGMeansError) {
    piece.runs.removeAll(keepingCapacity: true)
    piece.failedJoins = 0
    // Bits are counted from the first byte of a piece, and a piece begins so far behind the
    // one before.
    bit -= 8 * piece.buffer.start
    for segment in piece.segments { try join(segment, of: piece) }
    guard !piece.buffer.isComplete || blocksLeft == 0 else {
      throw .declined("the data ends early")
    }
  }

  /// Adds the blocks of a segment to the runs.
  private func join(_ segment: CodedSegment, of piece: CodedPiece) throws(JPEGMeansError) {
    for index in segment.tasks {
      let task = piece.walker.task(index)
      // A lane that is past the whole stretch does not need it.
      let last = Int(LaneRun.bit(of: task.records[task.blockCount]))
      var place = meeting(task)
      if place == nil { piece.failedJoins += 1 }
      while place == nil, bit < min(last, segment.end) {
        guard walkOn(in: piece, to: segment.end) else { break }
        place = meeting(task)
      }
      if let place { append(task.records + place, task.blockCount - place, to: piece) }
    }
    while bit < segment.end, walkOn(in: piece, to: segment.end) {}
    guard !segment.isComplete else { return try close(segment, of: piece) }
    // More than a segment's blocks are damage, which the next piece would not notice.
    guard blocksLeftInSegment >= 0 else { throw .declined("the data holds too many blocks") }
  }

  /// The record at which a task arrives in the state that the runs end in; `nil` for none.
  private func meeting(_ task: LaneTask) -> Int? {
    // Records are in the order of their bits, as a lane wrote them.
    var (low, high) = (0, task.blockCount)
    while low < high {
      let middle = (low + high) / 2
      if Int(LaneRun.bit(of: task.records[middle])) < bit {
        low = middle + 1
      } else {
        high = middle
      }
    }
    let isSame =
      Int(LaneRun.bit(of: task.records[low])) == bit
      && (tables.phase(of: task.node) + low) % blocksPerMCU == phase
    return isSame ? low : nil
  }

  /// Bytes that a lane decodes before it is compared with the next lane again.
  private static let repairBytes = 1024

  /// Walks on from where the runs end, with one lane; `false` where no block ends any more.
  private func walkOn(in piece: CodedPiece, to end: Int) -> Bool {
    let task = piece.walker.walkAlone(
      from: bit, to: min(bit + 8 * Self.repairBytes, end), phase: phase)
    append(task.records, task.blockCount, to: piece)
    return task.blockCount > 0
  }

  private func append(
    _ records: UnsafeMutablePointer<UInt32>, _ count: Int, to piece: CodedPiece
  ) {
    guard count > 0 else { return }
    piece.runs.append(BlockRun(records: UnsafePointer(records), count: count, phase: phase))
    // SAFETY: a task has one record more than blocks.
    bit = Int(LaneRun.bit(of: records[count]))
    phase = (phase + count) % blocksPerMCU
    blocksLeftInSegment -= count
    blocksLeft -= count
  }

  /// Cuts off what lanes found behind the end of a complete segment, and begins the next one.
  private func close(_ segment: CodedSegment, of piece: CodedPiece) throws(JPEGMeansError) {
    // A lane runs in batches and stops at or behind its end: the last blocks may be read from
    // the zeros or the next segment's data there.
    while blocksLeftInSegment < 0, let run = piece.runs.popLast() {
      let excess = min(-blocksLeftInSegment, run.count)
      blocksLeftInSegment += excess
      blocksLeft += excess
      bit = Int(LaneRun.bit(of: run.records[run.count - excess]))
      guard excess < run.count else { continue }
      piece.runs.append(
        BlockRun(records: run.records, count: run.count - excess, phase: run.phase))
    }
    // Fewer than 8 bits: an encoder fills up the last byte (T.81, F.1.2.3), and nothing else
    // may be left.
    guard blocksLeftInSegment == 0, bit <= segment.end, segment.end - bit < 8 else {
      throw .declined("the data between two markers is not as long as it should be")
    }
    bit = segment.end
    phase = 0
    blocksLeftInSegment = min(blocksPerSegment, blocksLeft)
    let hasMore = blocksLeftInSegment > 0
    guard hasMore || piece.buffer.isComplete else { throw .declined("a marker is one too many") }
  }
}
