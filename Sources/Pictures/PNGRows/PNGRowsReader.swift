internal import RowBodies

/// Reads the rows of a PNG that is not interlaced, with 8 or 16 bits a sample, as RGBA of 8 bits.
///
/// ```swift
/// let reader = PNGRowsReader(width: 6000, height: 4000, samples: .rgb) { file.read(into: $0) }
/// try reader.readRows(into: band, bytesPerRow: 4 * 6000, count: 16)
/// ```
///
/// What it delivers is what libpng delivers. Where anything is unusual it declines with an error;
/// then libpng has to read the file, which judges it. The last row comes only once the compressed
/// data has ended, with the right checksum and nothing behind it.
package final class PNGRowsReader {
  private let width: Int
  private let height: Int
  private let code: RowCode
  /// The colours of indices; empty where samples are colours.
  private let colors: [UInt32]
  private let strips: any FilteredStrips
  private let blocks: BlocksAhead?
  private let secondChain = SecondChain()
  /// Unfilters samples of 16 bits; `nil` for others.
  private let wideRows: WideRows?

  /// Bytes of a filtered row, with the one that names its filter.
  private let rowBytes: Int
  /// The first byte of the next row.
  private var unread: UnsafeMutablePointer<UInt8>?
  /// Rows of the strip that begin there.
  private var rowsInStrip = 0
  private var nextRow = 0
  /// Seconds of processor time that other threads have used for the rows so far.
  package private(set) var secondsBeside = 0.0

  /// Bytes of the stream so far whose blocks were decoded before it was known what they copy.
  package var bytesDecodedAhead: Int { blocks?.usedBytes ?? 0 }

  /// How often another thread, which inflates, had to wait until the caller's had read what it was to read.
  package var waitsForReading: Int { blocks?.waits ?? 0 }

  /// Bytes of the stream so far that second chains decoded, without those of blocks decoded ahead; to be
  /// read while no thread inflates.
  package var bytesOfSecondChains: Int { secondChain.usedBytes }

  /// Has no second chains used, so that tests can compare; to be called before the first row.
  package func leaveSecondChainsOut() {
    secondChain.isUsed = false
    blocks?.secondChain.isUsed = false
  }

  /// Has something done each time that the caller's thread is about to decode blocks ahead, so that tests
  /// can hold it up there; to be called before the first row.
  package func beforeDecodingAhead(_ body: @escaping () -> Void) { blocks?.willDecode = body }

  /// The pixels of the row before the next one.
  private let above: UnsafeMutablePointer<UInt32>
  /// Rows that are unfiltered at once, for callers who take fewer at a time.
  private let ready: UnsafeMutablePointer<UInt32>
  private var readyRows = 0
  private var nextReady = 0

  /// The most bytes of a row's samples, so that memory has a limit that no file moves.
  package static let longestRow = 1 << 18

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - width: pixels of a row, at least 1; their samples take at most ``longestRow`` bytes.
  ///   - height: rows, at least 1.
  ///   - samples: how pixels are stored.
  ///   - colors: the colours of a palette, 1 to 256, each 4 bytes of RGBA as they lie in memory; a
  ///     picture with an index beyond them is declined. Empty for other samples.
  ///   - usesVectorExtensions: whether to use instructions that not every processor has; the pixels
  ///     are the same.
  ///   - inflating: who inflates.
  ///   - read: hands out the next bytes of the zlib stream, as many as fit or are left: 0 at its
  ///     end, `nil` where it cannot go on. Called on the other thread where there is one, once at
  ///     a time, from the first row that is asked for to the last one's delivery, and never after
  ///     the reader is gone.
  package init(
    width: Int, height: Int, samples: PNGSamples, colors: [UInt32] = [],
    usesVectorExtensions: Bool = true, inflating: Inflating = .here,
    read: @escaping (UnsafeMutableRawBufferPointer) -> Int?
  ) {
    precondition(
      width > 0 && height > 0 && width <= Self.longestRow / samples.byteCount,
      "a picture has pixels, and its rows are not too long")
    precondition(
      samples == .palette ? 1...256 ~= colors.count : colors.isEmpty,
      "a palette has 1 to 256 colours, and other samples have no palette")
    self.colors = colors
    self.width = width
    self.height = height
    code = RowCode(samples, usesVectorExtensions: usesVectorExtensions)
    wideRows = WideRows(width: width, code: code)
    rowBytes = width * samples.byteCount + 1
    let input = InflateInput(inflating.decodesBlocksAhead ? .long : .short, read: read)
    blocks =
      switch inflating {
      case .here: nil
      case .ahead: BlocksAhead(input, code: code)
      case .inTurn(let bytes): BlocksAhead(input, code: code, stepBytes: bytes, isInTurn: true)
      }
    let inflater = StripInflater(
      Inflater(code: code, input: input, secondChain: secondChain, blocksAhead: blocks),
      rowBytes: rowBytes, height: height)
    if let blocks, inflating.isAhead {
      strips = StripsAhead(inflater, blocks, rowBytes: rowBytes)
    } else {
      strips = StripsInTurn(inflater, rowBytes: rowBytes)
    }
    let rows = 1 + code.mostRowsAtOnce
    above = .allocate(capacity: rows * width)
    above.initialize(repeating: 0, count: rows * width)
    ready = above + width
  }

  deinit {
    above.deallocate()
  }

  /// Memory that a reader takes.
  package static func byteCount(width: Int, samples: PNGSamples, inflating: Inflating) -> Int {
    let rowBytes = width * samples.byteCount + 1
    let strips =
      inflating.isAhead
      ? StripsAhead.stripCount * StripsAhead.shape(rowBytes: rowBytes).byteCount
      : StripsInTurn.shape(rowBytes: rowBytes).byteCount
    let input =
      inflating.decodesBlocksAhead
      ? InflateInput.Shape.long.byteCount + BlocksAhead.byteCount
      : InflateInput.Shape.short.byteCount
    return strips + 4 * (1 + RowCode.mostRowsAtOnce(samples)) * width + input
      + InflateTables.byteCount
      + SecondChain.byteCount + (samples.isWide ? WideRows.byteCount(width: width) : 0)
  }

  /// Reads the next rows.
  ///
  /// - Parameters:
  ///   - base: room for `count` rows, aligned to 4 bytes.
  ///   - bytesPerRow: bytes from one row to the next, a multiple of 4.
  ///   - count: rows, at most those that are left.
  /// - Throws: ``PNGRowsError`` where the file has to be read otherwise; what then is in the
  ///   caller's memory means nothing, and no call may follow.
  package func readRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) throws(PNGRowsError) {
    precondition(count <= height - nextRow + readyRows, "more rows than are left")
    precondition(bytesPerRow % 4 == 0 && bytesPerRow >= 4 * width, "rows of whole pixels")
    var left = count
    var target = base
    while left > 0 {
      if readyRows == 0 {
        if rowsInStrip == 0 { try takeStrip() }
        let rows = rowsAtOnce
        if rows >= RowGroup.rowCount, left >= rows {
          // SAFETY: the caller gives room for so many rows.
          let pixels = target.assumingMemoryBound(to: UInt32.self)
          try takeRows(rows, into: pixels, stride: bytesPerRow / 4)
          target += rows * bytesPerRow
          left -= rows
          continue
        }
        try takeRows(rows, into: ready, stride: width)
        readyRows = rows
        nextReady = 0
      }
      // SAFETY: a row of the group, into the next of the caller's rows.
      target.copyMemory(from: ready + nextReady * width, byteCount: 4 * width)
      target += bytesPerRow
      nextReady += 1
      readyRows -= 1
      left -= 1
    }
  }

  /// How many rows to unfilter next: two groups, one, or all that are left of the picture.
  private var rowsAtOnce: Int {
    rowsInStrip >= code.mostRowsAtOnce
      ? code.mostRowsAtOnce : min(RowGroup.rowCount, height - nextRow)
  }

  /// Goes on to the next strip, which holds whole groups of rows or all that are left.
  private func takeStrip() throws(PNGRowsError) {
    let strip = try strips.next()
    unread = strip.rows
    rowsInStrip = strip.rowCount
    secondsBeside += strip.seconds
  }

  /// Unfilters the next rows of the strip, and puts colours for indices.
  private func takeRows(
    _ rows: Int, into target: UnsafeMutablePointer<UInt32>, stride: Int
  ) throws(PNGRowsError) {
    guard let unread, rowsInStrip >= rows else { throw PNGRowsError(reason: "rows of a strip") }
    var filters = SIMD16<UInt8>(repeating: 0)
    for row in 0..<rows {
      filters[row] = unread[row * rowBytes]
      guard filters[row] <= 4 else { throw PNGRowsError(reason: "filter") }
    }
    let last = rows - 1
    if filters == SIMD16(repeating: 0), rowBytes == width + 1 {
      // No filter, as is usual with a palette: each byte is a pixel.
      let bytes = UnsafePointer(unread + 1)
      for y in 0..<rows {
        try takeBytes(bytes + y * rowBytes, into: target + y * stride)
      }
      widen(bytes + last * rowBytes, into: above)
    } else {
      unfilter(rows, filters, from: unread, into: target, stride: stride)
      // Before indices become colours: filters are of indices.
      above.update(from: target + last * stride, count: width)
      if !colors.isEmpty {
        for y in 0..<rows { try colorIndices(target + y * stride) }
      }
    }
    self.unread = unread + rows * rowBytes
    rowsInStrip -= rows
    nextRow += rows
  }

  /// Makes pixels of a row of bytes: of greys, or of indices of a palette.
  private func takeBytes(
    _ bytes: UnsafePointer<UInt8>, into pixels: UnsafeMutablePointer<UInt32>
  ) throws(PNGRowsError) {
    guard !colors.isEmpty else { return widen(bytes, into: pixels) }
    // A pass of its own, which becomes one of vectors: a test in the loop below would not.
    var largest: UInt8 = 0
    for x in 0..<width { largest = max(largest, bytes[x]) }
    guard Int(largest) < colors.count else {
      throw PNGRowsError(reason: "index beyond the palette")
    }
    // SAFETY: no index is beyond the colours.
    colors.withUnsafeBufferPointer { colors in
      guard let first = colors.baseAddress else { return }
      for x in 0..<width { pixels[x] = first[Int(bytes[x])] }
    }
  }

  /// Puts colours for the indices of a row, which were unfiltered as grey.
  private func colorIndices(_ row: UnsafeMutablePointer<UInt32>) throws(PNGRowsError) {
    var largest: UInt32 = 0
    for x in 0..<width { largest = max(largest, row[x] & 255) }
    guard Int(largest) < colors.count else {
      throw PNGRowsError(reason: "index beyond the palette")
    }
    // SAFETY: no index is beyond the colours.
    colors.withUnsafeBufferPointer { colors in
      guard let first = colors.baseAddress else { return }
      for x in 0..<width { row[x] = first[Int(row[x] & 255)] }
    }
  }

  /// Makes greys of bytes.
  private func widen(
    _ bytes: UnsafePointer<UInt8>, into pixels: UnsafeMutablePointer<UInt32>
  ) {
    for x in 0..<width { pixels[x] = (UInt32(bytes[x]) &* 0x0001_0101 | 0xFF00_0000).littleEndian }
  }

  private func unfilter(
    _ rows: Int, _ filters: SIMD16<UInt8>, from unread: UnsafePointer<UInt8>,
    into target: UnsafeMutablePointer<UInt32>, stride: Int
  ) {
    // SAFETY: so many rows are in the strip. Of a group that is not full the other rows are read
    // from what follows, which `StripShape.overrun` makes room for, and written to ``ready``, which
    // has room for a whole group. The row above is apart from both.
    let group = RowGroup(
      filtered: unread + 1, filteredStride: rowBytes, filters: filters.lowHalf, above: above,
      pixels: target, pixelStride: stride, width: width)
    if rows > RowGroup.rowCount, let unfilterTwo = code.unfilterTwo {
      unfilterTwo(group, filters.highHalf)
    } else if let wideRows {
      wideRows.unfilter(group, rows: rows)
    } else {
      code.unfilter(group)
    }
  }
}
