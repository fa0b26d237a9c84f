internal import CImageShims
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

  /// The most bytes of a profile: 255 parts of what fits a marker.
  private static let largestProfile = 255 * 65_519

  /// The bytes of a file.
  ///
  /// - Throws: ``ImageCodecError/cannotEncode(_:reason:)`` for an image without pixels, too large
  ///   for the format, or transparent without a ``background``;
  ///   ``ImageCodecError/outOfMemory(width:height:)``.
  /// - Complexity: O(*n*) in pixels.
  public func encode(_ image: ImageBuffer) throws(ImageCodecError) -> [UInt8] {
    try check(image)
    let exif = orientation == .up ? [] : makeExif(orientation: orientation)
    let behind = background ?? RGB8(red: 0, green: 0, blue: 0)
    return try collectEncoded(.jpeg, image: image) { report, bytes, count in
      image.withPixels { view in
        colorProfile.withUnsafeBufferPointer { profile in
          exif.withUnsafeBufferPointer { exif in
            // SAFETY: pixels, profile and Exif are lent for this call, which keeps none of them;
            // `check` has seen that the sides fit.
            _ = cimage_jpeg_encode(
              cimage_pixels(
                pixels: view.baseAddress.assumingMemoryBound(to: UInt8.self),
                width: UInt32(view.width), height: UInt32(view.height), stride: view.bytesPerRow),
              cimage_jpeg_options(
                quality: Int32(min(max(quality, 1), 100)),
                halves_chroma: chromaSubsampling == .half, is_progressive: isProgressive,
                background: (behind.red, behind.green, behind.blue),
                color_profile: cimage_block(bytes: profile.baseAddress, count: profile.count),
                exif: cimage_block(bytes: exif.baseAddress, count: exif.count)),
              bytes, count, report)
          }
        }
      }
    }
  }

  private func check(_ image: ImageBuffer) throws(ImageCodecError) {
    guard image.pixelCount > 0 else {
      throw .cannotEncode(.jpeg, reason: "it has no pixels")
    }
    let largest = Int(cimage_jpeg_maximum_side())
    guard image.width <= largest, image.height <= largest else {
      throw .cannotEncode(
        .jpeg,
        reason: "\(image.width) × \(image.height) pixels are more than the \(largest) a side that "
          + "the format holds; write a PNG")
    }
    guard background != nil || image.isOpaque else {
      throw .cannotEncode(
        .jpeg, reason: "it has transparent pixels; choose a background, or write a PNG")
    }
    guard colorProfile.count <= Self.largestProfile else {
      throw .cannotEncode(
        .jpeg,
        reason: "the colour profile has \(colorProfile.count) bytes, above the format's limit of "
          + "\(Self.largestProfile)")
    }
  }
}
