internal import JPEGLanes
internal import LargePages

/// Where all blocks of a file start, and their first coefficients: what the reader of an outline has found,
/// so that a reader of the same file's rows need not find it again.
///
/// Both cut the data into the same pieces, so that what one has written is what the other works with. Six
/// bytes a block. Filled by one thread, and then not changed any more.
package final class JPEGBlockPlaces {
  /// A piece of the data and the blocks that start in it.
  struct Piece: Equatable {
    /// The byte of the piece before at which it begins.
    let start: Int
    /// Bytes of data, without stuffed ones.
    let byteCount: Int
    /// Whether the picture ends in it.
    let isLast: Bool
    let firstBlock: Int
    let blockCount: Int
  }

  /// The file's header: places say nothing of a file with another one.
  let frame: JPEGFrame
  /// Blocks of the file.
  let blockCount: Int
  /// The tables of its codes, and those that its coefficients are read with.
  let tables: SkipTables
  let sampleTables: SampleDecoder.Tables
  /// How the data was cut into pieces.
  let pieceBytes: Int
  let warmUpBytes: Int
  /// The pieces so far.
  private(set) var pieces: [Piece] = []
  /// For each block the bit of its piece at which it starts, and in the low byte what a lane says of its end.
  let starts: UnsafeMutablePointer<UInt32>
  /// For each block its first coefficient, dequantized.
  let firsts: UnsafeMutablePointer<Int16>
  /// Blocks so far.
  private var count = 0
  private var isTooLong = false

  /// Bytes that the places of blocks take.
  package static func byteCount(blocks: Int) -> Int { 6 * blocks }

  /// Whether all blocks are there.
  var isWhole: Bool { count == blockCount && !isTooLong }

  /// Makes places for the blocks of a file.
  ///
  /// - Parameters:
  ///   - frame: its header.
  ///   - tables: those of its codes.
  ///   - sampleTables: those that its coefficients are read with.
  ///   - settings: how its data is cut into pieces.
  init(
    _ frame: JPEGFrame, tables: SkipTables, sampleTables: SampleDecoder.Tables,
    settings: JPEGMeansSettings
  ) {
    self.frame = frame
    blockCount = frame.blockCount
    self.tables = tables
    self.sampleTables = sampleTables
    pieceBytes = settings.pieceBytes
    warmUpBytes = settings.warmUpBytes
    starts = .allocatePages(capacity: blockCount)
    firsts = .allocatePages(capacity: blockCount)
  }

  deinit {
    starts.freePages()
    firsts.freePages()
  }

  /// Takes the blocks of the next piece, of which `PieceBlocks.values` are the first coefficients.
  func take(_ piece: CodedPiece) {
    let first = count
    for run in piece.runs {
      guard count + run.count <= blockCount else {
        isTooLong = true
        return
      }
      // SAFETY: there is room for all blocks of the file.
      run.fillStarts(starts + count)
      count += run.count
    }
    (firsts + first).update(from: piece.blocks.values, count: count - first)
    let buffer = piece.buffer
    pieces.append(
      Piece(
        start: buffer.start, byteCount: buffer.count, isLast: buffer.isComplete, firstBlock: first,
        blockCount: count - first))
  }
}
