internal import RowBodies

/// Reads the rows of a PNG that is not interlaced, with 8 bits a sample, as RGBA.
///
/// ```swift
/// let reader = PNGRowsReader(width: 6000, height: 4000, samples: .rgb) { file.read(into: $0) }
/// try reader.readRows(into: band, bytesPerRow: 4 * 6000, count: 16)
/// ```
///
/// What it delivers is what libpng delivers. Where anything is unusual it declines with an error;
/// then libpng has to read the file, which judges it. The last row comes only once the compressed
/// data has ended, with the right checksum and nothing behind it.
public final class PNGRowsReader {
  private let width: Int
  private let height: Int
  private let code: RowCode
  private let inflater: Inflater

  /// Bytes of a filtered row, with the one that names its filter.
  private let rowBytes: Int
  /// Filtered rows and what distances lead back to.
  private let buffer: UnsafeMutablePointer<UInt8>
  private let bufferBytes: Int
  /// Where the next inflated byte goes.
  private var output: UnsafeMutablePointer<UInt8>
  /// The first byte of the next row.
  private var unread: UnsafeMutablePointer<UInt8>
  private var unmadeBytes: Int
  private var nextRow = 0

  /// The pixels of the row before the next one.
  private let above: UnsafeMutablePointer<UInt32>
  /// A group of rows for callers who take fewer at a time.
  private let ready: UnsafeMutablePointer<UInt32>
  private var readyRows = 0
  private var nextReady = 0

  /// The most bytes of a row's samples, so that memory has a limit that no file moves.
  public static let longestRow = 1 << 18

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - width: pixels of a row, at least 1; their samples take at most ``longestRow`` bytes.
  ///   - height: rows, at least 1.
  ///   - samples: how pixels are stored.
  ///   - usesVectorExtensions: whether to use instructions that not every processor has; the pixels
  ///     are the same.
  ///   - read: hands out the next bytes of the zlib stream, as many as fit or are left: 0 at its
  ///     end, `nil` where it cannot go on.
  public init(
    width: Int, height: Int, samples: PNGSamples, usesVectorExtensions: Bool = true,
    read: @escaping (UnsafeMutableRawBufferPointer) -> Int?
  ) {
    precondition(
      width > 0 && height > 0 && width <= Self.longestRow / samples.byteCount,
      "a picture has pixels, and its rows are not too long")
    self.width = width
    self.height = height
    code = RowCode(samples, usesVectorExtensions: usesVectorExtensions)
    inflater = Inflater(code: code, read: read)
    rowBytes = width * samples.byteCount + 1
    bufferBytes = Self.bufferBytes(rowBytes: rowBytes)
    let capacity = bufferBytes + Self.overrun(rowBytes: rowBytes)
    buffer = .allocate(capacity: capacity)
    buffer.initialize(repeating: 0, count: capacity)
    output = buffer
    unread = buffer
    unmadeBytes = rowBytes * height
    above = .allocate(capacity: (1 + RowGroup.rowCount) * width)
    above.initialize(repeating: 0, count: (1 + RowGroup.rowCount) * width)
    ready = above + width
  }

  deinit {
    buffer.deallocate()
    above.deallocate()
  }

  private static func bufferBytes(rowBytes: Int) -> Int {
    InflateCode.windowBytes + max(3 << 17, 2 * RowGroup.rowCount * rowBytes)
  }

  /// Bytes behind the buffer: for what a run writes beyond its end, and for rows of a group that
  /// the picture does not have.
  private static func overrun(rowBytes: Int) -> Int {
    max(InflateRun.outputOverrun, RowGroup.rowCount * rowBytes)
  }

  /// Memory that a reader takes.
  public static func byteCount(width: Int, samples: PNGSamples) -> Int {
    let rowBytes = width * samples.byteCount + 1
    return bufferBytes(rowBytes: rowBytes) + overrun(rowBytes: rowBytes)
      + 4 * (1 + RowGroup.rowCount) * width + Inflater.byteCount
  }

  /// Reads the next rows.
  ///
  /// - Parameters:
  ///   - base: room for `count` rows, aligned to 4 bytes.
  ///   - bytesPerRow: bytes from one row to the next, a multiple of 4.
  ///   - count: rows, at most those that are left.
  /// - Throws: ``PNGRowsError`` where the file has to be read otherwise; what then is in the
  ///   caller's memory means nothing, and no call may follow.
  public func readRows(
    into base: UnsafeMutableRawPointer, bytesPerRow: Int, count: Int
  ) throws(PNGRowsError) {
    precondition(count <= height - nextRow + readyRows, "more rows than are left")
    precondition(bytesPerRow % 4 == 0 && bytesPerRow >= 4 * width, "rows of whole pixels")
    var left = count
    var target = base
    while left > 0 {
      if readyRows == 0 {
        let rows = min(RowGroup.rowCount, height - nextRow)
        try inflate(rows)
        if rows == RowGroup.rowCount, left >= rows {
          // SAFETY: the caller gives room for so many rows.
          let pixels = target.assumingMemoryBound(to: UInt32.self)
          try unfilter(rows, above: above, into: pixels, stride: bytesPerRow / 4)
          above.update(from: pixels + (rows - 1) * (bytesPerRow / 4), count: width)
          target += rows * bytesPerRow
          left -= rows
          continue
        }
        try unfilter(rows, above: above, into: ready, stride: width)
        above.update(from: ready + (rows - 1) * width, count: width)
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

  /// Inflates until some rows are there; with the last of them to the end of the stream.
  private func inflate(_ rows: Int) throws(PNGRowsError) {
    while output - unread < rows * rowBytes || unmadeBytes == 0 && !inflater.isDone {
      let end = buffer + bufferBytes
      if end - output < bufferBytes / 2 { slide() }
      let before = output
      try inflater.run(&output, start: buffer, end: end)
      unmadeBytes -= output - before
      guard unmadeBytes >= 0 else { throw PNGRowsError(reason: "more than the rows") }
      if inflater.isDone {
        guard unmadeBytes == 0, try !inflater.hasMoreInput() else {
          throw PNGRowsError(reason: "other data than the rows")
        }
      }
    }
  }

  /// Moves what is still needed to the front of the buffer.
  private func slide() {
    // SAFETY: both are in the buffer, behind what was read.
    let kept = min(unread, max(buffer, output - InflateCode.windowBytes))
    let moved = kept - buffer
    buffer.update(from: kept, count: output - kept)
    output -= moved
    unread -= moved
  }

  private func unfilter(
    _ rows: Int, above: UnsafePointer<UInt32>, into target: UnsafeMutablePointer<UInt32>,
    stride: Int
  ) throws(PNGRowsError) {
    var filters = SIMD8<UInt8>(repeating: 0)
    for row in 0..<rows {
      filters[row] = unread[row * rowBytes]
      guard filters[row] <= 4 else { throw PNGRowsError(reason: "filter") }
    }
    // SAFETY: so many rows are in the buffer. Of a group that is not full the other rows are read
    // from what follows, which ``overrun(rowBytes:)`` makes room for, and written to ``ready``,
    // which has room for a whole group. The row above is apart from both.
    code.unfilter(
      RowGroup(
        filtered: UnsafePointer(unread + 1), filteredStride: rowBytes, filters: filters,
        above: above, pixels: target, pixelStride: stride, width: width))
    unread += rows * rowBytes
    nextRow += rows
  }
}
