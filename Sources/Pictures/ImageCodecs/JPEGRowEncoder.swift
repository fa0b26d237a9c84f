internal import CImageShims
internal import Pixels

/// A JPEG that is being written, over libjpeg.
///
/// Large pictures are cut into strips, which several threads compress at the same time.
final class JPEGRowEncoder: RowEncoder {
  private let picture: EncodedPicture
  private let way: Way

  /// How rows become bytes.
  private enum Way {
    /// One after the other, by one compressor.
    case whole(JPEGWriter)
    case inStrips(JPEGStripAssembly)
  }

  // 65,535 less 2 of the length and 14 of "ICC_PROFILE\0", the part's number and their count.
  /// The most bytes of a profile: 255 parts of what fits a marker.
  private static let largestProfile = 255 * 65_519

  init(_ picture: EncodedPicture, isProgressive: Bool = false) throws(ImageCodecError) {
    try Self.check(picture)
    let encoding = picture.encoding
    let metadata = picture.metadata(in: .jpeg)
    let options = JPEGWriterOptions(
      width: picture.width, height: picture.height, quality: encoding.quality,
      chromaSubsampling: encoding.chromaSubsampling, isProgressive: isProgressive,
      background: encoding.background ?? RGB8(red: 0, green: 0, blue: 0),
      colorProfile: encoding.colorProfile,
      segments: JPEGSegments.bytes(of: metadata),
      density: JPEGSegments.density(metadata.resolution))
    self.picture = picture
    way =
      if let strips = JPEGStrips(options) {
        .inStrips(try JPEGStripAssembly(strips))
      } else {
        .whole(try JPEGWriter(options))
      }
  }

  private static func check(_ picture: EncodedPicture) throws(ImageCodecError) {
    guard picture.width > 0, picture.height > 0 else {
      throw .cannotEncode(.jpeg, reason: "it has no pixels")
    }
    let largest = Int(cimage_jpeg_maximum_side())
    guard picture.width <= largest, picture.height <= largest else {
      throw .cannotEncode(
        .jpeg,
        reason: "\(picture.width) × \(picture.height) pixels are more than the \(largest) a side "
          + "that the format holds; write a PNG")
    }
    guard picture.encoding.background != nil || picture.isOpaque else { throw transparency }
    let profile = picture.encoding.colorProfile.count
    guard profile <= largestProfile else {
      throw .cannotEncode(
        .jpeg,
        reason: "the colour profile has \(profile) bytes, above the format's limit of "
          + "\(largestProfile)")
    }
  }

  private static let transparency = ImageCodecError.cannotEncode(
    .jpeg, reason: "it has transparent pixels; choose a background, or write a PNG")

  func write(_ rows: PixelView, threads: Int) throws(ImageCodecError) -> [UInt8] {
    guard rows.height > 0 else { return [] }
    guard picture.encoding.background != nil || rows.isOpaque else { throw Self.transparency }
    return switch way {
    case .whole(let writer): try writer.write(rows)
    case .inStrips(let assembly): try assembly.write(rows, threads: threads)
    }
  }

  func finish() throws(ImageCodecError) -> [UInt8] {
    switch way {
    case .whole(let writer): try writer.finish()
    case .inStrips(let assembly): try assembly.finish()
    }
  }
}
