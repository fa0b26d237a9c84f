internal import JPEGLanes
internal import LargePages

/// Where all blocks of a file start, and how their first coefficients differ: what the reader of an outline
/// has found, so that a reader of the same file's rows need not find it again.
///
/// It is known without the data: the sum of the blocks' lengths tells where each starts. Four bytes a
/// block. Filled by one thread, and then not changed any more.
public final class JPEGBlockPlaces {
  /// The file's header: places say nothing of a file with another one.
  let frame: JPEGFrame
  /// Blocks of the file.
  let blockCount: Int
  /// The tables of its codes.
  let tables: SkipTables
  /// Blocks so far.
  private(set) var count = 0
  /// For each block its length in bits, with those that fill up the last byte before a restart marker;
  /// and in the highest bits how far its coefficients go.
  private let lengths: UnsafeMutablePointer<UInt16>
  /// For each block the difference of its first coefficient from the one before it of the same component.
  let differences: UnsafeMutablePointer<Int16>
  /// The bits of the data so far, and those before the piece that was taken last.
  private var end = 0
  private var bitsBefore = 0
  private var isTooLong = false

  /// Bytes that the places of blocks take.
  public static func byteCount(blocks: Int) -> Int { 4 * blocks }

  /// Whether all blocks are there.
  var isWhole: Bool { count == blockCount && !isTooLong }

  private static let reachShift: UInt32 = 14
  private static let longest: UInt32 = 1 << reachShift - 1
  /// What the low byte of a place says of blocks that reach as far.
  private static let reaches = (
    LaneRun.endOfBlock, LaneRun.endOfBlock + 1, LaneRun.endOfBlock + 63
  )

  /// Makes places for the blocks of a file.
  init(_ frame: JPEGFrame, tables: SkipTables) {
    self.frame = frame
    blockCount = frame.blockCount
    self.tables = tables
    lengths = .allocatePages(capacity: blockCount)
    differences = .allocatePages(capacity: blockCount)
  }

  deinit {
    lengths.freePages()
    differences.freePages()
  }

  /// Takes the blocks of the next piece.
  func take(_ piece: CodedPiece) {
    bitsBefore += 8 * piece.buffer.start
    var source = piece.blocks.differences
    for run in piece.runs where run.count > 0 {
      guard count + run.count <= blockCount else {
        isTooLong = true
        return
      }
      let start = bitsBefore + Int(LaneRun.bit(of: run.records[0]))
      // SAFETY: there is room for all blocks of the file, and a run has one record more than blocks.
      if count > 0 { lengths[count - 1] &+= UInt16(truncatingIfNeeded: start - end) }
      isTooLong = isTooLong || !(0...(count > 0 ? 7 : 0) ~= start - end)
      let target = lengths + count
      let few = UInt32(SamplePass.fewCoefficients)
      var excess: UInt32 = 0
      for index in 0..<run.count {
        let (place, next) = (run.records[index], run.records[index &+ 1])
        let length = LaneRun.bit(of: next) &- LaneRun.bit(of: place)
        let reach = LaneRun.count(of: next) &- LaneRun.endOfBlock
        let level: UInt32 = reach < few ? (reach == 0 ? 0 : 1) : 2
        // Seven bits may be added before a marker.
        excess |= (length &+ 7) &>> Self.reachShift
        target[index] = UInt16(truncatingIfNeeded: level &<< Self.reachShift | length)
      }
      isTooLong = isTooLong || excess != 0
      (differences + count).update(from: source, count: run.count)
      source += run.count
      count += run.count
      end = bitsBefore + Int(LaneRun.bit(of: run.records[run.count]))
    }
  }

  /// Counts blocks that start before a bit.
  ///
  /// - Parameters:
  ///   - first: the first block.
  ///   - start: the bit at which it starts.
  ///   - end: the bit.
  /// - Returns: how many start before it, from the first one on, and the bit at which the next one starts.
  func blocks(from first: Int, at start: Int, before end: Int) -> (count: Int, bit: Int) {
    var (block, bit) = (first, start)
    while block < blockCount, bit < end {
      bit &+= Int(UInt32(lengths[block]) & Self.longest)
      block &+= 1
    }
    return (block - first, bit)
  }

  /// Says where some blocks start, as lanes do.
  ///
  /// SAFETY: the file has that many blocks from the first on, and `starts` room for them.
  ///
  /// - Parameters:
  ///   - first: the first block.
  ///   - count: how many.
  ///   - start: the bit at which it starts.
  ///   - starts: receives for each the bit, and in the low byte what a lane says of its end.
  func fill(
    from first: Int, count: Int, at start: Int, _ starts: UnsafeMutablePointer<UInt32>
  ) {
    var bit = UInt32(truncatingIfNeeded: start)
    let lengths = lengths + first
    let (none, few, many) = Self.reaches
    for index in 0..<count {
      let length = UInt32(lengths[index])
      let level = length &>> Self.reachShift
      starts[index] = bit &<< 8 | (level == 0 ? none : level == 1 ? few : many)
      bit &+= length & Self.longest
    }
  }
}
