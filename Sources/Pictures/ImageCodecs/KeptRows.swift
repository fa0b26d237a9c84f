internal import Pixels

/// The rows of a picture for an encoder that takes them all at once.
struct KeptRows {
  private(set) var image: ImageBuffer
  private var rowCount = 0

  /// Keeps none yet.
  ///
  /// - Throws: ``ImageCodecError/cannotEncode(_:reason:)`` for a picture without pixels, or with a
  ///   side above the longest one; ``ImageCodecError/outOfMemory(width:height:)``.
  init(
    _ picture: EncodedPicture, of format: ImageFormat, longestSide: Int
  ) throws(ImageCodecError) {
    guard picture.width > 0, picture.height > 0 else {
      throw .cannotEncode(format, reason: "it has no pixels")
    }
    guard picture.width <= longestSide, picture.height <= longestSide else {
      throw .cannotEncode(
        format,
        reason: "\(picture.width) × \(picture.height) pixels are more than the \(longestSide) a "
          + "side that the format holds; write a PNG")
    }
    do {
      image = try ImageBuffer(width: picture.width, height: picture.height)
    } catch {
      throw .outOfMemory(width: picture.width, height: picture.height)
    }
  }

  /// Keeps the next rows, of the picture's width.
  mutating func add(_ rows: PixelView) {
    let (bytesPerRow, first) = (4 * image.width, rowCount)
    image.withMutableBytes { bytes in
      for y in 0..<rows.height {
        // SAFETY: a view promises 4 × width bytes readable at each of its rows.
        let row = UnsafeRawBufferPointer(start: rows.row(y), count: bytesPerRow)
        UnsafeMutableRawBufferPointer(
          rebasing: bytes[(first + y) * bytesPerRow..<(first + y + 1) * bytesPerRow]
        ).copyMemory(from: row)
      }
    }
    rowCount += rows.height
  }
}
