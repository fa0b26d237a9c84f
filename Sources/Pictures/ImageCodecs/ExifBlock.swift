/// An Exif (TIFF) structure that is changed where it has to be, and copied otherwise.
///
/// What stays keeps its place, for the notes of makers point to bytes of the whole structure. Every
/// place is checked: of hostile bytes others are made, or none.
struct ExifBlock {
  private var content: [UInt8]
  private let isLittleEndian: Bool
  /// The entries of the first directory.
  private var main: [Entry] = []
  /// Where the first directory is, and how many entries it has room for; `nil` in a new structure.
  private var place: (offset: Int, room: Int)?
  /// Where the directory of the thumbnail is; 0 without one.
  private var thumbnail = 0

  private struct Entry {
    let tag: UInt16
    let type: UInt16
    let count: UInt32
    /// The value or where it is, as stored.
    let field: [UInt8]
  }

  private enum Tag {
    static let orientation: UInt16 = 0x0112
    static let resolution: [UInt16] = [0x011A, 0x011B]
    static let resolutionUnit: UInt16 = 0x0128
    static let iptc: UInt16 = 0x83BB
    static let photo: UInt16 = 0x8769
    static let location: UInt16 = 0x8825
    static let interoperability: UInt16 = 0xA005
    static let size: [UInt16] = [0xA002, 0xA003]
    /// XMP, IPTC and Photoshop's resources, which have places of their own in most formats.
    static let embedded: [UInt16] = [0x02BC, iptc, 0x8649]
    /// Where the bytes of a thumbnail are, and how many.
    static let data: [(place: UInt16, count: UInt16)] = [(0x0201, 0x0202), (0x0111, 0x0117)]
  }

  /// A structure that says nothing.
  init() {
    content = [0x4D, 0x4D, 0x00, 0x2A, 0x00, 0x00, 0x00, 0x08]
    isLittleEndian = false
  }

  /// Reads a structure; `nil` where its first directory cannot be read whole.
  init?(_ bytes: [UInt8]) {
    // "II" and the lowest byte first, or "MM" and the highest, then 42 and the place of the
    // first directory:
    //
    //     structure   | II 42 | place |  …  | count, 2 | entries, 12 each | place of the next, 4 |
    //     entry       | tag, 2 | type, 2 | count, 4 | value, or where it is, 4 |
    let isLittleEndian = bytes.starts(with: [0x49, 0x49, 0x2A, 0x00])
    guard isLittleEndian || bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2A]), bytes.count <= 1 << 30
    else { return nil }
    self.isLittleEndian = isLittleEndian
    content = bytes
    guard let start = number32(at: 4), let entries = directory(at: Int(start)) else { return nil }
    main = entries
    place = (Int(start), entries.count)
    thumbnail = number32(at: Int(start) + 2 + 12 * entries.count).map { Int($0) } ?? 0
  }

  // Reading.

  private func number16(at offset: Int) -> UInt16? {
    guard offset >= 0, offset <= content.count - 2 else { return nil }
    let (first, second) = (UInt16(content[offset]), UInt16(content[offset + 1]))
    return isLittleEndian ? second << 8 | first : first << 8 | second
  }

  private func number32(at offset: Int) -> UInt32? {
    guard let first = number16(at: offset), let second = number16(at: offset + 2) else {
      return nil
    }
    return isLittleEndian
      ? UInt32(second) << 16 | UInt32(first) : UInt32(first) << 16 | UInt32(second)
  }

  /// More entries than any camera or program writes, so that hostile directories cost little.
  private static let mostEntries = 4096

  /// The entries of a directory; `nil` where it does not lie whole within, or has too many.
  private func directory(at offset: Int) -> [Entry]? {
    guard offset >= 8, let count = number16(at: offset), count <= Self.mostEntries,
      offset + 2 + 12 * Int(count) <= content.count
    else { return nil }
    return (0..<Int(count)).compactMap { index in
      let start = offset + 2 + 12 * index
      guard let tag = number16(at: start), let type = number16(at: start + 2),
        let count = number32(at: start + 4)
      else { return nil }
      return Entry(
        tag: tag, type: type, count: count, field: Array(content[start + 8..<start + 12]))
    }
  }

  private func number(_ field: [UInt8]) -> Int {
    (isLittleEndian ? field.reversed() : field).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Where the value of an entry is that stands outside of it; `nil` where it stands in it, and
  /// where it does not lie within.
  private func outside(_ entry: Entry) -> Range<Int>? {
    let (size, overflow) = TIFFType.byteCount(entry.type)
      .multipliedReportingOverflow(by: Int(entry.count))
    let start = number(entry.field)
    guard !overflow, size > 4, start >= 8, start <= content.count, size <= content.count - start
    else { return nil }
    return start..<start + size
  }

  /// A directory with what its entries hold.
  private func extent(_ offset: Int, _ entries: [Entry]) -> [Range<Int>] {
    [offset..<min(offset + 6 + 12 * entries.count, content.count)] + entries.compactMap(outside)
  }

  private func child(_ tag: UInt16, of entries: [Entry]) -> (offset: Int, entries: [Entry])? {
    guard let entry = entries.first(where: { $0.tag == tag }) else { return nil }
    let offset = number(entry.field)
    return directory(at: offset).map { (offset, $0) }
  }

  /// What is in use but for a thumbnail, and the location where that goes.
  private func used(withLocation: Bool) -> [Range<Int>] {
    var ranges = [0..<8] + (place.map { extent($0.offset, main) } ?? [])
    if let photo = child(Tag.photo, of: main) {
      ranges += extent(photo.offset, photo.entries)
      if let inner = child(Tag.interoperability, of: photo.entries) {
        ranges += extent(inner.offset, inner.entries)
      }
    }
    if withLocation, let location = child(Tag.location, of: main) {
      ranges += extent(location.offset, location.entries)
    }
    return ranges
  }

  /// The IPTC records, which TIFF and formats without another place for them keep here.
  var iptc: [UInt8]? {
    main.first { $0.tag == Tag.iptc }.flatMap(outside).map { Array(content[$0]) }
  }

  /// Whether a resolution is said.
  var hasResolution: Bool { main.contains { $0.tag == Tag.resolution[0] } }

  // Changing.

  /// Overwrites bytes with zeros, but for those that something else uses.
  private mutating func clear(_ ranges: [Range<Int>], except used: [Range<Int>]) {
    let kept = Self.merged(used)
    var next = 0
    for range in Self.merged(ranges) {
      var start = range.lowerBound
      while start < range.upperBound {
        while next < kept.count, kept[next].upperBound <= start { next += 1 }
        let isKept = next < kept.count && kept[next].contains(start)
        let limit =
          next == kept.count
          ? range.upperBound
          : isKept ? kept[next].upperBound : kept[next].lowerBound
        let end = min(limit, range.upperBound)
        if !isKept {
          content.replaceSubrange(start..<end, with: repeatElement(0, count: end - start))
        }
        start = end
      }
    }
  }

  /// Ranges in order, those that touch made one.
  private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// Takes out the thumbnail, which shows the picture as it was before it was changed.
  mutating func dropThumbnail() {
    guard thumbnail != 0 else { return }
    let used = used(withLocation: true)
    if let entries = directory(at: thumbnail) {
      var gone = extent(thumbnail, entries)
      for (place, count) in Tag.data {
        let starts = numbers(of: place, in: entries)
        gone += zip(starts, numbers(of: count, in: entries)).compactMap { start, size in
          start <= content.count ? start..<start + min(size, content.count - start) : nil
        }
      }
      // Directories of hostile files may overlap, and those of careless programs share
      // values: what is still used stays.
      clear(gone, except: used)
    }
    thumbnail = 0
    // What follows the last thing in use belonged to the thumbnail.
    let end = used.map(\.upperBound).max() ?? content.count
    content.removeLast(max(content.count - end, 0))
  }

  /// The values of an entry of whole numbers, at most a few thousand.
  private func numbers(of tag: UInt16, in entries: [Entry]) -> [Int] {
    guard let entry = entries.first(where: { $0.tag == tag }), entry.type == 3 || entry.type == 4
    else { return [] }
    let size = TIFFType.byteCount(entry.type)
    guard let range = outside(entry) else {
      guard entry.count == 1 else { return [] }
      return [number(Array(entry.field[..<size]))]
    }
    return stride(from: range.lowerBound, to: range.upperBound, by: size).prefix(4096).map {
      number(Array(content[$0..<$0 + size]))
    }
  }

  /// Takes out where the picture was taken, and the blocks of other kinds that may say so too.
  ///
  /// - Returns: whether that can be told from the rest.
  mutating func dropLocation() -> Bool {
    if let photo = child(Tag.photo, of: main),
      photo.entries.contains(where: { $0.tag == Tag.location })
    {
      return false
    }
    var gone: [Range<Int>] = []
    let locations = main.filter { $0.tag == Tag.location }
    guard locations.count <= 1 else { return false }
    for entry in locations {
      let place = number(entry.field)
      guard let entries = directory(at: place) else { return false }
      gone += extent(place, entries)
    }
    let embedded = main.filter { Tag.embedded.contains($0.tag) }
    gone += embedded.compactMap(outside)
    main.removeAll { $0.tag == Tag.location || Tag.embedded.contains($0.tag) }
    if !gone.isEmpty { clear(gone, except: used(withLocation: false)) }
    return true
  }

  /// Says how the picture is to be turned; nothing is added where it is upright and nothing was said.
  mutating func set(_ orientation: ImageOrientation) {
    guard orientation != .up || main.contains(where: { $0.tag == Tag.orientation }) else { return }
    setNumber(UInt16(orientation.rawValue), Tag.orientation)
  }

  /// Says how large the picture is, where that was said.
  mutating func setSize(width: Int, height: Int) {
    guard let photo = child(Tag.photo, of: main) else { return }
    for (index, entry) in photo.entries.enumerated() {
      guard let which = Tag.size.firstIndex(of: entry.tag), entry.count == 1 else { continue }
      let value = stored(UInt32(clamping: which == 0 ? width : height), 4)
      let start = photo.offset + 2 + 12 * index
      content.replaceSubrange(
        start + 2..<start + 12, with: stored(4, 2) + stored(1, 4) + value)
    }
  }

  /// Says how many pixels make an inch.
  mutating func set(_ resolution: PictureResolution) {
    for (tag, value) in zip(Tag.resolution, [resolution.x, resolution.y]) {
      let isWhole = abs(value - value.rounded()) < 0.01
      let parts: [UInt32] =
        isWhole ? [UInt32(value.rounded()), 1] : [UInt32((value * 1000).rounded()), 1000]
      setOutside(parts.flatMap { stored($0, 4) }, tag, type: 5, count: 1)
    }
    setNumber(2, Tag.resolutionUnit)
  }

  /// Keeps IPTC records.
  mutating func setIPTC(_ records: [UInt8]) {
    guard iptc != records else { return }
    // Four bytes would stand in the entry.
    let padded = records + [UInt8](repeating: 0, count: max(5 - records.count, 0))
    setOutside(padded, Tag.iptc, type: 7, count: UInt32(padded.count))
  }

  private mutating func setNumber(_ value: UInt16, _ tag: UInt16) {
    set(Entry(tag: tag, type: 3, count: 1, field: stored(UInt32(value), 2) + [0, 0]))
  }

  private mutating func setOutside(_ bytes: [UInt8], _ tag: UInt16, type: UInt16, count: UInt32) {
    if content.count % 2 == 1 { content.append(0) }
    let start = UInt32(content.count)
    content += bytes
    set(Entry(tag: tag, type: type, count: count, field: stored(start, 4)))
  }

  private mutating func set(_ entry: Entry) {
    main.removeAll { $0.tag == entry.tag }
    // Entries are in order of their tags.
    main.insert(entry, at: main.firstIndex { $0.tag > entry.tag } ?? main.count)
  }

  private func stored(_ value: UInt32, _ count: Int) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    return isLittleEndian ? bytes : bytes.reversed()
  }

  /// The structure; empty where it says nothing.
  func bytes() -> [UInt8] {
    guard !main.isEmpty, main.count <= Int(UInt16.max) else { return [] }
    var result = content
    var directory = stored(UInt32(main.count), 2)
    for entry in main {
      directory += stored(UInt32(entry.tag), 2) + stored(UInt32(entry.type), 2)
      directory += stored(entry.count, 4) + entry.field
    }
    directory += stored(UInt32(thumbnail), 4)
    // In its old place where it fits, filled up with zeros, so that nothing else moves; else
    // at the end, and zeros where it was.
    if let place, main.count <= place.room {
      let end = min(place.offset + 6 + 12 * place.room, result.count)
      let room = max(end - place.offset, directory.count)
      directory += [UInt8](repeating: 0, count: room - directory.count)
      result.replaceSubrange(place.offset..<end, with: directory)
    } else {
      if let place {
        let end = min(place.offset + 6 + 12 * place.room, result.count)
        result.replaceSubrange(
          place.offset..<end, with: repeatElement(0, count: end - place.offset))
      }
      if result.count % 2 == 1 { result.append(0) }
      result.replaceSubrange(4..<8, with: stored(UInt32(result.count), 4))
      result += directory
    }
    return result
  }
}

/// The types of a TIFF's values (TIFF 6.0, Exif 2.3 and BigTIFF).
enum TIFFType {
  /// The bytes of a value; 0 for an unknown type.
  static func byteCount(_ type: UInt16) -> Int {
    switch type {
    case 1, 2, 6, 7, 129: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: 0
    }
  }
}
