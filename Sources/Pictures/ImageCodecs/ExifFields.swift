/// The fields of an Exif (TIFF) structure that this library uses; `nil` where they are missing or
/// invalid.
///
/// Two directories are read, the first and the one it names for the photo. A directory has at most
/// 65,535 entries, so hostile bytes cost little.
struct ExifFields: Equatable {
  private(set) var orientation: ImageOrientation?
  private(set) var captureTime: CaptureTime?
  private(set) var resolution: PictureResolution?

  /// Says nothing.
  init() {}

  /// Reads a structure.
  init(_ bytes: UnsafeRawBufferPointer) {
    let order = ByteCursor(bytes)
    let isLittleEndian = order.has([0x49, 0x49, 0x2A, 0x00], at: 0)
    guard isLittleEndian || order.has([0x4D, 0x4D, 0x00, 0x2A], at: 0) else { return }
    let cursor = ByteCursor(bytes, isLittleEndian: isLittleEndian)
    var time: String?
    var offset: String?
    var photoDirectory: UInt32?
    var (pixels, unit): ([UInt16: Double], UInt32) = ([:], 2)
    Self.forEachEntry(ofDirectoryAt: cursor.uint32(at: 4), in: cursor) { tag, entry in
      switch tag {
      case 0x0112:
        guard orientation == nil else { return }
        orientation = Self.number(at: entry, in: cursor).flatMap { UInt8(exactly: $0) }
          .flatMap(ImageOrientation.init)
      case 0x011A, 0x011B: pixels[tag] = Self.ratio(at: entry, in: cursor)
      case 0x0128: unit = Self.number(at: entry, in: cursor) ?? 2
      case 0x8769: photoDirectory = Self.number(at: entry, in: cursor)
      default: break
      }
    }
    Self.forEachEntry(ofDirectoryAt: photoDirectory, in: cursor) { tag, entry in
      switch tag {
      case 0x9003: time = Self.text(at: entry, in: cursor)  // DateTimeOriginal
      case 0x9011: offset = Self.text(at: entry, in: cursor)  // OffsetTimeOriginal
      default: break
      }
    }
    if let x = pixels[0x011A], let y = pixels[0x011B] {
      resolution =
        switch unit {
        case 2: PictureResolution(x: x, y: y)
        case 3: PictureResolution(perCentimetreX: x, y: y)
        default: nil  // only how wide pixels are beside their height
        }
    }
    captureTime = time.flatMap { CaptureTime(exif: $0, offset: offset) }
  }

  private static func forEachEntry(
    ofDirectoryAt start: UInt32?, in cursor: ByteCursor, _ body: (UInt16, Int) -> Void
  ) {
    guard let start, let entries = cursor.uint16(at: Int(start)) else { return }
    for index in 0..<Int(entries) {
      //     entry   0      2      4       8                                             12
      //             tag    type   count   value; its place where it has more than 4 bytes
      let entry = Int(start) + 2 + 12 * index
      guard let tag = cursor.uint16(at: entry) else { return }
      body(tag, entry)
    }
  }

  /// The value of an entry of one or more whole numbers, signed or not: the first.
  private static func number(at entry: Int, in cursor: ByteCursor) -> UInt32? {
    guard let type = cursor.uint16(at: entry + 2), let count = cursor.uint32(at: entry + 4),
      count >= 1
    else { return nil }
    return switch type {
    case 1: cursor.uint8(at: entry + 8).map(UInt32.init)
    case 3: cursor.uint16(at: entry + 8).map(UInt32.init)
    case 4, 9, 13: cursor.uint32(at: entry + 8)
    case 6: cursor.uint8(at: entry + 8).map(UInt32.init)
    case 8: cursor.uint16(at: entry + 8).map(UInt32.init)
    default: nil
    }
  }

  /// The value of an entry of one ratio.
  private static func ratio(at entry: Int, in cursor: ByteCursor) -> Double? {
    guard cursor.uint16(at: entry + 2) == 5, cursor.uint32(at: entry + 4) == 1,
      let place = cursor.uint32(at: entry + 8), let above = cursor.uint32(at: Int(place)),
      let below = cursor.uint32(at: Int(place) + 4), below > 0
    else { return nil }
    return Double(above) / Double(below)
  }

  /// The value of an entry of text that is too long to stand in the entry, but short.
  private static func text(at entry: Int, in cursor: ByteCursor) -> String? {
    guard cursor.uint16(at: entry + 2) == 2, let count = cursor.uint32(at: entry + 4),
      (5...64).contains(count), let place = cursor.uint32(at: entry + 8),
      let bytes = cursor.slice(from: Int(place), count: Int(count))
    else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
