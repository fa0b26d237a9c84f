/// The metadata of a JPEG, found by walking the markers before its first scan.
struct JPEGMetadata {
  /// What Exif says; `nil` without any.
  private(set) var exif: ExifFields?
  /// Whether the picture has a gain map, which brightens it on screens of high dynamic range: Ultra
  /// HDR, and ISO 21496-1.
  private(set) var hasGainMap = false
  private let bytes: EncodedBytes
  /// Where the parts of a colour profile are, by their number.
  private var profileParts: [Int: Range<Int>] = [:]
  private var profilePartCount = 0

  init(_ bytes: EncodedBytes) {
    self.bytes = bytes
    var offset = 2
    while let marker = Self.nextMarker(in: bytes, from: &offset) {
      if marker == 0xD9 || marker == 0xDA { return }  // end, or start of a scan
      if marker == 0x01 || marker >= 0xD0 && marker <= 0xD7 { continue }  // without a body
      guard let length = bytes.uint16(at: offset), length >= 2,
        offset + Int(length) <= bytes.count
      else { return }
      let body = offset + 2..<offset + Int(length)
      if marker == 0xE1 {
        readExif(body)
        readXMP(body)
      }
      if marker == 0xE2 {
        readProfilePart(body)
        readGainMapVersion(body)
      }
      offset += Int(length)
    }
  }

  /// Moves past the next marker, over fill bytes and, as libjpeg does, over garbage.
  private static func nextMarker(in bytes: EncodedBytes, from offset: inout Int) -> UInt8? {
    while let byte = bytes.uint8(at: offset) {
      offset += 1
      guard byte == 0xFF else { continue }
      while bytes.uint8(at: offset) == 0xFF { offset += 1 }
      guard let marker = bytes.uint8(at: offset) else { return nil }
      offset += 1
      if marker != 0 { return marker }
    }
    return nil
  }

  private mutating func readExif(_ body: Range<Int>) {
    guard exif == nil else { return }
    exif =
      bytes.withBytes(from: body.lowerBound, count: body.count) { body in
        guard ByteCursor(body).has(Array("Exif\0\0".utf8), at: 0) else { return nil }
        return ExifFields(UnsafeRawBufferPointer(rebasing: body[6...]))
      } ?? nil
  }

  /// Android's Ultra HDR says its gain map in XMP.
  private mutating func readXMP(_ body: Range<Int>) {
    guard !hasGainMap else { return }
    let isSaid = bytes.withBytes(from: body.lowerBound, count: body.count) { body in
      ByteCursor(body).has(Array("http://ns.adobe.com/xap/1.0/\0".utf8), at: 0)
        && body.contains(Array("hdrgm:Version".utf8))
    }
    hasGainMap = isSaid ?? false
  }

  private mutating func readGainMapVersion(_ body: Range<Int>) {
    let name = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
    if bytes.withBytes(from: body.lowerBound, count: name.count, { $0.elementsEqual(name) })
      == true,
      body.count >= name.count
    {
      hasGainMap = true
    }
  }

  private mutating func readProfilePart(_ body: Range<Int>) {
    guard body.count > 14 else { return }
    let numbers = bytes.withBytes(from: body.lowerBound, count: 14) { head in
      ByteCursor(head).has(Array("ICC_PROFILE\0".utf8), at: 0)
        ? (part: Int(head[12]), count: Int(head[13])) : nil
    }
    guard let numbers = numbers ?? nil else { return }
    profilePartCount = numbers.count
    profileParts[numbers.part] = body.lowerBound + 14..<body.upperBound
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
  func makeColorProfile() -> [UInt8] {
    guard hasColorProfile else { return [] }
    return (1...profilePartCount).flatMap { number -> [UInt8] in
      guard let part = profileParts[number] else { return [] }
      return bytes.withBytes(from: part.lowerBound, count: part.count) { Array($0) } ?? []
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes hold others, one after the other.
  fileprivate func contains(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first, count >= wanted.count else { return false }
    return (0...count - wanted.count).contains { place in
      self[place] == first && self[place..<place + wanted.count].elementsEqual(wanted)
    }
  }
}
