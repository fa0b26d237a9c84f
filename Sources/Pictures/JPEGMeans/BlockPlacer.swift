/// What places the blocks of pieces that follow one another, so that any of them can be decoded.
protocol BlockPlacer: AnyObject {
  /// The tables of the file's codes.
  var tables: SkipTables { get }

  /// Places the blocks of the next piece, which is filled.
  ///
  /// - Throws: ``JPEGMeansError/declined(_:)`` where another decoder has to judge the file.
  func place(_ piece: CodedPiece, into blocks: PlacedBlocks) throws(JPEGMeansError)
}

/// Places the blocks that lanes find.
final class FoundBlocks: BlockPlacer {
  private let scanner: BlockScanner
  private let reader: BlockReader
  private var firsts: FirstCoefficients

  var tables: SkipTables { scanner.tables }

  init(_ frame: JPEGFrame, settings: JPEGMeansSettings) {
    scanner = BlockScanner(frame, settings: settings)
    reader = BlockReader(frame, tables: scanner.tables, settings: settings)
    firsts = FirstCoefficients(frame)
  }

  func place(_ piece: CodedPiece, into blocks: PlacedBlocks) throws(JPEGMeansError) {
    scanner.walk(through: piece, isNext: true)
    try scanner.join(piece)
    try reader.read(piece.runs, from: UnsafeRawPointer(piece.buffer.bytes), into: piece.blocks)
    blocks.take(piece.runs)
    try firsts.place(piece.blocks.differences, into: blocks)
  }
}

/// Places blocks that an earlier reading of the file has found.
final class KnownBlocks: BlockPlacer {
  private let places: JPEGBlockPlaces
  private var firsts: FirstCoefficients
  private var next = 0
  /// The bit of the last piece at which the next block starts.
  private var bit = 0

  var tables: SkipTables { places.tables }

  private static let otherFile = JPEGMeansError.declined(
    "it is not the file whose blocks are known")

  /// Places what is known of a file with a certain header.
  ///
  /// - Throws: ``JPEGMeansError/declined(_:)`` where that is not of all its blocks, or of a file with another header:
  ///   tables are as long as the header says.
  init(_ places: JPEGBlockPlaces, _ frame: JPEGFrame) throws(JPEGMeansError) {
    guard places.isWhole, places.frame == frame else { throw Self.otherFile }
    self.places = places
    firsts = FirstCoefficients(frame)
  }

  func place(_ piece: CodedPiece, into blocks: PlacedBlocks) throws(JPEGMeansError) {
    let buffer = piece.buffer
    let start = bit - 8 * buffer.start
    guard start >= 0 else { throw Self.otherFile }
    let end =
      buffer.isComplete
      ? 8 * buffer.count
      : 8 * max(buffer.count - EntropyReader.tailBytes, buffer.restarts.last ?? 0)
    let found = places.blocks(from: next, at: start, before: end)
    blocks.take(places, from: next, count: found.count, at: start)
    try firsts.place(places.differences + next, into: blocks)
    next += found.count
    bit = found.bit
    // Only a file that was changed meanwhile ends elsewhere.
    guard bit <= 8 * buffer.count,
      !buffer.isComplete || next == places.blockCount && bit > 8 * (buffer.count - 1)
    else { throw Self.otherFile }
  }
}
