package import Pixels

extension SyntheticImage {
  /// Makes an image band by band, from the top, in the memory of one band.
  ///
  /// - Parameters:
  ///   - width: pixels a row.
  ///   - height: rows of the whole image.
  ///   - seed: what makes one image of a kind differ from another.
  ///   - rowsPerBand: rows a band, at least 1 (the last band may have fewer); `nil` for about a
  ///     quarter of a million pixels.
  ///   - body: what to do with a band, which must not escape.
  /// - Throws: ``Pixels/ImageGeometryError`` when the size is negative or there is no memory for a
  ///   band, or what `body` throws.
  package func withBands(
    width: Int, height: Int, seed: UInt64 = 1, rowsPerBand: Int? = nil,
    _ body: (PixelView) throws -> Void
  ) throws {
    guard width >= 0, height >= 0 else {
      throw ImageGeometryError.negativeSize(width: width, height: height)
    }
    let bandHeight = max(1, min(rowsPerBand ?? (1 << 18) / max(width, 1), height))
    var band = try ImageBuffer(width: width, height: bandHeight)
    for top in stride(from: 0, to: height, by: bandHeight) {
      let rows = top..<min(top + bandHeight, height)
      band.withMutableBytes { bytes in
        fill(rows: rows, width: width, height: height, seed: seed, into: bytes)
      }
      try band.withPixels { view in try body(view.rows(0..<rows.count)) }
    }
  }
}
