internal import COptionalCodecs
internal import Pixels

/// A WebP that is being written, lossy, by libwebp.
///
/// libwebp takes a picture whole, so its rows are kept until the last one came.
final class WebPRowEncoder: RowEncoder {
  private let picture: EncodedPicture
  private var rows: KeptRows

  /// The longest side that the format holds.
  private static let longestSide = 16_383

  init(_ picture: EncodedPicture) throws(ImageCodecError) {
    try ImageFormat.webP.requireLibrary()
    self.picture = picture
    rows = try KeptRows(picture, of: .webP, longestSide: Self.longestSide)
  }

  func write(_ rows: PixelView, threads: Int) throws(ImageCodecError) -> [UInt8] {
    self.rows.add(rows)
    return []
  }

  func finish() throws(ImageCodecError) -> [UInt8] {
    let quality = Float(min(max(picture.encoding.quality, 1), 100))
    let (width, height) = (picture.width, picture.height)
    let plain: [UInt8] = rows.image.withPixels { view in
      var file: UnsafeMutablePointer<UInt8>?
      // SAFETY: the view's rows are valid for the call; what it hands out is freed here, once.
      let count = copt_webp_encode(
        view.baseAddress.assumingMemoryBound(to: UInt8.self), UInt32(width), UInt32(height),
        view.bytesPerRow, quality, &file)
      defer { copt_webp_free(file) }
      return file.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
    }
    guard plain.count > 20 else { throw .outOfMemory(width: width, height: height) }
    return try addingMetadata(to: plain)
  }

  /// Puts the colour profile and the metadata around the chunks of a plain file (RFC 9649, 2.7).
  private func addingMetadata(to plain: [UInt8]) throws(ImageCodecError) -> [UInt8] {
    let profile = picture.encoding.colorProfile
    let metadata = picture.metadata(in: .webP)
    let (exif, xmp) = (metadata.exif, metadata.xmp)
    guard !profile.isEmpty || !exif.isEmpty || !xmp.isEmpty else { return plain }
    var chunks = plain[12...]
    if chunks.starts(with: Array("VP8X".utf8)) { chunks = chunks.dropFirst(18) }
    let hasAlpha = !picture.isOpaque
    var flags: UInt8 = 0
    if !profile.isEmpty { flags |= 0x20 }
    if hasAlpha { flags |= 0x10 }
    if !exif.isEmpty { flags |= 0x08 }
    if !xmp.isEmpty { flags |= 0x04 }
    var extended = [flags, 0, 0, 0]
    for side in [picture.width, picture.height] {
      extended += Self.littleEndian(side - 1).prefix(3)
    }
    var body = Array("WEBP".utf8) + Self.chunk("VP8X", extended)
    if !profile.isEmpty { body += Self.chunk("ICCP", profile) }
    body += chunks
    if !exif.isEmpty { body += Self.chunk("EXIF", exif) }
    if !xmp.isEmpty { body += Self.chunk("XMP ", xmp) }
    return Self.chunk("RIFF", body)
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    var chunk = Array(name.utf8) + littleEndian(body.count) + body
    if body.count % 2 == 1 { chunk.append(0) }
    return chunk
  }

  private static func littleEndian(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).littleEndian) { Array($0) }
  }
}
