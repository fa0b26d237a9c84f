internal import Measuring

/// A JPEG as its segments; a scan's coded data belongs to the segment before it.
public struct JPEGParts {
  /// A marker segment, and what follows until the next one.
  public struct Segment: Hashable, Sendable {
    /// The byte after 0xFF.
    public var marker: UInt8
    /// Without marker and length.
    public var body: [UInt8]
    /// Coded data: of a scan only.
    public var data: [UInt8]
  }

  private static let startOfScan: UInt8 = 0xDA

  /// Those between the start and the end of the image.
  public var segments: [Segment] = []

  /// Takes a file apart, as far as its segments are whole; `nil` when it is no JPEG.
  public init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var offset = 2
    while offset + 4 <= bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] != 0xD9 {
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      let end = offset + 2 + length
      guard length >= 2, end <= bytes.count else { break }
      var next = end
      if bytes[offset + 1] == Self.startOfScan {
        while next + 1 < bytes.count, bytes[next] != 0xFF || Self.isData(bytes[next + 1]) {
          next += 1
        }
        if next + 1 >= bytes.count { next = bytes.count }
      }
      segments.append(
        Segment(
          marker: bytes[offset + 1], body: Array(bytes[offset + 4..<end]),
          data: Array(bytes[end..<next])))
      offset = next
    }
    guard !segments.isEmpty else { return nil }
  }

  /// A byte after 0xFF that begins no segment: a stuffed zero, a restart marker.
  private static func isData(_ byte: UInt8) -> Bool { byte == 0 || (0xD0...0xD7).contains(byte) }

  /// The file.
  public var bytes: [UInt8] {
    segments.reduce(into: [0xFF, 0xD8]) { bytes, segment in
      bytes += [0xFF, segment.marker] + [UInt8](bigEndian: segment.body.count + 2, count: 2)
      bytes += segment.body + segment.data
    } + [0xFF, 0xD9]
  }

  /// Where the coded data of the first scan begins in ``bytes``; `nil` where there is none.
  var firstDataOffset: Int? {
    guard let scan = segments.firstIndex(where: { $0.marker == Self.startOfScan }) else {
      return nil
    }
    return segments[...scan].reduce(2) { $0 + 4 + $1.body.count }
  }

  private var frame: Int? {
    segments.firstIndex {
      (0xC0...0xCF).contains($0.marker) && ![0xC4, 0xC8, 0xCC].contains($0.marker)
        && $0.body.count >= 9
    }
  }

  private func scan(using generator: inout SeededGenerator) -> Int? {
    segments.indices.filter { segments[$0].marker == Self.startOfScan }
      .randomElement(using: &generator)
  }

  mutating func mutate(using generator: inout SeededGenerator) {
    guard let place = segments.indices.randomElement(using: &generator) else { return }
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: segments[place].body.changeByte(using: &generator)
    case 1: frame.map { segments[$0].body.changeByte(using: &generator) }
    case 2:
      guard let frame else { return }
      let side = pick([1, 3], using: &generator)
      segments[frame].body.replaceSubrange(
        side..<side + 2, with: [UInt8](bigEndian: oddSide(using: &generator), count: 2))
    case 3:
      frame.map { segments[$0].marker = pick([0xC0, 0xC1, 0xC2, 0xC9, 0xCA], using: &generator) }
    case 4:
      frame.map { segments[$0].body[7] = pick([0x11, 0x12, 0x21, 0x22, 0x44], using: &generator) }
    case 5: segments.remove(at: place)
    case 6: segments.insert(segments[place], at: place)
    case 7: segments.swapAt(place, Int.random(in: 0..<segments.count, using: &generator))
    case 8:
      guard let scan = scan(using: &generator) else { return }
      segments[scan].body.changeByte(using: &generator)
    case 9:
      guard let scan = scan(using: &generator) else { return }
      segments[scan].data.changeByte(using: &generator)
      let cut = Int.random(in: 0...segments[scan].data.count, using: &generator)
      if Bool.random(using: &generator) { segments[scan].data.removeSubrange(cut...) }
    case 10:
      guard let scan = scan(using: &generator) else { return }
      let copies = pick([1, 5, 40, 120], using: &generator)
      segments.insert(contentsOf: Array(repeating: segments[scan], count: copies), at: scan)
    default:
      let marker: UInt8 = pick([0xDD, 0xE1, 0xE2, 0xEE, 0xC4, 0xDB, 0xFE, 0xDC], using: &generator)
      let count = pick([0, 2, 14, 65, 300], using: &generator)
      segments.insert(
        Segment(marker: marker, body: noise(count, using: &generator), data: []), at: place)
    }
  }
}
