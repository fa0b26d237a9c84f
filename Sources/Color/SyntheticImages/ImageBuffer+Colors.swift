package import Pixels

extension ImageBuffer {
  /// Makes an image of given pixels, row by row.
  ///
  /// - Parameters:
  ///   - width: pixels a row.
  ///   - pixels: as many as fill whole rows.
  /// - Throws: ``Pixels/ImageGeometryError/tooFewBytes(needed:given:)`` when the last row is not
  ///   full, ``Pixels/ImageGeometryError/negativeSize(width:height:)``, or
  ///   ``Pixels/ImageGeometryError/rowsOverlap(bytesPerRow:needed:)`` for pixels in rows of none.
  package init(width: Int, pixels: [RGBA8]) throws(ImageGeometryError) {
    guard width != 0 || pixels.isEmpty else { throw .rowsOverlap(bytesPerRow: 0, needed: 4) }
    let height = width > 0 ? (pixels.count + width - 1) / width : 0
    try self.init(width: width, height: height)
    guard pixels.count == pixelCount else {
      throw .tooFewBytes(needed: byteCount, given: 4 * pixels.count)
    }
    withMutableBytes { bytes in
      for (index, pixel) in pixels.enumerated() {
        bytes.storeBytes(of: pixel, toByteOffset: 4 * index, as: RGBA8.self)
      }
    }
  }

  /// Makes an opaque image of given colours, row by row.
  ///
  /// - Parameters:
  ///   - width: pixels a row.
  ///   - colors: as many as fill whole rows.
  /// - Throws: as ``init(width:pixels:)``.
  package init(width: Int, colors: [RGB8]) throws(ImageGeometryError) {
    try self.init(width: width, pixels: colors.map { RGBA8($0) })
  }

  /// Makes a 2 × 2 image, its colours from left to right and top to bottom.
  ///
  /// - Throws: ``Pixels/ImageGeometryError`` when there is no memory.
  package static func twoByTwo(
    _ topLeft: RGB8, _ topRight: RGB8, _ bottomLeft: RGB8, _ bottomRight: RGB8
  ) throws(ImageGeometryError) -> ImageBuffer {
    try ImageBuffer(width: 2, colors: [topLeft, topRight, bottomLeft, bottomRight])
  }

  /// Makes a 3 × 3 image of two colours by turns: five pixels of the first, four of the second.
  ///
  /// - Throws: ``Pixels/ImageGeometryError`` when there is no memory.
  package static func threeByThree(
    _ five: RGB8, _ four: RGB8
  ) throws(ImageGeometryError) -> ImageBuffer {
    try ImageBuffer(width: 3, colors: [five, four, five, four, five, four, five, four, five])
  }
}
