public import Pixels

extension ImageFormat {
  /// The bytes of a file of this format.
  ///
  /// - Parameters:
  ///   - image: the picture.
  ///   - encoding: metadata and quality.
  ///   - threads: how many threads may work on it.
  /// - Returns: the file.
  /// - Throws: ``ImageCodecError/cannotEncode(_:reason:)`` for a picture that the format cannot
  ///   hold, ``ImageCodecError/outOfMemory(width:height:)``.
  /// - Complexity: O(*n*) in pixels.
  public func encode(
    _ image: ImageBuffer, _ encoding: ImageEncoding = ImageEncoding(), threads: Int = 1
  ) throws(ImageCodecError) -> [UInt8] {
    let encoder = try openEncoder(
      EncodedPicture(
        width: image.width, height: image.height, isOpaque: image.isOpaque, encoding: encoding))
    return try image.encoded(by: encoder, threads: threads)
  }
}
