internal import CImageShims
internal import Pixels

/// Rows of a PNG, filtered and deflated in bands on several threads.
struct PNGBands: Sendable {
  let rows: PixelView
  /// The row above the first; `nil` at the top of the picture.
  let above: PixelView?
  let compressionLevel: Int
  let dropsAlpha: Bool
  /// Whether the last row is the picture's.
  let endsPicture: Bool

  /// A band's part of the zlib stream.
  struct Band: Sendable {
    let bytes: [UInt8]
    /// The checksum of the filtered bytes.
    let adler: UInt32
    let filteredBytes: Int
  }

  /// Bytes of pixels in a band: enough for deflate to lose almost nothing at its beginning.
  private static let bandBytes = 1 << 20

  private var rowsPerBand: Int { max(1, Self.bandBytes / (4 * rows.width)) }

  /// Works through all bands.
  ///
  /// - Returns: the bands in order.
  /// - Throws: ``ImageCodecError/outOfMemory(width:height:)``, with the sides of these rows.
  func deflate(threads: Int) throws(ImageCodecError) -> [Band] {
    let starts = Array(stride(from: 0, to: rows.height, by: rowsPerBand))
    return try makePartsInOrder(starts.count, threads: threads) { index throws(ImageCodecError) in
      let start = starts[index]
      guard let band = deflate(start..<min(start + rowsPerBand, rows.height)) else {
        throw .outOfMemory(width: rows.width, height: rows.height)
      }
      return band
    }
  }

  private func deflate(_ range: Range<Int>) -> Band? {
    let report = CodecReport()
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    var adler: UInt32 = 1
    let before = range.lowerBound > 0 ? rows.row(range.lowerBound - 1) : above?.baseAddress
    // SAFETY: the view promises 4 × width bytes at each row of the range and at the one above; the
    // C side keeps none of them, and what it hands out is freed below, once.
    _ = cimage_png_deflate(
      cimage_png_band(
        rows: rows.row(range.lowerBound).assumingMemoryBound(to: UInt8.self),
        above: before?.assumingMemoryBound(to: UInt8.self), stride: rows.bytesPerRow,
        width: UInt32(rows.width), count: UInt32(range.count),
        compression_level: Int32(compressionLevel), drops_alpha: dropsAlpha,
        is_last: endsPicture && range.upperBound == rows.height),
      &bytes, &count, &adler, report.pointer)
    defer { cimage_free(bytes) }
    guard report.status == CIMAGE_OK, let bytes else { return nil }
    return Band(
      bytes: Array(UnsafeBufferPointer(start: bytes, count: count)), adler: adler,
      filteredBytes: range.count * (rows.width * (dropsAlpha ? 3 : 4) + 1))
  }
}
