/// Finds the orientation in an Exif (TIFF) structure; `nil` when it says none, or nonsense.
///
/// Only the first directory is read, where the standard puts the tag. A directory has at most
/// 65,535 entries, so hostile bytes cost little.
func parseExifOrientation(_ bytes: UnsafeRawBufferPointer) -> ImageOrientation? {
  let isLittleEndian: Bool
  let order = ByteCursor(bytes)
  if order.has([0x49, 0x49, 0x2A, 0x00], at: 0) {
    isLittleEndian = true
  } else if order.has([0x4D, 0x4D, 0x00, 0x2A], at: 0) {
    isLittleEndian = false
  } else {
    return nil
  }
  let cursor = ByteCursor(bytes, isLittleEndian: isLittleEndian)
  guard let start = cursor.uint32(at: 4), let entries = cursor.uint16(at: Int(start)) else {
    return nil
  }
  for index in 0..<Int(entries) {
    let entry = Int(start) + 2 + 12 * index
    guard let tag = cursor.uint16(at: entry) else { return nil }
    guard tag == 0x0112 else { continue }
    guard let type = cursor.uint16(at: entry + 2), let count = cursor.uint32(at: entry + 4),
      count >= 1
    else { return nil }
    let value: UInt32? =
      switch type {
      case 1: cursor.uint8(at: entry + 8).map(UInt32.init)
      case 3: cursor.uint16(at: entry + 8).map(UInt32.init)
      case 4: cursor.uint32(at: entry + 8)
      default: nil
      }
    return value.flatMap { UInt8(exactly: $0) }.flatMap(ImageOrientation.init)
  }
  return nil
}

/// An Exif (TIFF) structure that says nothing but the orientation.
func makeExif(orientation: ImageOrientation) -> [UInt8] {
  [
    0x4D, 0x4D, 0x00, 0x2A, 0x00, 0x00, 0x00, 0x08,  // big-endian, directory at 8
    0x00, 0x01,  // one entry
    0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01,  // orientation, one 16-bit number
    0x00, orientation.rawValue, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00,  // no further directory
  ]
}
