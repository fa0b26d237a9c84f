/// The metadata of a JPEG, found by walking the markers before its first scan.
struct JPEGMetadata {
  private(set) var orientation: ImageOrientation?
  /// The parts of a colour profile by their number, borrowed from the bytes walked.
  private var profileParts: [Int: UnsafeRawBufferPointer] = [:]
  private var profilePartCount = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    let cursor = ByteCursor(bytes)
    var offset = 2
    while let marker = Self.nextMarker(in: cursor, from: &offset) {
      if marker == 0xD9 || marker == 0xDA { return }  // end, or start of a scan
      if marker == 0x01 || marker >= 0xD0 && marker <= 0xD7 { continue }  // without a body
      guard let length = cursor.uint16(at: offset), length >= 2,
        let body = cursor.slice(from: offset + 2, count: Int(length) - 2)
      else { return }
      if marker == 0xE1 { readExif(body) }
      if marker == 0xE2 { readProfilePart(body) }
      offset += Int(length)
    }
  }

  /// Moves past the next marker, over fill bytes and, as libjpeg does, over garbage.
  private static func nextMarker(in cursor: ByteCursor, from offset: inout Int) -> UInt8? {
    while let byte = cursor.uint8(at: offset) {
      offset += 1
      guard byte == 0xFF else { continue }
      while cursor.uint8(at: offset) == 0xFF { offset += 1 }
      guard let marker = cursor.uint8(at: offset) else { return nil }
      offset += 1
      if marker != 0 { return marker }
    }
    return nil
  }

  private mutating func readExif(_ body: UnsafeRawBufferPointer) {
    guard orientation == nil, ByteCursor(body).has(Array("Exif\0\0".utf8), at: 0) else { return }
    orientation = parseExifOrientation(UnsafeRawBufferPointer(rebasing: body[6...]))
  }

  private mutating func readProfilePart(_ body: UnsafeRawBufferPointer) {
    guard ByteCursor(body).has(Array("ICC_PROFILE\0".utf8), at: 0), body.count > 14 else { return }
    profilePartCount = Int(body[13])
    profileParts[Int(body[12])] = UnsafeRawBufferPointer(rebasing: body[14...])
  }

  /// Whether a colour profile is there with all its parts.
  var hasColorProfile: Bool {
    profilePartCount > 0 && (1...profilePartCount).allSatisfy { profileParts[$0] != nil }
  }

  /// Bytes of the colour profile, 0 without one.
  var colorProfileByteCount: Int {
    hasColorProfile
      ? (1...profilePartCount).reduce(0) { $0 + (profileParts[$1]?.count ?? 0) } : 0
  }

  /// Copies the colour profile together; empty without one.
  ///
  /// The walked bytes must still live.
  func makeColorProfile() -> [UInt8] {
    guard hasColorProfile else { return [] }
    return (1...profilePartCount).flatMap { profileParts[$0].map(Array.init) ?? [] }
  }
}
