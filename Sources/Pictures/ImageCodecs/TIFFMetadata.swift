/// What a TIFF says of its picture, of which an Exif structure is made.
///
/// The directories of the whole file are walked, and the values that say something of the picture copied; those of its
/// pixels stay behind.
struct TIFFMetadata {
  private(set) var metadata = PictureMetadata()
  private let bytes: EncodedBytes
  private let isLittleEndian: Bool
  /// Whether places and counts have 8 bytes (BigTIFF), and not 4.
  private let isBig: Bool
  private let limit: Int
  /// Bytes of values copied so far.
  private var copied = 0

  /// Text, makers, dates, rights, ratings, the resolution, and Windows' texts.
  private static let ofPicture: Set<UInt16> = [
    0x010D, 0x010E, 0x010F, 0x0110, 0x0112, 0x011A, 0x011B, 0x0128, 0x0131, 0x0132, 0x013B, 0x013C,
    0x4746, 0x4749, 0x8298, 0x9C9B, 0x9C9C, 0x9C9D, 0x9C9E, 0x9C9F,
  ]
  private static let photo: UInt16 = 0x8769
  private static let location: UInt16 = 0x8825
  private static let interoperability: UInt16 = 0xA005
  /// More entries than this are not looked at; directories have some dozens.
  private static let mostEntries = 4096

  private struct Entry {
    let tag: UInt16
    let type: UInt16
    let count: Int
    let value: [UInt8]
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - limit: the most bytes of each block.
  init(_ bytes: EncodedBytes, limit: Int) {
    self.bytes = bytes
    self.limit = limit
    let start = bytes.prefix(4) { Array($0) }
    isLittleEndian = start.first == 0x49
    isBig = start.contains(0x2B)
    guard let first = number(at: isBig ? 8 : 4, isBig ? 8 : 4) else { return }
    let main = entries(of: first) { Self.ofPicture.contains($0) }
    let (photo, location) = (child(Self.photo, of: first), child(Self.location, of: first))
    let exif = structure(main, photo: photo, location: location)
    metadata.exif = PictureMetadata.checked(
      exif.count, "Exif data", limit: limit, &metadata.omissions
    ) { exif }
    let blocks = entries(of: first) { [0x02BC, 0x83BB, 0x8649].contains($0) }
    func block(_ tag: UInt16) -> [UInt8]? { blocks.first { $0.tag == tag }?.value }
    metadata.xmp = block(0x02BC) ?? []
    metadata.iptc = block(0x83BB) ?? block(0x8649).flatMap(IPTCRecords.find(inResources:)) ?? []
  }

  private func number(at offset: Int, _ count: Int) -> Int? {
    let value = bytes.withBytes(from: offset, count: count) { part in
      isLittleEndian
        ? part.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        : part.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    return value.flatMap { Int(exactly: $0) }
  }

  /// Where the entries of a directory begin, and how many there are.
  private func heads(of directory: Int) -> (start: Int, count: Int)? {
    let size = isBig ? 8 : 2
    guard directory >= 8, let count = number(at: directory, size), directory < bytes.count else {
      return nil
    }
    return (directory + size, min(count, Self.mostEntries))
  }

  /// The entries of a directory whose tags are wanted, each tag once, with their values.
  private mutating func entries(of directory: Int, where isWanted: (UInt16) -> Bool) -> [Entry] {
    guard let (start, count) = heads(of: directory) else { return [] }
    let field = isBig ? 8 : 4
    var found: [Entry] = []
    for index in 0..<count {
      //     TIFF      | tag, 2 | type, 2 | count, 4 | value, or where it is, 4 |      12 bytes
      //     BigTIFF   | tag, 2 | type, 2 | count, 8 | value, or where it is, 8 |      20 bytes
      let place = start + (4 + 2 * field) * index
      guard let tag = number(at: place, 2), let type = number(at: place + 2, 2),
        let values = number(at: place + 4, field)
      else { break }
      guard isWanted(UInt16(tag)), !found.contains(where: { $0.tag == UInt16(tag) }) else {
        continue
      }
      let (size, overflow) = TIFFType.byteCount(UInt16(type)).multipliedReportingOverflow(
        by: values)
      guard !overflow, size > 0, type < 16 else { continue }
      guard size <= limit - copied else {
        metadata.omissions.append("A value of \(size) bytes was left out (tag \(tag)).")
        continue
      }
      let inside = place + 4 + field
      guard let from = size <= field ? inside : number(at: inside, field),
        let value = bytes.withBytes(from: from, count: size, { Array($0) })
      else { continue }
      copied += size
      found.append(Entry(tag: UInt16(tag), type: UInt16(type), count: values, value: value))
    }
    return found
  }

  /// The entries of a directory that another names; empty without one.
  private mutating func child(_ tag: UInt16, of directory: Int) -> [Entry] {
    guard let entry = entries(of: directory, where: { $0 == tag }).first else { return [] }
    let place = (isLittleEndian ? entry.value.reversed() : entry.value)
      .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard entry.value.count <= 8, let place = Int(exactly: place) else { return [] }
    return entries(of: place) { $0 != Self.interoperability }
  }

  private func stored(_ value: Int, _ count: Int) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isLittleEndian ? bytes : bytes.reversed()
  }

  /// An Exif structure of three directories, of which the last two may be empty; empty where nothing is said.
  private func structure(_ main: [Entry], photo: [Entry], location: [Entry]) -> [UInt8] {
    guard !(main + photo + location).isEmpty else { return [] }
    var bytes: [UInt8] =
      isLittleEndian ? [0x49, 0x49, 0x2A, 0] : [0x4D, 0x4D, 0, 0x2A]
    bytes += stored(8, 4)
    let ofChildren = [(Self.photo, photo), (Self.location, location)].filter { !$1.isEmpty }
    // Where a directory ends: its number of entries, they, and the place of the next one.
    func size(_ count: Int) -> Int { 6 + 12 * count }
    //     | head, 8 | main | photo | location | values that do not fit an entry … |
    //
    // `place` is where the values begin, once all directories have theirs.
    var place = 8 + size(main.count + ofChildren.count)
    var links: [Entry] = []
    for (tag, entries) in ofChildren {
      links.append(Entry(tag: tag, type: 4, count: 1, value: stored(place, 4)))
      place += size(entries.count)
    }
    var values: [UInt8] = []
    for entries in [main + links] + ofChildren.map(\.1) {
      bytes += stored(entries.count, 2)
      for entry in entries.sorted(by: { $0.tag < $1.tag }) {
        bytes += stored(Int(entry.tag), 2) + stored(Int(entry.type), 2) + stored(entry.count, 4)
        if entry.value.count <= 4 {
          bytes += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
        } else {
          bytes += stored(place + values.count, 4)
          values += entry.value + [UInt8](repeating: 0, count: entry.value.count % 2)
        }
      }
      bytes += stored(0, 4)
    }
    return bytes + values
  }
}
