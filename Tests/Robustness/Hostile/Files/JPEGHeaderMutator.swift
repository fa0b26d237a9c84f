internal import Measuring

/// Makes JPEG files whose headers are changed: the same file for the same number, on every machine.
///
/// A file is a small whole one of ``JPEGOriginals`` with one to four changes. Most know the format and
/// change, move, repeat or make up segments; others change single bytes before the coded data, lengths,
/// what lies between segments, or what comes after the picture.
public struct JPEGHeaderMutator: Sendable {
  private let originals: [[UInt8]]

  /// Takes the files to start from; empty ones are left out.
  public init(originals: [[UInt8]] = JPEGOriginals.files) {
    self.originals = originals.filter { !$0.isEmpty }
  }

  /// The changed file of a number; empty where there are no originals.
  public func file(_ number: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9 &+ 7)
    guard var bytes = originals.randomElement(using: &generator) else { return [] }
    for _ in 0..<pick([1, 1, 1, 1, 2, 2, 3, 4], using: &generator) {
      guard Int.random(in: 0..<5, using: &generator) > 1, var parts = JPEGParts(bytes) else {
        Self.changeBytes(&bytes, using: &generator)
        continue
      }
      if Bool.random(using: &generator) {
        parts.mutate(using: &generator)
      } else {
        Self.changeSegments(&parts, using: &generator)
      }
      bytes = parts.bytes
    }
    return bytes
  }

  /// Bytes before the coded data of the first scan, which begins behind its segment.
  private static func headerCount(_ bytes: [UInt8]) -> Int {
    guard let parts = JPEGParts(bytes) else { return min(bytes.count, 400) }
    var count = 2
    for segment in parts.segments {
      count += 4 + segment.body.count
      if segment.marker == 0xDA { break }
    }
    return min(count, bytes.count)
  }

  /// Where each segment before the coded data begins.
  private static func starts(_ bytes: [UInt8]) -> [Int] {
    guard let parts = JPEGParts(bytes) else { return [0] }
    var starts = [2]
    for segment in parts.segments where starts.count < 40 {
      starts.append((starts.last ?? 0) + 4 + segment.body.count)
      if segment.marker == 0xDA { break }
    }
    return starts.filter { $0 < bytes.count }
  }

  private static func changeBytes(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    let count = headerCount(bytes)
    guard count > 0, let start = starts(bytes).randomElement(using: &generator) else { return }
    let place = Int.random(in: 0..<count, using: &generator)
    switch Int.random(in: 0..<14, using: &generator) {
    case 0, 1: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
    case 2: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 3: bytes[place] = pick([0x00, 0x01, 0x7F, 0x80, 0xFF], using: &generator)
    case 4: bytes.remove(at: place)
    case 5: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
    case 6:
      // Any marker, of those that nobody writes too.
      guard start + 1 < bytes.count else { return }
      bytes[start + 1] = UInt8.random(in: .min ... .max, using: &generator)
    case 7:
      guard start + 3 < bytes.count else { return }
      let step = pick([-300, -64, -3, -2, -1, 1, 2, 3, 16, 64, 300], using: &generator)
      let length = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
      bytes.replaceSubrange(
        start + 2..<start + 4, with: [UInt8](bigEndian: length + step, count: 2))
    case 8:
      guard start + 3 < bytes.count else { return }
      let length = pick([0, 1, 2, 3, 4, 8, 11, 17, 65_535], using: &generator)
      bytes.replaceSubrange(start + 2..<start + 4, with: [UInt8](bigEndian: length, count: 2))
    case 9:
      let fill = Int.random(in: 1...9, using: &generator)
      bytes.insert(contentsOf: repeatElement(0xFF, count: fill), at: start)
    case 10:
      bytes.insert(
        contentsOf: noise(pick([1, 2, 9], using: &generator), using: &generator), at: start)
    case 11:
      // A marker without a body.
      let marker = UInt8.random(in: .min ... .max, using: &generator)
      bytes.insert(contentsOf: [0xFF, marker], at: start)
    case 12:
      let more: [UInt8] = pick(
        [[0xFF, 0xD9], [0], [0xFF], [0xFF, 0xD8, 0xFF, 0xDB], [0xFF, 0xC4]], using: &generator)
      bytes += more
    default:
      bytes.removeSubrange(
        max(pick([place, bytes.count - 1, bytes.count - 2], using: &generator), 0)...)
    }
  }

  private static func changeSegments(
    _ parts: inout JPEGParts, using generator: inout SeededGenerator
  ) {
    let count = parts.segments.count
    guard count > 0 else { return }
    let place = Int.random(in: 0..<count, using: &generator)
    func first(_ markers: [UInt8]) -> Int? {
      parts.segments.indices.filter { markers.contains(parts.segments[$0].marker) }
        .randomElement(using: &generator)
    }
    let frames: [UInt8] = [0xC0, 0xC1, 0xC2, 0xC9, 0xCA]
    switch Int.random(in: 0..<14, using: &generator) {
    case 0:
      parts.segments[place].marker = UInt8.random(in: .min ... .max, using: &generator)
    case 1:
      // A table of codes: its target, its counts.
      guard let table = first([0xC4]), parts.segments[table].body.count > 17 else { return }
      let index = Int.random(in: 0..<17, using: &generator)
      let value = pick([0, 1, 2, 3, 4, 0x10, 0x13, 0x20, 255], using: &generator)
      parts.segments[table].body[index] = UInt8(value)
    case 2:
      guard let table = first([0xC4]) else { return }
      parts.segments[table].body.changeByte(using: &generator)
    case 3:
      guard let table = first([0xDB]), !parts.segments[table].body.isEmpty else { return }
      parts.segments[table].body[0] = pick(
        [0, 1, 2, 3, 4, 0x10, 0x11, 0x20, 0xF0], using: &generator)
    case 4:
      guard let table = first([0xDB]), parts.segments[table].body.count > 64 else { return }
      let index = Int.random(in: 1...64, using: &generator)
      parts.segments[table].body[index] = pick([0, 1, 255], using: &generator)
    case 5:
      // A component: its name, its factors, its table.
      guard let frame = first(frames), parts.segments[frame].body.count > 6 else { return }
      let index = Int.random(in: 5..<parts.segments[frame].body.count, using: &generator)
      parts.segments[frame].body[index] = pick(
        [0, 1, 2, 3, 4, 0x11, 0x12, 0x21, 0x22, 0x14, 0x41, 0x44, 0x50], using: &generator)
    case 6:
      guard let frame = first(frames), parts.segments[frame].body.count > 4 else { return }
      let side = pick([1, 2, 3, 4], using: &generator)
      parts.segments[frame].body[side] = pick([0, 1, 7, 8, 9, 16, 17, 33, 40], using: &generator)
    case 7:
      guard let scan = first([0xDA]), !parts.segments[scan].body.isEmpty else { return }
      let index = Int.random(in: 0..<parts.segments[scan].body.count, using: &generator)
      parts.segments[scan].body[index] = pick(
        [0, 1, 2, 3, 4, 5, 0x10, 0x11, 0x01, 0x33, 0x44, 62, 63, 64, 255], using: &generator)
    case 8:
      let interval = pick([0, 1, 2, 3, 7, 300], using: &generator)
      let size = pick([2, 2, 2, 2, 1, 3], using: &generator)
      parts.segments.insert(
        JPEGParts.Segment(marker: 0xDD, body: [UInt8](bigEndian: interval, count: size), data: []),
        at: place)
    case 9:
      let body: [UInt8] = Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0]
      let transform = pick([0, 1, 2, 3] as [UInt8], using: &generator)
      let short = pick([0, 0, 0, 1, 3], using: &generator)
      parts.segments.insert(
        JPEGParts.Segment(
          marker: 0xEE, body: Array((body + [transform]).dropLast(short)), data: []),
        at: place)
    case 10:
      let version = pick([0, 1, 1, 2, 9] as [UInt8], using: &generator)
      let body: [UInt8] = Array("JFIF".utf8) + [0, version, 2, 0, 0, 1, 0, 1]
      let sides = pick(
        [[0, 0], [0, 0], [1, 1], [0], [0, 0, 0, 0]] as [[UInt8]], using: &generator)
      parts.segments.insert(
        JPEGParts.Segment(marker: 0xE0, body: body + sides, data: []), at: place)
    case 11:
      guard let table = first([0xC4, 0xDB]) else { return }
      // Two segments' bodies in one, or a part of one.
      let other = pick(parts.segments.map(\.body), using: &generator)
      parts.segments[table].body += other.prefix(pick([1, 16, 17, 64, 65, 400], using: &generator))
    case 12:
      guard let table = first([0xC4, 0xDB]) else { return }
      parts.segments[table].body.removeLast(
        min(pick([1, 2, 17, 64, 65], using: &generator), parts.segments[table].body.count))
    default:
      let marker = pick(
        [0x01, 0xC8, 0xCC, 0xCE, 0xD8, 0xDC, 0xDE, 0xDF, 0xE8, 0xF0, 0xFD, 0xFE] as [UInt8],
        using: &generator)
      let size = pick([0, 1, 2, 3, 14, 40], using: &generator)
      parts.segments.insert(
        JPEGParts.Segment(marker: marker, body: noise(size, using: &generator), data: []), at: place
      )
    }
  }
}
