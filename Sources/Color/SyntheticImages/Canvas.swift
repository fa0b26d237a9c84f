internal import Hashing

/// What a synthetic image is painted on: its shape, and the seed of everything random in it.
struct Canvas: Hashable, Sendable {
  var width: Int
  var height: Int
  var seed: UInt64

  var pixelCount: Int { width * height }

  /// A generator for choices made once an image, such as where things stand; `stream` tells apart
  /// the choices of different painters under one seed.
  func choices(stream: UInt64) -> SplitMix64 {
    SplitMix64(seed: SplitMix64.mix(seed ^ SplitMix64.mix(stream)))
  }
}

/// Paints an image row by row.
///
/// Every row depends on the canvas and its number alone, so any range of rows can be painted
/// without the others: bands of an image too large for memory are equal to the same rows of the
/// whole.
protocol RowPainter: SendableMetatype {
  /// Writes every pixel of row `y`.
  mutating func paint(row y: Int, into pixels: PixelRow)
}

/// One row of an image that is being painted.
struct PixelRow {
  private let start: UnsafeMutableRawPointer
  let width: Int

  /// Wraps the memory of a row.
  ///
  /// - Parameters:
  ///   - start: `4 * width` writable bytes that outlive the row.
  ///   - width: pixels in the row.
  init(start: UnsafeMutableRawPointer, width: Int) {
    self.start = start
    self.width = width
  }

  /// Writes one pixel.
  @inline(__always)
  func store(_ pixel: PackedPixel, at x: Int) {
    assert(x >= 0 && x < width, "pixel outside the row")
    // SAFETY: painters stay inside 0..<width (asserted in debug builds, where all tests run), and
    // `init` promises four writable bytes for each of these.
    start.storeBytes(of: pixel.bits.littleEndian, toByteOffset: 4 * x, as: UInt32.self)
  }

  /// Writes the same pixel over a range of columns; the part outside the row is left out.
  func fill(_ columns: Range<Int>, with pixel: PackedPixel) {
    for x in columns.clamped(to: 0..<width) {
      store(pixel, at: x)
    }
  }
}
