/// What places the blocks of pieces that follow one another, so that any of them can be decoded.
protocol BlockPlacer: AnyObject {
  /// The tables of the file's codes.
  var tables: SkipTables { get }
  /// The tables that its coefficients are read with.
  var sampleTables: SampleDecoder.Tables { get }

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
  let sampleTables: SampleDecoder.Tables

  init(_ frame: JPEGFrame, settings: JPEGMeansSettings) {
    scanner = BlockScanner(frame, settings: settings)
    sampleTables = SampleDecoder.Tables(frame, scanner.tables)
    reader = BlockReader(frame, tables: scanner.tables, settings: settings)
    firsts = FirstCoefficients(frame)
  }

  func place(_ piece: CodedPiece, into blocks: PlacedBlocks) throws(JPEGMeansError) {
    scanner.walk(through: piece, isNext: true)
    try scanner.join(piece)
    try reader.read(piece.runs, from: UnsafeRawPointer(piece.buffer.bytes), into: piece.blocks)
    try firsts.place(piece.blocks, into: blocks.take(piece.runs))
  }
}

/// Places blocks that an earlier reading of the file has found.
final class KnownBlocks: BlockPlacer {
  private let places: JPEGBlockPlaces
  private var next = 0

  var tables: SkipTables { places.tables }
  var sampleTables: SampleDecoder.Tables { places.sampleTables }

  private static let otherFile = JPEGMeansError.declined(
    "it is not the file whose blocks are known")

  /// Places what is known of a file with a certain header.
  ///
  /// - Throws: ``JPEGMeansError/declined(_:)`` where that is not of all its blocks, or of a file with another header:
  ///   tables are as long as the header says.
  init(_ places: JPEGBlockPlaces, _ frame: JPEGFrame) throws(JPEGMeansError) {
    guard places.isWhole, places.frame == frame else { throw Self.otherFile }
    self.places = places
  }

  func place(_ piece: CodedPiece, into blocks: PlacedBlocks) throws(JPEGMeansError) {
    let buffer = piece.buffer
    // Only the data of a file that was changed meanwhile is cut elsewhere, so that all blocks lie in it.
    guard next < places.pieces.count else { throw Self.otherFile }
    let known = places.pieces[next]
    guard known.start == buffer.start, known.byteCount == buffer.count,
      known.isLast == buffer.isComplete
    else { throw Self.otherFile }
    blocks.take(known, of: places)
    next += 1
  }
}
