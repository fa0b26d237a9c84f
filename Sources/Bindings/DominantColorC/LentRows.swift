internal import DominantColor
internal import Pixels

/// Pixels in any layout, of which some are lent as RGBA at a time.
final class LentRows: WholeImage {
  private let pixels: StridedPixels
  private let lent: UnsafeMutablePointer<RGBA8>

  /// No image that is wider has bars, and none is asked for rows.
  private static let most = 1 << 16

  /// Wraps pixels, of which there are some.
  init(_ pixels: StridedPixels) {
    self.pixels = pixels
    lent = .allocate(capacity: min(pixels.width, Self.most))
  }

  deinit { lent.deallocate() }

  var width: Int { pixels.width }

  var height: Int { pixels.height }

  func pixels(row: Int, columns: Range<Int>) -> UnsafeRawPointer {
    // SAFETY: columns are some of a row's, for which there is room.
    pixels.copyPixels(row: row, columns: columns, to: lent)
    return UnsafeRawPointer(lent)
  }

  func copyPairs(row: Int, step: Int, to samples: UnsafeMutableBufferPointer<UInt32>) {
    for index in Swift.stride(from: 0, to: samples.count, by: 2) {
      // Pairs of neighbours, `step` columns apart; the last may be a single pixel.
      let (column, count) = (index / 2 * step, min(2, samples.count - index))
      let lent = pixels(row: row, columns: column..<(column + count))
      // SAFETY: so many were just lent.
      for pixel in 0..<count {
        samples[index + pixel] = (lent + 4 * pixel).loadUnaligned(as: UInt32.self)
      }
    }
  }
}
