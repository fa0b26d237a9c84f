/// What a file says of its picture, known before a pixel is decoded.
public struct ImageHeader: Hashable, Sendable {
  /// How a file stores colour.
  public enum ColorModel: String, Hashable, Sendable {
    /// Shades of grey.
    case grey
    /// Red, green and blue.
    case rgb
    /// Numbers of colours in a list.
    case palette
    /// Brightness and two colour differences.
    case yCbCr
    /// Four inks.
    case cmyk
    /// Four inks, three of them as brightness and colour differences.
    case ycck
    /// Anything else, which is not decoded.
    case other
  }

  /// The format, by content.
  public let format: ImageFormat
  /// Pixels a row, as stored.
  public let width: Int
  /// Rows, as stored.
  public let height: Int
  /// Bits a sample in the file (1, 2, 4, 8, 12 or 16); pixels are always delivered with 8.
  public let bitDepth: Int
  /// How the file stores colour.
  public let colorModel: ColorModel
  /// Whether the file can say that pixels are transparent.
  public let hasTransparency: Bool
  /// Whether the picture comes in passes: an interlaced PNG or a progressive JPEG.
  public let isProgressive: Bool
  /// How the picture is to be turned for viewing; ``ImageOrientation/up`` where nothing is said.
  public let orientation: ImageOrientation
  /// When the picture was taken, by Exif's `DateTimeOriginal`; `nil` where nothing is said.
  public let captureTime: CaptureTime?
  /// Whether the file holds an ICC colour profile (see
  /// ``ImageDecoder/colorProfile(of:)-(UnsafeRawBufferPointer)``).
  public let hasColorProfile: Bool
  /// What a PNG says of the meaning of its colours beside a profile.
  public let colorTags: ColorTags
  /// Frames of an animation, or pictures of a file that holds several, of which one is decoded.
  public internal(set) var pictureCount = 1
  /// Memory that decoding takes beside the pixels: the coefficients of a JPEG in several scans, the
  /// rows that libpng works on.
  let workingByteCount: Int
  /// Whether rows cannot be had one after the other: an interlaced PNG.
  let needsWholeImage: Bool
  /// Bytes that a whole file of such a picture has at least; 0 where nothing is known.
  let leastByteCount: Int

  /// Pixels in the picture, or `nil` when their number is above what an `Int` can hold.
  var pixelCount: Int? {
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? nil : product
  }
}
