internal import CImageShims
public import Pixels

/// Writes PNG files: 8 bits a sample, RGB when every pixel is opaque, RGBA else; exact.
public struct PNGEncoder: Hashable, Sendable {
  /// Effort from 0 (none) to 9 (smallest file); values outside are taken as the nearest.
  public var compressionLevel: Int
  /// How the picture is to be turned for viewing; written when not ``ImageOrientation/up``.
  public var orientation: ImageOrientation
  /// An ICC profile of the pixels' colours, written as it is; empty for none.
  public var colorProfile: [UInt8]

  /// Makes an encoder; by default of libpng's usual effort, and without metadata.
  public init(
    compressionLevel: Int = 6, orientation: ImageOrientation = .up, colorProfile: [UInt8] = []
  ) {
    self.compressionLevel = compressionLevel
    self.orientation = orientation
    self.colorProfile = colorProfile
  }

  /// The bytes of a file.
  ///
  /// - Throws: ``ImageCodecError/cannotEncode(_:reason:)`` for an image without pixels or a colour
  ///   profile that libpng refuses, ``ImageCodecError/outOfMemory(width:height:)``.
  /// - Complexity: O(*n*) in pixels.
  public func encode(_ image: ImageBuffer) throws(ImageCodecError) -> [UInt8] {
    guard image.pixelCount > 0 else {
      throw .cannotEncode(.png, reason: "it has no pixels")
    }
    guard let width = UInt32(exactly: image.width), let height = UInt32(exactly: image.height)
    else {
      throw .cannotEncode(.png, reason: "a side is above \(UInt32.max) pixels")
    }
    let exif = orientation == .up ? [] : makeExif(orientation: orientation)
    let isOpaque = image.isOpaque
    return try collectEncoded(.png, image: image) { report, bytes, count in
      image.withPixels { view in
        colorProfile.withUnsafeBufferPointer { profile in
          exif.withUnsafeBufferPointer { exif in
            // SAFETY: pixels, profile and Exif are lent for this call, which keeps none of them.
            _ = cimage_png_encode(
              cimage_pixels(
                pixels: view.baseAddress.assumingMemoryBound(to: UInt8.self), width: width,
                height: height, stride: view.bytesPerRow),
              cimage_png_options(
                compression_level: Int32(min(max(compressionLevel, 0), 9)),
                drops_alpha: isOpaque,
                color_profile: cimage_block(bytes: profile.baseAddress, count: profile.count),
                exif: cimage_block(bytes: exif.baseAddress, count: exif.count)),
              bytes, count, report)
          }
        }
      }
    }
  }
}

/// Runs an encoder of the C side and copies what it made.
func collectEncoded(
  _ format: ImageFormat, image: ImageBuffer,
  _ body: (
    UnsafeMutablePointer<cimage_report>, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
    UnsafeMutablePointer<Int>
  ) -> Void
) throws(ImageCodecError) -> [UInt8] {
  let report = CodecReport()
  var bytes: UnsafeMutablePointer<UInt8>?
  var count = 0
  body(report.pointer, &bytes, &count)
  defer { cimage_free(bytes) }
  guard report.status == CIMAGE_OK, let bytes else {
    throw report.encodingError(format, width: image.width, height: image.height)
  }
  return Array(UnsafeBufferPointer(start: bytes, count: count))
}

extension ImageBuffer {
  /// Whether every pixel's alpha is 255.
  var isOpaque: Bool {
    withPixels { view in
      for y in 0..<view.height {
        let row = view.row(y)
        var least = UInt32.max
        for x in 0..<view.width {
          // SAFETY: a view promises 4 × width bytes readable at each of its rows.
          least &= row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self).bigEndian
        }
        if least & 0xFF != 0xFF { return false }
      }
      return true
    }
  }
}
