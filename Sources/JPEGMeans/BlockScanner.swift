internal import JPEGLanes

/// Finds where the blocks of a scan start, a piece of the data at a time.
///
/// A piece is cut into stretches, which lanes walk through at once. All but the first start at a
/// bit that is only guessed to start an MCU, some way ahead of their stretch: Huffman codes
/// synchronise by themselves, mostly within some hundred bytes. What such a lane finds counts from
/// where the lane before it arrives in exactly its state, at the start of the same block of an MCU
/// at the same bit; from there on both would do the same. Where that does not happen, the stretch
/// is walked through again from where the lane before it arrived. So the blocks are those of one
/// lane, whatever the number of lanes, stretches and threads.
///
/// S. T. Klein, Y. Wiseman, "Parallel Huffman decoding with applications to JPEG files", The
/// Computer Journal 46 (2003), 487–497.
final class BlockScanner {
  let buffer: EntropyBuffer
  let tables: SkipTables
  let blocksPerMCU: Int
  /// The blocks of the piece, in order; valid until the next one.
  private(set) var runs: [BlockRun] = []
  /// Stretches of which nothing counted, or whose lane had to be awaited further on.
  private(set) var failedJoins = 0

  private let settings: JPEGMeansSettings
  private let walker: LaneWalker
  /// The bit of the piece at which the next block starts, and which of its MCU it is.
  private var bit = 0
  private var phase = 0
  private var blocksLeft: Int
  private var blocksLeftInSegment: Int
  private let blocksPerSegment: Int

  /// Data at the end of a piece that is left to the next: more than the longest block and what
  /// lanes overrun.
  private static let tailBytes = 512

  init(
    _ frame: JPEGFrame, buffer: EntropyBuffer, settings: JPEGMeansSettings
  ) {
    self.buffer = buffer
    self.settings = settings
    tables = SkipTables(frame)
    blocksPerMCU = frame.blocksPerMCU
    blocksLeft = frame.mcusPerRow * frame.mcuRowCount * frame.blocksPerMCU
    blocksPerSegment =
      frame.restartInterval > 0 ? frame.restartInterval * frame.blocksPerMCU : blocksLeft
    blocksLeftInSegment = min(blocksPerSegment, blocksLeft)
    walker = LaneWalker(
      tables: tables, bytes: buffer.bytes, lanes: settings.lanes, threads: settings.threads,
      bodies: LaneBodies(settings))
  }

  /// Whether all blocks were found.
  var isFinished: Bool { blocksLeft == 0 && buffer.isComplete }

  /// Finds the blocks of the next piece.
  func scanPiece() throws(JPEGMeansError) {
    runs.removeAll(keepingCapacity: true)
    walker.removeTasks()
    try buffer.refill(keeping: bit >> 3)
    bit &= 7
    var segments: [Segment] = []
    var start = bit
    for end in buffer.restarts {
      segments.append(plan(from: start, to: 8 * end, isComplete: true))
      start = 8 * end
    }
    let end = buffer.isComplete ? 8 * buffer.count : 8 * (buffer.count - Self.tailBytes)
    if buffer.isComplete || end > start {
      segments.append(plan(from: start, to: end, isComplete: buffer.isComplete))
    }
    walker.walk()
    for segment in segments { try join(segment) }
    guard !buffer.isComplete || blocksLeft == 0 else { throw .declined("the data ends early") }
  }

  /// Data between restart markers, as far as it lies in the piece.
  private struct Segment {
    let start: Int
    let end: Int
    /// Whether a marker follows.
    let isComplete: Bool
    /// Its stretches among the walker's tasks.
    let tasks: Range<Int>
  }

  /// Cuts a segment into stretches.
  private func plan(from start: Int, to end: Int, isComplete: Bool) -> Segment {
    let first = walker.taskCount
    let count = max(1, (end - start) / (8 * settings.stretchBytes))
    let length = (end - start) / count
    for index in 0..<count {
      let stretch = start + index * length
      walker.addTask(
        from: index == 0 ? start : max(stretch - 8 * settings.warmUpBytes, start),
        to: index == count - 1 ? end : stretch + length,
        // Where an MCU starts is not known: its first block is as good a guess as any.
        phase: index == 0 && start == bit ? phase : 0)
    }
    return Segment(
      start: start, end: end, isComplete: isComplete, tasks: first..<walker.taskCount)
  }

  /// Adds the blocks of a segment to the runs.
  private func join(_ segment: Segment) throws(JPEGMeansError) {
    bit = segment.start
    for index in segment.tasks {
      let task = walker.task(index)
      if index == segment.tasks.lowerBound {
        append(task.records, task.blockCount)
        continue
      }
      // Whoever is past the whole stretch has no use for it.
      let last = Int(task.records[task.blockCount] & LaneRun.positionMask)
      var place = meeting(task)
      if place == nil { failedJoins += 1 }
      while place == nil, bit < min(last, segment.end) {
        guard walkOn(to: min(bit + 8 * Self.repairBytes, segment.end)) else { break }
        place = meeting(task)
      }
      if let place { append(task.records + place, task.blockCount - place) }
    }
    while bit < segment.end, walkOn(to: min(bit + 8 * Self.repairBytes, segment.end)) {}
    guard !segment.isComplete else { return try close(segment) }
    // More than a segment's blocks are damage, which the next piece would not notice.
    guard blocksLeftInSegment >= 0 else { throw .declined("the data holds too many blocks") }
  }

  /// The record at which a task arrives in the state that the runs end in; `nil` for none.
  private func meeting(_ task: LaneTask) -> Int? {
    var (low, high) = (0, task.blockCount)
    while low < high {
      let middle = (low + high) / 2
      if Int(task.records[middle] & LaneRun.positionMask) < bit {
        low = middle + 1
      } else {
        high = middle
      }
    }
    let isSame =
      Int(task.records[low] & LaneRun.positionMask) == bit
      && (tables.phase(of: task.node) + low) % blocksPerMCU == phase
    return isSame ? low : nil
  }

  /// Bytes that a lane walks between looks for a meeting.
  private static let repairBytes = 1024

  /// Walks on from where the runs end, with one lane; `false` where no block ends any more.
  private func walkOn(to end: Int) -> Bool {
    let task = walker.walkAlone(from: bit, to: end, phase: phase)
    append(task.records, task.blockCount)
    return task.blockCount > 0
  }

  private func append(_ records: UnsafeMutablePointer<UInt32>, _ count: Int) {
    guard count > 0 else { return }
    runs.append(BlockRun(records: UnsafePointer(records), count: count, phase: phase))
    // SAFETY: a task has one record more than blocks.
    bit = Int(records[count] & LaneRun.positionMask)
    phase = (phase + count) % blocksPerMCU
    blocksLeftInSegment -= count
    blocksLeft -= count
  }

  /// Cuts off what lanes found behind the end of a complete segment, and begins the next one.
  private func close(_ segment: Segment) throws(JPEGMeansError) {
    while blocksLeftInSegment < 0, let run = runs.popLast() {
      let excess = min(-blocksLeftInSegment, run.count)
      blocksLeftInSegment += excess
      blocksLeft += excess
      bit = Int(run.records[run.count - excess] & LaneRun.positionMask)
      guard excess < run.count else { continue }
      runs.append(BlockRun(records: run.records, count: run.count - excess, phase: run.phase))
    }
    guard blocksLeftInSegment == 0, bit <= segment.end, segment.end - bit < 8 else {
      throw .declined("the data between two markers is not as long as it should be")
    }
    bit = segment.end
    phase = 0
    blocksLeftInSegment = min(blocksPerSegment, blocksLeft)
    let hasMore = blocksLeftInSegment > 0
    guard hasMore || buffer.isComplete else { throw .declined("a marker is one too many") }
  }
}
