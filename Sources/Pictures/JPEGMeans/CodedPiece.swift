/// A piece of the coded data and what was found in it.
///
/// It serves one thread at a time, except that the next piece copies the end of its data.
final class CodedPiece {
  /// The data.
  let buffer: EntropyBuffer
  /// What lanes find in it.
  let walker: LaneWalker
  /// Its segments, in order.
  var segments: [CodedSegment] = []
  /// Its blocks, in order.
  var runs: [BlockRun] = []
  /// What they say.
  let blocks = PieceBlocks()
  /// Stretches of which nothing counted, or whose lane had to be awaited further on.
  var failedJoins = 0
  /// Why another decoder has to judge the file; it counts once the pieces before are used up.
  var failure: JPEGMeansError?

  init(tables: SkipTables, settings: JPEGMeansSettings) {
    buffer = EntropyBuffer(capacity: settings.pieceBytes)
    walker = LaneWalker(
      tables: tables, bytes: buffer.bytes, lanes: settings.lanes, bodies: LaneBodies(settings))
  }
}

/// Data between restart markers, as far as it lies in a piece.
struct CodedSegment {
  /// The bit at which it ends.
  let end: Int
  /// Whether a marker follows.
  let isComplete: Bool
  /// Its stretches among the walker's tasks.
  let tasks: Range<Int>
}
