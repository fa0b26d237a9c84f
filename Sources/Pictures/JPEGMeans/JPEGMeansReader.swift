/// Reads a baseline JPEG file at 1/8 scale: a pixel for each 8 × 8, from the means of its blocks.
///
/// ```swift
/// let reader = try JPEGMeansReader { piece in read(file, into: piece) }
/// while try reader.readRows(into: band) > 0 { … }
/// ```
///
/// It reads 8-bit files of one sequential scan with Huffman codes, grey or YCbCr, of any sampling,
/// with or without restart markers. Whatever else a file is, and whenever its data is not exactly
/// as long as it should be, it declines, at the start or at a later row: another decoder has to
/// judge such a file, and rows read before are void. Memory does not grow with the file, except by
/// a row of blocks, with tiles by some bytes for each row of MCUs, and with ``blockPlaces`` by six bytes
/// a block.
///
/// An object serves one thread at a time. It may have others help, for which its end waits.
package final class JPEGMeansReader {
  /// Columns of the picture.
  package var width: Int { frame.width }
  /// Rows of the picture.
  package var height: Int { frame.height }
  /// Pixels of an outline's row.
  package var rowWidth: Int { assembler.width }
  /// Rows of the outline.
  package var rowCount: Int { (frame.height + 7) / 8 }
  /// The row that the next call delivers first.
  package private(set) var nextRow = 0
  /// Stretches of data that were decoded again, because a lane's guess was not confirmed.
  package private(set) var failedJoins = 0
  /// Seconds of processor time that threads other than the caller's have used so far.
  package var secondsBeside: Double { pieces.secondsBeside + (tileReader?.secondsBeside ?? 0) }

  /// Where the file's blocks are, for a ``JPEGRowsReader``; `nil` before the last row is read, and where
  /// they are more than ``JPEGMeansSettings/mostPlaces`` or such as no picture has.
  package var blockPlaces: JPEGBlockPlaces? {
    guard nextRow == rowCount, let places, places.isWhole, assembler.areFirstsUsual else {
      return nil
    }
    return places
  }

  private let frame: JPEGFrame
  private let places: JPEGBlockPlaces?
  private let pieces: PieceLine
  private var piece: CodedPiece?
  private let assembler: MCURowAssembler
  private let collector: TileCollector?
  private let tileReader: TileReader?
  private var nextBlock = 0
  private var nextDetail = 0
  /// A row of MCUs as pixels, or those that libjpeg delivers together, of which some rows are delivered.
  private let pixels: UnsafeMutablePointer<UInt32>
  private var pixelRows = 0..<0

  /// Reads a file's header.
  ///
  /// - Parameters:
  ///   - settings: how to read.
  ///   - fetch: copies the next bytes of the file to the start of the memory it is given and
  ///     returns how many; 0 at the end, or where reading fails. With several threads any of them
  ///     calls it, one at a time, also between calls of this object's functions, and never after the
  ///     object is gone.
  /// - Throws: ``JPEGMeansError/declined(_:)`` where the file is not one that this reads.
  package init(
    settings: JPEGMeansSettings = JPEGMeansSettings(),
    fetch: @escaping (UnsafeMutableRawBufferPointer) -> Int
  ) throws(JPEGMeansError) {
    let reader = BufferedByteReader(fetch)
    frame = try JPEGFrame(reader)
    let scanner = BlockScanner(frame, settings: settings)
    let keepsPlaces = frame.blockCount <= settings.mostPlaces
    let sampleTables =
      keepsPlaces || settings.tiles != nil ? SampleDecoder.Tables(frame, scanner.tables) : nil
    // First, so that the largest begins the large pages that the others find room on.
    if keepsPlaces, let sampleTables {
      places = JPEGBlockPlaces(
        frame, tables: scanner.tables, sampleTables: sampleTables, settings: settings)
    } else {
      places = nil
    }
    pieces = PieceLine(
      EntropyReader(reader, allowsRestarts: frame.restartInterval > 0, settings: settings),
      scanner, BlockReader(frame, tables: scanner.tables, settings: settings), settings: settings)
    assembler = MCURowAssembler(frame, settings: settings)
    if let draws = settings.tiles, let sampleTables {
      let collector = try TileCollector(frame, draws: draws)
      self.collector = collector
      tileReader = TileReader(sampleTables, collector: collector, settings: settings)
    } else {
      (collector, tileReader) = (nil, nil)
    }
    pixels = .allocate(capacity: assembler.width * assembler.rowsPerMCU * frame.rowsTogether)
  }

  deinit { pixels.deallocate() }

  /// Reads as many of the next rows as fit whole, as RGBA without padding.
  ///
  /// - Returns: the rows read; 0 at the end.
  /// - Throws: ``JPEGMeansError/declined(_:)`` where another decoder has to judge the file.
  /// - Complexity: O(*n*) in bytes of the file.
  package func readRows(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(JPEGMeansError) -> Int {
    let room = buffer.count / (4 * rowWidth)
    guard let target = buffer.baseAddress else { return 0 }
    var count = 0
    while count < room, nextRow < rowCount {
      if pixelRows.isEmpty { try makePixels() }
      let rows = min(pixelRows.count, room - count)
      // SAFETY: the buffer has room for `room` rows, and `pixels` holds `pixelRows`.
      (target + 4 * count * rowWidth).copyMemory(
        from: pixels + pixelRows.lowerBound * rowWidth, byteCount: 4 * rows * rowWidth)
      pixelRows.removeFirst(rows)
      count += rows
      nextRow += rows
    }
    return count
  }

  /// Decodes tiles, once all rows are read.
  ///
  /// Each is 17 numbers: its pixel of the outline, and its 4 × 4 pixels row by row as libjpeg
  /// decodes them, all as RGBA; those past the picture's edges are 0. Empty before the last row is
  /// read, and without ``JPEGMeansSettings/tiles``.
  ///
  /// - Parameter ranks: which of the draws (see `TileDraws`).
  /// - Returns: the tiles, in the outline's reading order.
  /// - Throws: ``JPEGMeansError/declined(_:)`` where another decoder has to judge the file.
  /// - Complexity: O(*n*) in draws of these ranks, beside a look at each draw.
  package func readTiles(ranks: ClosedRange<Int>) throws(JPEGMeansError) -> [UInt32] {
    guard let tileReader, nextRow == rowCount else { return [] }
    guard let tiles = tileReader.read(ranks) else { throw .declined("a sample is out of range") }
    return tiles
  }

  private func makePixels() throws(JPEGMeansError) {
    var count = 0
    for _ in 0..<frame.rowsTogether where nextRow + count < rowCount {
      count += try makePixels(after: count)
    }
    pixelRows = 0..<count
  }

  /// Makes the pixels of the next row of MCUs, behind those that were made.
  ///
  /// - Returns: the rows of pixels.
  private func makePixels(after made: Int) throws(JPEGMeansError) -> Int {
    let first = nextRow + made
    var blocks = piece?.blocks
    while blocks.map({ assembler.take($0, next: &nextBlock, nextDetail: &nextDetail) }) != true {
      let piece = try takePiece()
      try collector?.copy(from: piece)
      (nextBlock, nextDetail) = (0, 0)
      blocks = piece.blocks
    }
    let rows = min(assembler.rowsPerMCU, rowCount - first)
    // SAFETY: there is room for all rows of MCUs that are delivered together.
    let target = pixels + made * rowWidth
    try assembler.finishRow(into: target, count: rows)
    try collector?.finishRow(first / frame.mcuRows, outline: target, planes: assembler.planes)
    // The last row counts only once the end of the data was seen to be where it should be.
    while first + rows == rowCount, piece?.buffer.isComplete != true { _ = try takePiece() }
    if first + rows == rowCount { keepPlaces() }
    return rows
  }

  /// Goes on to the next piece.
  private func takePiece() throws(JPEGMeansError) -> CodedPiece {
    guard piece?.buffer.isComplete != true else { throw .declined("blocks are missing") }
    keepPlaces()
    // Its memory may be that of the next one.
    piece = nil
    let piece = try pieces.next()
    failedJoins += piece.failedJoins
    self.piece = piece
    return piece
  }

  /// Keeps where the blocks of a piece are all of whose blocks are in their rows.
  private func keepPlaces() {
    if let piece { places?.take(piece) }
  }
}
