package import Pixels

/// A kind of image made from a seed, with a known answer where there is one.
///
/// The same kind, size and seed give the same bytes on every machine: everything is integer
/// arithmetic on hashes of seed, row and column. Rows do not depend on each other, so an image
/// larger than memory can be had in bands (``withBands(width:height:seed:rowsPerBand:_:)``).
///
/// ```swift
/// let kind = SyntheticImage.named("planted")
/// let image = try kind?.makeImage(width: 6000, height: 4000, seed: 1)
/// let answer = kind?.truth(width: 6000, height: 4000, seed: 1)?.color  // #d85828
/// ```
package struct SyntheticImage: Sendable {
  /// What people type to get it, such as `planted`.
  package let name: String
  /// One line that says what it shows and what it is for.
  package let summary: String
  private let paint: @Sendable (Canvas, Range<Int>, UnsafeMutableRawPointer) -> Void
  private let findTruth: @Sendable (Canvas) -> Truth?

  /// Makes a kind from what paints its rows, made anew for each band, and from what knows the
  /// answer for a canvas with at least one pixel.
  init<Painter: RowPainter>(
    name: String, summary: String, makePainter: @escaping @Sendable (Canvas) -> Painter,
    truth: @escaping @Sendable (Canvas) -> Truth? = { _ in nil }
  ) {
    self.name = name
    self.summary = summary
    findTruth = truth
    paint = { canvas, rows, start in
      var painter = makePainter(canvas)
      for (index, y) in rows.enumerated() {
        // SAFETY: the caller of `paint` passes 4 × width bytes for each of the rows.
        let row = PixelRow(start: start + index * 4 * canvas.width, width: canvas.width)
        painter.paint(row: y, into: row)
      }
    }
  }

  /// Makes the whole image.
  ///
  /// - Throws: ``Pixels/ImageGeometryError`` when the size is negative or there is no memory for
  ///   it.
  /// - Complexity: O(*n*) in pixels; no second copy of them is made.
  package func makeImage(
    width: Int, height: Int, seed: UInt64 = 1
  ) throws(ImageGeometryError) -> ImageBuffer {
    var image = try ImageBuffer(width: width, height: height)
    image.withMutableBytes { bytes in
      fill(rows: 0..<height, width: width, height: height, seed: seed, into: bytes)
    }
    return image
  }

  /// Writes some rows of an image: the same bytes that these rows of the whole have.
  ///
  /// - Parameters:
  ///   - rows: which rows, within the image.
  ///   - width: pixels a row.
  ///   - height: rows of the whole image.
  ///   - seed: what makes one image of a kind differ from another.
  ///   - bytes: where to: RGBA8, rows tightly packed, at least `4 * width * rows.count` bytes.
  /// - Complexity: O(*n*) in the pixels of the rows, and a small O(*width*).
  package func fill(
    rows: Range<Int>, width: Int, height: Int, seed: UInt64 = 1,
    into bytes: UnsafeMutableRawBufferPointer
  ) {
    precondition(width >= 0 && height >= 0, "width and height are 0 or more")
    precondition(rows.lowerBound >= 0 && rows.upperBound <= height, "rows outside the image")
    precondition(bytes.count >= 4 * width * rows.count, "too few bytes for the rows")
    guard width > 0, !rows.isEmpty, let start = bytes.baseAddress else { return }
    paint(Canvas(width: width, height: height, seed: seed), rows, start)
  }

  /// The dominant colour of an image, known by construction; `nil` for an image without pixels and
  /// for kinds, or sizes, in which nothing is dominant by construction.
  ///
  /// - Complexity: O(*height*) at most.
  package func truth(width: Int, height: Int, seed: UInt64 = 1) -> Truth? {
    guard width > 0, height > 0 else { return nil }
    return findTruth(Canvas(width: width, height: height, seed: seed))
  }
}
