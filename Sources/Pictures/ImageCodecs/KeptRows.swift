internal import Pixels

/// The rows of a picture for an encoder that takes them all at once.
struct KeptRows {
  private(set) var image: ImageBuffer
  private var rowCount = 0

  /// Keeps none yet.
  ///
  /// - Throws: what ``EncodedPicture/checkSides(in:longest:)`` throws; ``ImageCodecError/outOfMemory(width:height:)``.
  init(
    _ picture: EncodedPicture, of format: ImageFormat, longestSide: Int
  ) throws(ImageCodecError) {
    try picture.checkSides(in: format, longest: longestSide)
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
