internal import ImageCodecs
internal import Pixels

/// Sums of the pixels that each small pixel stands for.
struct BoxMean {
  private let width: Int
  private let height: Int
  private let smallWidth: Int
  private let smallHeight: Int
  /// Red, green and blue times alpha, alpha, and the number of pixels.
  private var sums: [SIMD8<Int64>]
  private var row = 0

  /// Begins a small picture.
  ///
  /// - Parameters:
  ///   - width: pixels a row of the picture.
  ///   - height: rows of the picture.
  ///   - side: the most pixels of a side; a smaller picture keeps its size.
  /// - Throws: `ImageCodecError`.
  init(width: Int, height: Int, fitting side: Int) throws(ImageCodecError) {
    self.width = width
    self.height = height
    let scale = min(1, Double(side) / Double(max(width, height, 1)))
    smallWidth = max(1, Int(Double(width) * scale))
    smallHeight = max(1, Int(Double(height) * scale))
    sums = Array(repeating: SIMD8(repeating: 0), count: smallWidth * smallHeight)
  }

  /// Adds the next rows.
  mutating func add(_ band: borrowing ImageBuffer, rows: Int) {
    for y in 0..<rows where row < height {
      let start = row * smallHeight / height * smallWidth
      for x in 0..<width {
        let pixel = band[x, y]
        let alpha = Int64(pixel.alpha)
        // At most 255 · 255 a pixel: 2⁶³ hold those of 1.4 · 10¹⁴ pixels.
        sums[start + x * smallWidth / width] &+= SIMD8(
          Int64(pixel.red) * alpha, Int64(pixel.green) * alpha, Int64(pixel.blue) * alpha, alpha,
          1, 0, 0, 0)
      }
      row += 1
    }
  }

  /// The means, turned upright.
  func upright(_ orientation: ImageOrientation) throws(ImageCodecError) -> ImageBuffer {
    guard let small = image, let upright = try? orientation.upright(small) else {
      throw .outOfMemory(width: smallWidth, height: smallHeight)
    }
    return upright
  }

  private var image: ImageBuffer? {
    guard var image = try? ImageBuffer(width: smallWidth, height: smallHeight) else { return nil }
    for y in 0..<smallHeight {
      for x in 0..<smallWidth {
        let sum = sums[y * smallWidth + x]
        // All sums are 0 where alpha is, so that any divisor gives 0.
        let (alpha, count) = (max(sum[3], 1), max(sum[4], 1))
        func level(_ sum: Int64) -> UInt8 { UInt8(clamping: (sum + alpha / 2) / alpha) }
        image[x, y] = RGBA8(
          red: level(sum[0]), green: level(sum[1]), blue: level(sum[2]),
          alpha: UInt8(clamping: (sum[3] + count / 2) / count))
      }
    }
    return image
  }
}
