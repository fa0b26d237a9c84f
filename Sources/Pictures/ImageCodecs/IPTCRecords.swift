/// Records of IPTC's information interchange model (IIM 4.2), and Photoshop's resources, in which JPEG,
/// TIFF and PNG files keep them.
enum IPTCRecords {
  /// Places in record 2: location codes and names, city, sublocation, province, country.
  private static let places: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

  /// The records without those that name places; `nil` where the bytes are no records.
  static func withoutLocation(_ records: [UInt8]) -> [UInt8]? {
    var kept: [UInt8] = []
    var rest = records[...]
    while rest.first == 0x1C {
      guard rest.count >= 5 else { return nil }
      //     byte   0    1        2      3        5
      //            1C   record   kind   length   value
      let head = Array(rest.prefix(5))
      let count = Int(head[3]) << 8 | Int(head[4])
      // The highest bit announces a longer number, which no program writes.
      guard count < 0x8000, rest.count >= 5 + count else { return nil }
      if head[1] != 2 || !places.contains(head[2]) { kept += rest.prefix(5 + count) }
      rest = rest.dropFirst(5 + count)
    }
    // TIFF files fill up to four bytes.
    return rest.allSatisfy { $0 == 0 } ? kept : nil
  }

  /// Finds the records among Photoshop's resources.
  ///
  /// - Parameter resources: the bytes of all segments, without the name in front of each.
  /// - Returns: the records; `nil` without any.
  static func find(inResources resources: [UInt8]) -> [UInt8]? {
    var rest = resources[...]
    //     | 8BIM | number, 2 | name with its length, even | size, 4 | body, filled up to 2 |
    while rest.starts(with: Array("8BIM".utf8)), rest.count >= 12 {
      let head = rest.dropFirst(4)
      let number = Int(head[head.startIndex]) << 8 | Int(head[head.startIndex + 1])
      // A name with its length in front, both of an even length together.
      let name = (Int(head[head.startIndex + 2]) + 2) & ~1
      let sized = head.dropFirst(2 + name)
      guard sized.count >= 4 else { return nil }
      let count = sized.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let body = sized.dropFirst(4)
      guard count <= body.count else { return nil }
      if number == 0x0404 { return Array(body.prefix(count)) }
      rest = body.dropFirst(count + count % 2)
    }
    return nil
  }

  /// Photoshop's resource of some records.
  static func resource(_ records: [UInt8]) -> [UInt8] {
    let count = (0..<4).reversed().map { UInt8(truncatingIfNeeded: records.count >> (8 * $0)) }
    return Array("8BIM".utf8) + [0x04, 0x04, 0, 0] + count + records
      + [UInt8](repeating: 0, count: records.count % 2)
  }

  /// What stands in front of Photoshop's resources in a segment of a JPEG.
  static let segmentName = Array("Photoshop 3.0\0".utf8)
}
