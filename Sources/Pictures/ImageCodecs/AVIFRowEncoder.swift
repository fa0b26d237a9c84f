internal import CImageShims
internal import COptionalCodecs
internal import Pixels

/// An AVIF that is being written, lossy, by libheif with the encoder of AV1 that it has.
///
/// libheif takes a picture whole, so its rows are kept until the last one came. Two threads encode it, however
/// many may: for one the encoder would make another file.
final class AVIFRowEncoder: RowEncoder {
  private let picture: EncodedPicture
  private var rows: KeptRows

  /// The longest side that AV1 holds.
  private static let longestSide = 65_536

  init(_ picture: EncodedPicture) throws(ImageCodecError) {
    if let lacking = ImageFormat.avif.missingToWrite { throw .lacksLibrary(.avif, lacking) }
    self.picture = picture
    rows = try KeptRows(picture, of: .avif, longestSide: Self.longestSide)
  }

  func write(_ rows: PixelView, threads: Int) throws(ImageCodecError) -> [UInt8] {
    self.rows.add(rows)
    return []
  }

  func finish() throws(ImageCodecError) -> [UInt8] {
    let report = CodecReport()
    let picture = picture
    let metadata = picture.metadata(in: .avif)
    let file: [UInt8]? = rows.image.withPixels { view in
      withBlocks(picture.encoding.colorProfile, metadata.exif, metadata.xmp) { profile, exif, xmp in
        var count = 0
        // SAFETY: the view's rows and the blocks are valid for the call; what it hands out is freed
        // here, once.
        let bytes = copt_heif_encode(
          copt_heif_picture(
            rows: view.baseAddress.assumingMemoryBound(to: UInt8.self), stride: view.bytesPerRow,
            width: UInt32(view.width), height: UInt32(view.height), is_opaque: picture.isOpaque,
            halves_chroma: picture.encoding.chromaSubsampling == .half,
            speed: Int32(10 - min(max(picture.encoding.effort, 1), 9)),
            profile: profile, exif: exif, xmp: xmp),
          Int32(min(max(picture.encoding.quality, 1), 100)), &count, report.pointer)
        defer { copt_heif_free(bytes) }
        return bytes.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
      }
    }
    guard let file else {
      throw report.encodingError(.avif, width: picture.width, height: picture.height)
    }
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
