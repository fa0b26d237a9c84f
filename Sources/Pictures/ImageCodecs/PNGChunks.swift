internal import CImageShims

/// The metadata of a PNG, found by walking its chunks without decoding any.
///
/// libpng does the pixels; the metadata is read here because libpng would meet an `eXIf` chunk
/// that follows the pixels only after decoding them, and drops colour profiles that it rejects.
struct PNGMetadata {
  /// What Exif says; `nil` without any.
  private(set) var exif: ExifFields?
  /// Where the body of the colour profile's chunk is; `nil` without one.
  private(set) var colorProfile: Range<Int>?
  /// What else is said of the pixels' colours.
  private(set) var colorTags = ColorTags()

  /// Where the first chunk of pixels begins; `nil` without one.
  private(set) var pixelData: Int?

  /// The frames of an animation (APNG); 1 for a picture that stands still.
  private(set) var frameCount = 1

  /// More Exif than this is not looked at.
  private static let largestExif = 1 << 20

  init(_ bytes: EncodedBytes) {
    var offset = 8
    while let length = bytes.uint32(at: offset), let name = Self.name(at: offset + 4, in: bytes),
      offset + 12 + Int(length) <= bytes.count, name != "IEND"
    {
      let body = offset + 8..<offset + 8 + Int(length)
      if name == "IDAT" {
        pixelData = pixelData ?? offset
      } else if name == "acTL", length == 8, pixelData == nil {
        frameCount = bytes.uint32(at: body.lowerBound).map { Int($0) } ?? 1
      } else if name == "iCCP" {
        colorProfile = colorProfile ?? body
      } else if name == "eXIf", exif == nil, length <= Self.largestExif {
        exif = Self.checkedBody(body, in: bytes) { ExifFields($0) }
      } else if ColorTags.known.contains(where: { $0.name == name && $0.byteCount == body.count }) {
        if let body = Self.checkedBody(body, in: bytes, { Array($0) }) {
          colorTags.add(name, body: body)
        }
      }
      offset = body.upperBound + 4
    }
  }

  private static func name(at offset: Int, in bytes: EncodedBytes) -> String? {
    bytes.withBytes(from: offset, count: 4) { String(decoding: $0, as: UTF8.self) }
  }

  /// Lends the body of a chunk whose checksum is right.
  private static func checkedBody<Result>(
    _ body: Range<Int>, in bytes: EncodedBytes, _ use: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard let sum = bytes.uint32(at: body.upperBound) else { return nil }
    return bytes.withBytes(from: body.lowerBound - 4, count: body.count + 4) { named in
      // SAFETY: the bytes are lent for this call.
      let own = cimage_crc32(
        0, named.baseAddress?.assumingMemoryBound(to: UInt8.self), named.count)
      return own == sum ? use(UnsafeRawBufferPointer(rebasing: named[4...])) : nil
    } ?? nil
  }

  /// Where the compressed profile is: after its name and the byte that says how it is compressed;
  /// `nil` for a chunk that is none.
  func compressedProfile(in bytes: EncodedBytes) -> Range<Int>? {
    guard let chunk = colorProfile else { return nil }
    let start = bytes.withBytes(from: chunk.lowerBound, count: min(chunk.count, 81)) { head in
      head.firstIndex(of: 0).flatMap { end in
        end >= 1 && end + 1 < head.count && head[end + 1] == 0 ? end + 2 : nil
      }
    }
    guard let start = start ?? nil else { return nil }
    return chunk.lowerBound + start..<chunk.upperBound
  }
}
