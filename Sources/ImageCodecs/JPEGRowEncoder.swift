internal import CImageShims
internal import Pixels

/// A JPEG that is being written, over libjpeg.
final class JPEGRowEncoder: RowEncoder {
  private let picture: EncodedPicture
  private let writer: OpaquePointer
  private let report: CodecReport

  /// The most bytes of a profile: 255 parts of what fits a marker.
  private static let largestProfile = 255 * 65_519

  init(
    _ picture: EncodedPicture, chromaSubsampling: JPEGEncoder.ChromaSubsampling = .half,
    isProgressive: Bool = false
  ) throws(ImageCodecError) {
    try Self.check(picture)
    let encoding = picture.encoding
    let exif = encoding.orientation == .up ? [] : makeExif(orientation: encoding.orientation)
    let behind = encoding.background ?? RGB8(red: 0, green: 0, blue: 0)
    let report = CodecReport()
    let writer = encoding.colorProfile.withUnsafeBufferPointer { profile in
      exif.withUnsafeBufferPointer { exif in
        // SAFETY: profile and Exif are lent for this call, which keeps neither; `check` has seen
        // that the sides fit. The report outlives the writer.
        cimage_jpeg_writer_open(
          cimage_jpeg_options(
            width: UInt32(picture.width), height: UInt32(picture.height),
            quality: Int32(min(max(encoding.quality, 1), 100)),
            halves_chroma: chromaSubsampling == .half, is_progressive: isProgressive,
            background: (behind.red, behind.green, behind.blue),
            color_profile: cimage_block(bytes: profile.baseAddress, count: profile.count),
            exif: cimage_block(bytes: exif.baseAddress, count: exif.count)),
          report.pointer)
      }
    }
    guard let writer else {
      throw report.encodingError(.jpeg, width: picture.width, height: picture.height)
    }
    self.picture = picture
    self.writer = writer
    self.report = report
  }

  deinit {
    cimage_jpeg_writer_close(writer)
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
    // SAFETY: the view promises 4 × width bytes at each of its rows, lent for this call.
    let status = cimage_jpeg_write_rows(
      writer, rows.baseAddress.assumingMemoryBound(to: UInt8.self), rows.bytesPerRow,
      UInt32(rows.height))
    return try takeBytes(after: status)
  }

  func finish() throws(ImageCodecError) -> [UInt8] {
    try takeBytes(after: cimage_jpeg_writer_finish(writer))
  }

  private func takeBytes(after status: cimage_status) throws(ImageCodecError) -> [UInt8] {
    guard status == CIMAGE_OK else {
      throw report.encodingError(.jpeg, width: picture.width, height: picture.height)
    }
    var bytes: UnsafePointer<UInt8>?
    let count = cimage_jpeg_writer_take(writer, &bytes)
    // SAFETY: the bytes are lent until the next call of the writer; they are copied here.
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
