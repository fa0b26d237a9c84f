internal import JPEGLanes

/// Reads the rows of a baseline JPEG file in full: those of libjpeg, bit for bit, on one or two threads.
///
/// ```swift
/// let reader = try JPEGRowsReader { piece in read(file, into: piece) }
/// try reader.readRows(into: band, bytesPerRow: 4 * reader.width, count: 16)
/// ```
///
/// It reads 8-bit files of one sequential scan with Huffman codes, grey or YCbCr, with 4:4:4, 4:2:2 or
/// 4:2:0 sampling, with or without restart markers. Whatever else a file is, whenever its data is not
/// exactly as long as it should be, and where numbers are so large that libjpeg's ways of computing
/// disagree, it declines, at the start or at a later row: another decoder has to judge such a file,
/// and gives the same rows up to there. Memory does not grow with the file, except by some rows.
///
/// The transform is libjpeg's accurate integer one (`SamplePass`), chroma is enlarged by its triangle
/// filter (`ChromaRow`), and converted by its constants. An object serves one thread at a time. It
/// may have others help, for which its end waits.
package final class JPEGRowsReader {
  /// Columns of the picture.
  package var width: Int { frame.width }
  /// Rows of the picture.
  package var height: Int { frame.height }
  /// The row that the next call delivers first.
  package private(set) var nextRow = 0
  /// Seconds of processor time that threads other than the caller's have used so far.
  package var secondsBeside: Double { line.secondsBeside }

  /// Bytes of memory that it holds, but for what hostile data takes beside: places of blocks, a
  /// piece of the data at a time.
  package var heldBytes: Int { line.heldBytes + neutralCount + 2 * sumCount + placesBytes }

  private let frame: JPEGFrame
  private let planes: [SamplePlane]
  private let bodies: LaneBodies
  private let line: any RowProducer
  private let placesBytes: Int
  /// Columns and rows of pixels for one of chroma: 1 or 2.
  private let columnFactor: Int
  private let rowFactor: Int
  /// Rows of MCUs that were asked for, and the last of them.
  private var rowsFetched = 0
  private var rows: [SampleRow?]
  /// A row of chroma that has no colour.
  private let neutral: UnsafeMutablePointer<UInt8>
  private let neutralCount: Int
  private let sums: UnsafeMutablePointer<Int16>
  private let sumCount: Int

  /// Narrower chroma is enlarged by libjpeg in another way.
  private static let leastWidth = 16

  /// Reads a file's header.
  ///
  /// - Parameters:
  ///   - settings: how to read; what they say of chroma, tiles and places is not used, nor with places what
  ///     they say of pieces and of warming up.
  ///   - places: where its blocks are, as a ``JPEGMeansReader`` has found them in the same file; `nil`
  ///     where that is not known. They change no row.
  ///   - fetch: copies the next bytes of the file to the start of the memory it is given and returns
  ///     how many; 0 at the end, or where reading fails. With several threads any of them calls it,
  ///     one at a time, also between calls of this object's functions, and never after the object is
  ///     gone.
  /// - Throws: ``JPEGMeansError/declined(_:)`` where the file is not one that this reads.
  package init(
    settings: JPEGMeansSettings = JPEGMeansSettings(), places: JPEGBlockPlaces? = nil,
    fetch: @escaping (UnsafeMutableRawBufferPointer) -> Int
  ) throws(JPEGMeansError) {
    let reader = BufferedByteReader(fetch)
    let frame = try JPEGFrame(reader)
    self.frame = frame
    let factors = (frame.mcuColumns, frame.mcuRows)
    let isUsual =
      frame.components.count == 1
      || [(1, 1), (2, 1), (2, 2)].contains { $0 == factors }
        && frame.components[0].columns == factors.0 && frame.components[0].rows == factors.1
        && frame.components[1...].allSatisfy { $0.columns == 1 && $0.rows == 1 }
    guard isUsual, frame.width >= Self.leastWidth else {
      throw .declined("its sampling is not one that is read in full")
    }
    (columnFactor, rowFactor) = factors
    planes = frame.components.indices.map { SamplePlane(frame, $0) }
    // Two, because a row of pixels at the edge of a row of MCUs takes chroma of both.
    rows = Array(repeating: nil, count: max(2, frame.rowsTogether))
    bodies = LaneBodies(settings)
    var ownSettings = settings
    ownSettings.chroma = .means
    placesBytes = places.map { JPEGBlockPlaces.byteCount(blocks: $0.blockCount) } ?? 0
    if let places {
      // So that both have the same pieces.
      (ownSettings.pieceBytes, ownSettings.warmUpBytes) = (places.pieceBytes, places.warmUpBytes)
      line = RowLine(
        reader, frame, planes, try KnownBlocks(places, frame), settings: ownSettings)
    } else if settings.threads == 1 {
      line = SequentialRows(reader, frame, planes, settings: ownSettings)
    } else {
      line = RowLine(
        reader, frame, planes, FoundBlocks(frame, settings: ownSettings), settings: ownSettings)
    }
    neutralCount =
      8 * frame.mcusPerRow * frame.mcuColumns + SamplePlane.margin + ChromaRow.mostAtOnce
    neutral = .allocate(capacity: neutralCount)
    neutral.initialize(repeating: 128, count: neutralCount)
    sumCount = ChromaRow.sumCount(samples: (frame.width + 1) / 2)
    sums = .allocate(capacity: sumCount)
    sums.initialize(repeating: 0, count: sumCount)
  }

  deinit {
    neutral.deallocate()
    sums.deallocate()
  }

  /// Reads the next rows as RGBA.
  ///
  /// SAFETY: `base` has room for `count` rows.
  ///
  /// - Parameters:
  ///   - base: receives them.
  ///   - bytesPerRow: bytes from one row to the next, 4 × ``width`` or more.
  ///   - count: rows, no more than are left.
  /// - Throws: ``JPEGMeansError/declined(_:)`` where another decoder has to judge the file.
  /// - Complexity: O(*n*) in pixels and bytes.
  package func readRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) throws(JPEGMeansError) {
    for number in 0..<min(count, height - nextRow) {
      let target = (base + number * bytesPerRow).assumingMemoryBound(to: UInt32.self)
      try readRow(nextRow, into: target)
      nextRow += 1
    }
  }

  private func readRow(
    _ y: Int, into target: UnsafeMutablePointer<UInt32>
  ) throws(JPEGMeansError) {
    var chroma = (near: y, far: y)
    if planes.count == 3, rowFactor == 2 {
      // An even row of pixels lies in the upper half of its row of chroma and leans on the
      // row above, an odd one on the row below:
      //
      //     pixels   | 0 | 1 | 2 | 3 | 4 | 5 |
      //     chroma   |   0   |   1   |   2   |
      let far = y % 2 == 0 ? y / 2 - 1 : y / 2 + 1
      chroma = (y / 2, min(max(far, 0), planes[1].height - 1))
    }
    try fetch(for: y, chroma.near, chroma.far)
    let luma = sample(0, y)
    guard planes.count == 3 else { return bodies.pixels(luma, neutral, neutral, width, target) }
    if columnFactor == 1 {
      return bodies.pixels(luma, sample(1, y), sample(2, y), width, target)
    }
    let (blue, red) = (source(1, chroma), source(2, chroma))
    // SAFETY: rows have a margin on both sides, and their memory one behind the last.
    bodies.enlargedPixels(
      luma, blue, red, rowFactor == 1 ? .columns : .rows, width, sums, target)
  }

  /// Has the rows of MCUs at hand that a row of pixels is made of.
  private func fetch(for y: Int, _ near: Int, _ far: Int) throws(JPEGMeansError) {
    let own = y / (8 * frame.mcuRows)
    // The far row may be the next row of MCUs' first one, or the last one's last: never
    // farther.
    let other = planes.count == 3 && rowFactor == 2 ? far / 8 : own
    let last = max(own, other)
    guard last >= rowsFetched else { return }
    let end = min(last - last % frame.rowsTogether + frame.rowsTogether, frame.mcuRowCount)
    while rowsFetched < end {
      line.free(before: rowsFetched + 1 - rows.count)
      let row = try line.row(rowsFetched)
      padEdges(of: row)
      rows[rowsFetched % rows.count] = row
      rowsFetched += 1
    }
  }

  /// Repeats the first and the last sample of chroma beyond the edges, which are enlarged with them.
  private func padEdges(of row: SampleRow) {
    guard planes.count == 3, columnFactor == 2 else { return }
    for component in 1...2 {
      let plane = planes[component]
      for y in 0..<plane.sampleRows {
        // SAFETY: rows have a margin on both sides.
        let samples = row.planes[component] + y * plane.stride
        samples[-1] = samples[0]
        samples[plane.width] = samples[plane.width - 1]
      }
    }
  }

  /// Rows of a component's samples, which are at hand.
  private func source(_ component: Int, _ rows: (near: Int, far: Int)) -> ChromaRow.Source {
    ChromaRow.Source(near: sample(component, rows.near), far: sample(component, rows.far))
  }

  /// A row of a component's samples, which is at hand.
  private func sample(_ component: Int, _ y: Int) -> UnsafePointer<UInt8> {
    let plane = planes[component]
    let (row, line) = (y / plane.sampleRows, y % plane.sampleRows)
    // SAFETY: one of the last rows of MCUs; where none is at hand, a row of the same length.
    guard let samples = rows[row % rows.count] else {
      return UnsafePointer(neutral + SamplePlane.margin)
    }
    return UnsafePointer(samples.planes[component] + line * plane.stride)
  }
}
