internal import ImageCodecs
internal import Pixels

/// A picture made small: each pixel is the mean of those that it stands for, weighted by opacity.
///
/// Rows are read a few at a time, so that memory does not grow with the picture.
enum Thumbnail {
  /// Reads a picture to fit into a square.
  ///
  /// - Parameters:
  ///   - file: the picture.
  ///   - side: the most pixels of a side; a smaller picture keeps its size.
  ///   - decoder: limits.
  /// - Returns: the small picture, turned upright.
  /// - Throws: `ImageCodecError`, as decoding would.
  static func read(
    _ file: ImageFile, side: Int, decoder: ImageDecoder
  ) throws(ImageCodecError) -> ImageBuffer {
    // The outline of a large JPEG is still larger than what is wanted, and is read much sooner.
    var reader = try ImageRowReader(file, decoder: decoder) { header in
      max(header.width, header.height) / 8 >= side ? .outline : .full
    }
    let (width, height) = (reader.rowWidth, reader.rowCount)
    let scale = min(1, Double(side) / Double(max(width, height, 1)))
    var mean = try BoxMean(
      width: width, height: height, smallWidth: max(1, Int(Double(width) * scale)),
      smallHeight: max(1, Int(Double(height) * scale)))
    let rows = max(1, min(height, (1 << 18) / max(width, 1)))
    guard var band = try? ImageBuffer(width: width, height: rows) else {
      throw .outOfMemory(width: width, height: rows)
    }
    while true {
      let count = try band.withMutableBytes { bytes throws(ImageCodecError) in
        try reader.readRows(into: UnsafeMutableRawBufferPointer(rebasing: bytes[...]))
      }
      guard count > 0 else { break }
      mean.add(band, rows: count)
    }
    let orientation = reader.header.orientation
    guard let small = mean.image, let upright = try? orientation.upright(small) else {
      throw .outOfMemory(width: side, height: side)
    }
    return upright
  }
}

/// Sums of the pixels that each small pixel stands for.
private struct BoxMean {
  private let width: Int
  private let height: Int
  private let smallWidth: Int
  private let smallHeight: Int
  /// Red, green and blue times alpha, alpha, and the number of pixels.
  private var sums: [SIMD8<Int64>]
  private var row = 0

  init(
    width: Int, height: Int, smallWidth: Int, smallHeight: Int
  ) throws(ImageCodecError) {
    self.width = width
    self.height = height
    self.smallWidth = smallWidth
    self.smallHeight = smallHeight
    sums = Array(repeating: SIMD8(repeating: 0), count: smallWidth * smallHeight)
  }

  mutating func add(_ band: borrowing ImageBuffer, rows: Int) {
    for y in 0..<rows where row < height {
      let start = row * smallHeight / height * smallWidth
      for x in 0..<width {
        let pixel = band[x, y]
        let alpha = Int64(pixel.alpha)
        sums[start + x * smallWidth / width] &+= SIMD8(
          Int64(pixel.red) * alpha, Int64(pixel.green) * alpha, Int64(pixel.blue) * alpha, alpha,
          1, 0, 0, 0)
      }
      row += 1
    }
  }

  /// The means; `nil` where there is no memory.
  var image: ImageBuffer? {
    guard var image = try? ImageBuffer(width: smallWidth, height: smallHeight) else { return nil }
    for y in 0..<smallHeight {
      for x in 0..<smallWidth {
        let sum = sums[y * smallWidth + x]
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
