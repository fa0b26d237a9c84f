/// The segments of a JPEG that hold metadata.
enum JPEGSegments {
  static let exifName = Array("Exif\0\0".utf8)
  static let xmpName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  static let extendedXMPName = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  static let densityName = Array("JFIF\0".utf8)

  // A length of two bytes counts itself: 65,535 less 2.
  /// The most bytes behind the length of a segment.
  private static let most = 65_533

  /// What fits: each block has to go into one segment.
  static let room = MetadataRoom(
    exif: most - exifName.count, xmp: most - xmpName.count,
    iptc: most - IPTCRecords.segmentName.count - 13)

  /// The segments with their markers and lengths.
  static func bytes(of metadata: EncodedMetadata) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ marker: UInt8, _ body: [UInt8]) {
      let length = body.count + 2
      bytes += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + body
    }
    if !metadata.exif.isEmpty { add(0xE1, exifName + metadata.exif) }
    if !metadata.xmp.isEmpty { add(0xE1, xmpName + metadata.xmp) }
    if !metadata.iptc.isEmpty {
      add(0xED, IPTCRecords.segmentName + IPTCRecords.resource(metadata.iptc))
    }
    return bytes
  }

  /// Pixels an inch as JFIF has them, whole numbers; zeros where nothing is said that fits.
  static func density(_ resolution: PictureResolution?) -> (x: UInt16, y: UInt16) {
    guard let resolution, let x = UInt16(exactly: resolution.x.rounded()),
      let y = UInt16(exactly: resolution.y.rounded()), x > 0, y > 0
    else { return (0, 0) }
    return (x, y)
  }
}
