/// The metadata of a PNG, found by walking its chunks without decoding any.
///
/// libpng does the pixels; the metadata is read here because libpng would meet an `eXIf` chunk
/// that follows the pixels only after decoding them.
struct PNGMetadata {
  /// What Exif says; `nil` without any.
  private(set) var exif: ExifFields?
  private(set) var hasColorProfile = false

  /// More Exif than this is not looked at: its checksum is computed byte by byte.
  private static let largestExif = 1 << 20

  init(_ bytes: EncodedBytes) {
    var offset = 8
    while let length = bytes.uint32(at: offset), let name = bytes.uint32(at: offset + 4),
      offset + 12 + Int(length) <= bytes.count
    {
      switch name {
      case 0x6943_4350: hasColorProfile = true  // iCCP
      case 0x6558_4966:  // eXIf
        guard exif == nil, length <= Self.largestExif,
          let sum = bytes.uint32(at: offset + 8 + Int(length))
        else { break }
        exif =
          bytes.withBytes(from: offset + 4, count: Int(length) + 4) { sealed in
            checksum(sealed) == sum
              ? ExifFields(UnsafeRawBufferPointer(rebasing: sealed[4...])) : nil
          } ?? nil
      case 0x4945_4E44: return  // IEND
      default: break
      }
      offset += 12 + Int(length)
    }
  }
}

/// The CRC-32 of a PNG chunk's name and body.
private func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
  var register = UInt32.max
  for byte in bytes {
    register ^= UInt32(byte)
    for _ in 0..<8 {
      register = register >> 1 ^ (register & 1) &* 0xEDB8_8320
    }
  }
  return ~register
}
