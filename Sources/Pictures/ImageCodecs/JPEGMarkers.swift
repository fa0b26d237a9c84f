/// The metadata of a JPEG, found by walking the markers before its first scan.
struct JPEGMetadata {
  /// What Exif says; `nil` without any.
  private(set) var exif: ExifFields?
  /// Whether the picture has a gain map, which brightens it on screens of high dynamic range: Ultra
  /// HDR, and ISO 21496-1.
  private(set) var hasGainMap = false
  private let bytes: EncodedBytes
  /// Where the Exif data are, behind their name.
  private var exifPlace: Range<Int>?
  /// Where the first XMP packet is, behind its name.
  private var xmpPlace: Range<Int>?
  /// Whether an XMP packet goes on in further segments.
  private var hasExtendedXMP = false
  /// Where Photoshop's resources are, behind the names of their segments.
  private var resourcePlaces: [Range<Int>] = []
  private var resolution: PictureResolution?
  /// Where the parts of a colour profile are, by their number.
  private var profileParts: [Int: Range<Int>] = [:]
  private var profilePartCount = 0

  init(_ bytes: EncodedBytes) {
    self.bytes = bytes
    var offset = 2
    while let marker = Self.nextMarker(in: bytes, from: &offset) {
      if marker == 0xD9 || marker == 0xDA { return }  // end, or start of a scan
      if marker == 0x01 || marker >= 0xD0 && marker <= 0xD7 { continue }  // without a body
      //     FF | marker | length, 2 | body, length − 2 |
      guard let length = bytes.uint16(at: offset), length >= 2,
        offset + Int(length) <= bytes.count
      else { return }
      let body = offset + 2..<offset + Int(length)
      if marker == 0xE0 { readDensity(body) }
      if marker == 0xED, let place = place(behind: IPTCRecords.segmentName, in: body) {
        resourcePlaces.append(place)
      }
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

  /// What of a segment is behind a name; `nil` where that is not in front.
  private func place(behind name: [UInt8], in body: Range<Int>) -> Range<Int>? {
    let isNamed =
      body.count >= name.count
      && bytes.withBytes(from: body.lowerBound, count: name.count) { $0.elementsEqual(name) }
        == true
    return isNamed ? body.dropFirst(name.count) : nil
  }

  private mutating func readExif(_ body: Range<Int>) {
    guard exif == nil, let place = place(behind: JPEGSegments.exifName, in: body) else { return }
    exif = bytes.withBytes(from: place.lowerBound, count: place.count) { ExifFields($0) }
    exifPlace = place
  }

  private mutating func readDensity(_ body: Range<Int>) {
    guard resolution == nil, let place = place(behind: JPEGSegments.densityName, in: body),
      place.count >= 7, let unit = bytes.uint8(at: place.lowerBound + 2),
      let x = bytes.uint16(at: place.lowerBound + 3), let y = bytes.uint16(at: place.lowerBound + 5)
    else { return }
    resolution =
      switch unit {
      case 1: PictureResolution(x: Double(x), y: Double(y))
      case 2: PictureResolution(perCentimetreX: Double(x), y: Double(y))
      default: nil
      }
  }

  /// Android's Ultra HDR says its gain map in XMP.
  private mutating func readXMP(_ body: Range<Int>) {
    if place(behind: JPEGSegments.extendedXMPName, in: body) != nil { hasExtendedXMP = true }
    guard let place = place(behind: JPEGSegments.xmpName, in: body) else { return }
    xmpPlace = xmpPlace ?? place
    guard !hasGainMap else { return }
    let isSaid = bytes.withBytes(from: place.lowerBound, count: place.count) {
      $0.contains(Array("hdrgm:Version".utf8))
    }
    hasGainMap = isSaid ?? false
  }

  /// Copies what is said of the picture; no block is larger than its segments.
  func metadata(limit: Int) -> PictureMetadata {
    var metadata = PictureMetadata(resolution: resolution)
    func copy(_ name: String, _ places: [Range<Int>]) -> [UInt8] {
      let count = places.reduce(0) { $0 + $1.count }
      return PictureMetadata.checked(count, name, limit: limit, &metadata.omissions) {
        places.flatMap { place in
          bytes.withBytes(from: place.lowerBound, count: place.count) { Array($0) } ?? []
        }
      }
    }
    metadata.exif = copy("Exif data", exifPlace.map { [$0] } ?? [])
    metadata.xmp = copy("An XMP packet", xmpPlace.map { [$0] } ?? [])
    let resources = copy("Photoshop's resources", resourcePlaces)
    metadata.iptc = IPTCRecords.find(inResources: resources) ?? []
    if hasExtendedXMP {
      metadata.omissions.append(
        "The XMP packet goes on in further segments (extended XMP), which were left out.")
    }
    return metadata
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
    //     | ICC_PROFILE and a zero, 12 | number of the part, from 1 | parts in all | part |
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
