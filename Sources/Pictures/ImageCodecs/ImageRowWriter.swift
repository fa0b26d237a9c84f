public import Pixels

/// Writes a picture a few rows at a time, so that a gigapixel needs no more memory than its rows.
///
/// An object serves one thread at a time.
///
/// ```swift
/// let writer = try ImageRowWriter(.png, width: 4000, height: 3000, isOpaque: true)
/// file += try writer.write(rows)
/// file += try writer.finish()
/// ```
public final class ImageRowWriter {
  /// Pixels a row.
  public let width: Int
  /// Rows of the whole picture.
  public let height: Int
  /// Rows written so far.
  public private(set) var rowCount = 0

  private let encoder: any RowEncoder

  /// Begins a picture.
  ///
  /// - Parameters:
  ///   - format: the format to write.
  ///   - width: pixels a row, 1 or more.
  ///   - height: rows, 1 or more.
  ///   - isOpaque: whether every pixel's alpha is 255; rows must keep to it.
  ///   - encoding: metadata and quality.
  /// - Throws: ``ImageCodecError/cannotEncode(_:reason:)`` for a picture that the format cannot
  ///   hold, ``ImageCodecError/outOfMemory(width:height:)``.
  public init(
    _ format: ImageFormat, width: Int, height: Int, isOpaque: Bool,
    encoding: ImageEncoding = ImageEncoding()
  ) throws(ImageCodecError) {
    encoder = try format.openEncoder(
      EncodedPicture(width: width, height: height, isOpaque: isOpaque, encoding: encoding))
    self.width = width
    self.height = height
  }

  /// Writes the next rows.
  ///
  /// - Parameters:
  ///   - rows: any number of rows, at most those that are left.
  ///   - threads: how many threads may work on them. More rows in a call let more threads work.
  /// - Returns: the next bytes of the file, perhaps none.
  /// - Throws: ``ImageCodecError/cannotEncode(_:reason:)`` for transparent pixels in a picture that
  ///   was said to have none, ``ImageCodecError/outOfMemory(width:height:)``.
  /// - Complexity: O(*n*) in pixels.
  public func write(
    _ rows: PixelView, threads: Int = 1
  ) throws(ImageCodecError) -> [UInt8] {
    precondition(rows.width == width && rows.height <= height - rowCount, "rows do not fit")
    rowCount += rows.height
    return try encoder.write(rows, threads: threads)
  }

  /// Ends the file; every row must have been written.
  ///
  /// - Returns: the last bytes of the file.
  /// - Throws: ``ImageCodecError/outOfMemory(width:height:)``.
  public func finish() throws(ImageCodecError) -> [UInt8] {
    precondition(rowCount == height, "rows are missing")
    return try encoder.finish()
  }
}
