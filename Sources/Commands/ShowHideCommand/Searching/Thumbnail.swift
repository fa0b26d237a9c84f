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
    var mean = try BoxMean(width: width, height: height, fitting: side)
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
    return try mean.upright(reader.header.orientation)
  }
}
