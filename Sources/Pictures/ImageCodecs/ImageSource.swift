/// Where an encoded picture is: a file on disk (``ImageFile``), or memory (`UnsafeRawBufferPointer`), which must stay alive
/// and unchanged while it is read.
public protocol ImageSource {
  /// Starts to read the picture from its first row.
  ///
  /// - Parameters:
  ///   - decoder: limits, and what to do about damage.
  ///   - detail: what to deliver of a JPEG, asked once its header is known.
  /// - Returns: a reader of its rows.
  /// - Throws: ``ImageCodecError``, as ``ImageDecoder`` would before the first row.
  func rows(
    _ decoder: ImageDecoder, detail: (ImageHeader) -> ImageDetail
  ) throws(ImageCodecError) -> ImageRowReader
}

extension ImageSource {
  /// Starts to read every row of the picture.
  ///
  /// - Parameter decoder: limits, and what to do about damage.
  /// - Returns: a reader of its rows.
  /// - Throws: ``ImageCodecError``, as ``ImageDecoder`` would before the first row.
  public func rows(_ decoder: ImageDecoder) throws(ImageCodecError) -> ImageRowReader {
    try rows(decoder) { _ in .full }
  }
}

extension ImageFile: ImageSource {
  /// Starts to read the picture from its first row.
  ///
  /// - Parameters:
  ///   - decoder: limits, and what to do about damage.
  ///   - detail: what to deliver of a JPEG, asked once its header is known.
  /// - Returns: a reader of its rows.
  /// - Throws: ``ImageCodecError``, as ``ImageDecoder`` would before the first row.
  public func rows(
    _ decoder: ImageDecoder, detail: (ImageHeader) -> ImageDetail
  ) throws(ImageCodecError) -> ImageRowReader {
    try ImageRowReader(self, decoder: decoder, detail: detail)
  }
}

extension UnsafeRawBufferPointer: ImageSource {
  /// Starts to read the picture from its first row.
  ///
  /// - Parameters:
  ///   - decoder: limits, and what to do about damage.
  ///   - detail: what to deliver of a JPEG, asked once its header is known.
  /// - Returns: a reader of its rows.
  /// - Throws: ``ImageCodecError``, as ``ImageDecoder`` would before the first row.
  public func rows(
    _ decoder: ImageDecoder, detail: (ImageHeader) -> ImageDetail
  ) throws(ImageCodecError) -> ImageRowReader {
    try ImageRowReader(self, decoder: decoder, detail: detail)
  }
}
