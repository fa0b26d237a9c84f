public import Pixels

/// What to write beside the pixels, and how well, whatever the format.
public struct ImageEncoding: Hashable, Sendable {
  /// From 1 (smallest file) to 100 (nearest to the pixels), for formats that lose detail.
  public var quality: Int
  /// How finely a JPEG or AVIF stores colour differences.
  public var chromaSubsampling: JPEGEncoder.ChromaSubsampling
  /// How hard an encoder of AVIF or WebP works, from 1 (soonest) to 9 (smallest file).
  ///
  /// Values outside are taken as the nearest. `nil` is the format's usual one: 2 of AVIF, 7 of WebP.
  public var effort: Int?
  /// What shows through transparent pixels in a format that cannot hold them; `nil` makes a picture
  /// with such pixels an error there.
  public var background: RGB8?
  /// How the picture is to be turned for viewing.
  public var orientation: ImageOrientation
  /// An ICC profile of the pixels' colours, written as it is; empty for none.
  public var colorProfile: [UInt8]
  /// What else is said of the pixels' colours; a format that has no place for it leaves it out.
  public var colorTags: ColorTags
  /// What is said of the picture beside pixels and colours; what would not be true of the new file is corrected, and
  /// what has no room is left out, as ``omissions(in:)`` says.
  public var metadata: PictureMetadata

  /// Makes options; by default quality 90, 4:2:0, the usual effort and no metadata.
  public init(
    quality: Int = 90, chromaSubsampling: JPEGEncoder.ChromaSubsampling = .half, effort: Int? = nil,
    background: RGB8? = nil, orientation: ImageOrientation = .up,
    colorProfile: [UInt8] = [], colorTags: ColorTags = ColorTags(),
    metadata: PictureMetadata = PictureMetadata()
  ) {
    self.quality = quality
    self.chromaSubsampling = chromaSubsampling
    self.effort = effort
    self.background = background
    self.orientation = orientation
    self.colorProfile = colorProfile
    self.colorTags = colorTags
    self.metadata = metadata
  }

  /// What of the metadata a file of some format leaves out, in sentences.
  public func omissions(in format: ImageFormat) -> [String] {
    metadata.omissions
      + EncodedMetadata(self, width: 1, height: 1, format: format).omissions
  }
}

/// A picture that is about to be written: what a format asks before the first row.
struct EncodedPicture {
  let width: Int
  let height: Int
  /// Whether every pixel's alpha is 255.
  let isOpaque: Bool
  let encoding: ImageEncoding

  /// Checks that a format can hold the picture.
  ///
  /// - Throws: ``ImageCodecError/cannotEncode(_:reason:)`` for one without pixels, or with a side above the longest
  ///   one.
  func checkSides(in format: ImageFormat, longest: Int) throws(ImageCodecError) {
    guard width > 0, height > 0 else { throw .cannotEncode(format, reason: "it has no pixels") }
    guard width <= longest, height <= longest else {
      throw .cannotEncode(
        format,
        reason: "\(width) × \(height) pixels are more than the \(longest) a side that the format "
          + "holds; write a PNG")
    }
  }

  /// The metadata as a format takes them.
  func metadata(in format: ImageFormat) -> EncodedMetadata {
    EncodedMetadata(encoding, width: width, height: height, format: format)
  }
}

/// A file that is being written: rows in, bytes out, in order.
protocol RowEncoder: AnyObject {
  /// Takes the next rows.
  ///
  /// - Parameters:
  ///   - rows: any number of rows of the picture's width.
  ///   - threads: how many threads may work on them.
  /// - Returns: the bytes that are ready; they follow those of the call before.
  /// - Throws: ``ImageCodecError/cannotEncode(_:reason:)``,
  ///   ``ImageCodecError/outOfMemory(width:height:)``.
  func write(_ rows: PixelView, threads: Int) throws(ImageCodecError) -> [UInt8]

  /// Ends the file, once every row is written.
  ///
  /// - Throws: ``ImageCodecError/outOfMemory(width:height:)``.
  func finish() throws(ImageCodecError) -> [UInt8]
}

extension ImageBuffer {
  /// Writes the image with an encoder, all at once.
  func encoded(
    by encoder: any RowEncoder, threads: Int = 1
  ) throws(ImageCodecError) -> [UInt8] {
    let bytes = try withPixels { view throws(ImageCodecError) in
      try encoder.write(view, threads: threads)
    }
    return bytes + (try encoder.finish())
  }

  /// Whether every pixel's alpha is 255.
  var isOpaque: Bool { withPixels { $0.isOpaque } }
}

extension PixelView {
  /// Whether every pixel's alpha is 255.
  package var isOpaque: Bool {
    for y in 0..<height {
      let row = row(y)
      var least = UInt32.max
      for x in 0..<width {
        // SAFETY: a view promises 4 × width bytes readable at each of its rows.
        // Alpha is the fourth byte, lowest in a number whose first byte is the highest. Only
        // where all have all bits set, `&` leaves them.
        least &= row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self).bigEndian
      }
      if least & 0xFF != 0xFF { return false }
    }
    return true
  }
}
