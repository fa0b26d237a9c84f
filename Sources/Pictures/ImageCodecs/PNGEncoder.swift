public import Pixels

/// Writes PNG files: 8 bits a sample, RGB when every pixel is opaque, RGBA else; exact.
public struct PNGEncoder: Hashable, Sendable {
  /// Effort from 0 (none) to 9 (smallest file); values outside are taken as the nearest.
  public var compressionLevel: Int
  /// How the picture is to be turned for viewing; written when not ``ImageOrientation/up``.
  public var orientation: ImageOrientation
  /// An ICC profile of the pixels' colours, written as it is; empty for none.
  public var colorProfile: [UInt8]
  /// What else is said of the pixels' colours.
  public var colorTags: ColorTags

  /// Makes an encoder; by default of zlib's usual effort, and without metadata.
  public init(
    compressionLevel: Int = 6, orientation: ImageOrientation = .up, colorProfile: [UInt8] = [],
    colorTags: ColorTags = ColorTags()
  ) {
    self.compressionLevel = compressionLevel
    self.orientation = orientation
    self.colorProfile = colorProfile
    self.colorTags = colorTags
  }

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - image: the picture.
  ///   - threads: how many threads may work on it; the bytes are the same for every number.
  /// - Returns: the file.
  /// - Throws: ``ImageCodecError/cannotEncode(_:reason:)`` for an image without pixels,
  ///   ``ImageCodecError/outOfMemory(width:height:)``.
  /// - Complexity: O(*n*) in pixels.
  public func encode(
    _ image: ImageBuffer, threads: Int = 1
  ) throws(ImageCodecError) -> [UInt8] {
    let encoder = try PNGRowEncoder(
      EncodedPicture(
        width: image.width, height: image.height, isOpaque: image.isOpaque,
        encoding: ImageEncoding(
          orientation: orientation, colorProfile: colorProfile, colorTags: colorTags)),
      compressionLevel: compressionLevel)
    return try image.encoded(by: encoder, threads: threads)
  }
}
