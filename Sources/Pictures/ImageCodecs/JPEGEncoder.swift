public import Pixels

/// Writes JPEG files: baseline or progressive, 8 bits, YCbCr.
public struct JPEGEncoder: Hashable, Sendable {
  /// How finely colour differences are stored.
  public enum ChromaSubsampling: Hashable, Sendable {
    /// At every pixel (4:4:4).
    case none
    /// At every second pixel, both ways (4:2:0): smaller files, softer colour edges.
    case half
  }

  /// From 1 (smallest file) to 100 (nearest to the pixels); values outside are taken as the
  /// nearest.
  public var quality: Int
  /// How finely colour differences are stored.
  public var chromaSubsampling: ChromaSubsampling
  /// Whether the file shows in passes, coarse to fine.
  public var isProgressive: Bool
  /// What shows through transparent pixels, mixed in by alpha on the 8-bit values; `nil` makes a
  /// picture with transparent pixels an error, since a JPEG cannot hold them.
  public var background: RGB8?
  /// How the picture is to be turned for viewing; written when not ``ImageOrientation/up``.
  public var orientation: ImageOrientation
  /// An ICC profile of the pixels' colours, written as it is; empty for none.
  public var colorProfile: [UInt8]

  /// Makes an encoder; by default of quality 90, baseline, 4:2:0, refusing transparency.
  public init(
    quality: Int = 90, chromaSubsampling: ChromaSubsampling = .half, isProgressive: Bool = false,
    background: RGB8? = nil, orientation: ImageOrientation = .up, colorProfile: [UInt8] = []
  ) {
    self.quality = quality
    self.chromaSubsampling = chromaSubsampling
    self.isProgressive = isProgressive
    self.background = background
    self.orientation = orientation
    self.colorProfile = colorProfile
  }

  /// The bytes of a file, the same for any number of threads.
  ///
  /// - Parameters:
  ///   - image: the picture.
  ///   - threads: how many threads may work on it; a progressive file, or one of less than 2²⁰
  ///     pixels, is made on one.
  /// - Returns: the file.
  /// - Throws: ``ImageCodecError/cannotEncode(_:reason:)`` for an image without pixels, too large
  ///   for the format, or transparent without a ``background``;
  ///   ``ImageCodecError/outOfMemory(width:height:)``.
  /// - Complexity: O(*n*) in pixels.
  public func encode(
    _ image: ImageBuffer, threads: Int = 1
  ) throws(ImageCodecError) -> [UInt8] {
    let encoder = try JPEGRowEncoder(
      EncodedPicture(
        width: image.width, height: image.height, isOpaque: image.isOpaque,
        encoding: ImageEncoding(
          quality: quality, chromaSubsampling: chromaSubsampling, background: background,
          orientation: orientation, colorProfile: colorProfile)),
      isProgressive: isProgressive)
    return try image.encoded(by: encoder, threads: threads)
  }
}
