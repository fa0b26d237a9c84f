internal import CImageShims
internal import COptionalCodecs
internal import Pixels

/// An AVIF that is being written, lossy, by libheif with the encoder of AV1 that it has.
///
/// libheif takes a picture whole, so what is encoded of its rows is kept until the last one came: luma, chroma and
/// alpha. Two threads encode it, however many may: for one the encoder would make another file.
final class AVIFRowEncoder: RowEncoder {
  private let picture: EncodedPicture
  private let report = CodecReport()
  private var writer: OpaquePointer?

  /// The longest side that AV1 holds.
  private static let longestSide = 65_536

  init(_ picture: EncodedPicture) throws(ImageCodecError) {
    if let lacking = ImageFormat.avif.missingToWrite { throw .lacksLibrary(.avif, lacking) }
    try picture.checkSides(in: .avif, longest: Self.longestSide)
    self.picture = picture
    let encoding = picture.encoding
    // SAFETY: the report lives as long as the writer, which ends with this object at the latest.
    writer = copt_heif_begin(
      copt_heif_picture(
        width: UInt32(picture.width), height: UInt32(picture.height), is_opaque: picture.isOpaque,
        halves_chroma: encoding.chromaSubsampling == .half,
        quality: Int32(min(max(encoding.quality, 1), 100)),
        speed: Int32(10 - min(max(encoding.effort ?? 2, 1), 9))),
      report.pointer)
    if writer == nil { throw failure }
  }

  deinit {
    if let writer { copt_heif_drop(writer) }
  }

  private var failure: ImageCodecError {
    report.encodingError(.avif, width: picture.width, height: picture.height)
  }

  func write(_ rows: PixelView, threads: Int) throws(ImageCodecError) -> [UInt8] {
    // SAFETY: the view's rows are valid for the call, and have the picture's width.
    copt_heif_add(
      writer, rows.baseAddress.assumingMemoryBound(to: UInt8.self), rows.bytesPerRow,
      UInt32(rows.height))
    return []
  }

  func finish() throws(ImageCodecError) -> [UInt8] {
    let metadata = picture.metadata(in: .avif)
    let writer = writer.take()
    let file: [UInt8]? = withBlocks(
      picture.encoding.colorProfile, metadata.exif, metadata.xmp
    ) { profile, exif, xmp in
      var count = 0
      // SAFETY: the blocks are valid for the call, which ends the writer; what it hands out is freed here, once.
      let bytes = copt_heif_finish(writer, profile, exif, xmp, &count)
      defer { copt_heif_free(bytes) }
      return bytes.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }
    guard let file else { throw failure }
    return file
  }
}

/// Calls a body with three arrays as blocks for C.
private func withBlocks<Result>(
  _ first: [UInt8], _ second: [UInt8], _ third: [UInt8],
  _ body: (cimage_block, cimage_block, cimage_block) -> Result
) -> Result {
  first.withUnsafeBufferPointer { first in
    second.withUnsafeBufferPointer { second in
      third.withUnsafeBufferPointer { third in
        body(
          cimage_block(bytes: first.baseAddress, count: first.count),
          cimage_block(bytes: second.baseAddress, count: second.count),
          cimage_block(bytes: third.baseAddress, count: third.count))
      }
    }
  }
}
