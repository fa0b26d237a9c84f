internal import Measuring

/// A PNG as its chunks, whose checksums are made right again when it is put together.
public struct PNGParts {
  /// A chunk without length and checksum.
  public struct Chunk: Hashable, Sendable {
    /// Four letters.
    public var name: String
    /// Its content.
    public var body: [UInt8]

    /// Makes a chunk.
    public init(_ name: String, _ body: [UInt8]) {
      self.name = name
      self.body = body
    }
  }

  /// What every PNG begins with.
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// In the order of the file.
  public var chunks: [Chunk] = []

  /// Takes a file apart, as far as its chunks are whole; `nil` when it is no PNG.
  public init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.signature) else { return nil }
    var offset = 8
    while offset + 12 <= bytes.count {
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - offset - 12 else { break }
      let name = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
      chunks.append(Chunk(name, Array(bytes[offset + 8..<offset + 8 + length])))
      offset += 12 + length
    }
    guard !chunks.isEmpty else { return nil }
  }

  /// The file.
  public var bytes: [UInt8] {
    chunks.reduce(into: Self.signature) { bytes, chunk in
      let sealed = Array(chunk.name.utf8.prefix(4)) + chunk.body
      bytes += [UInt8](bigEndian: chunk.body.count, count: 4) + sealed
      bytes += [UInt8](bigEndian: Int(Self.checksum(sealed)), count: 4)
    }
  }

  /// CRC-32, as of PNG's annex D.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value >> 1 ^ (value & 1) &* 0xEDB8_8320 }
  }

  mutating func mutate(using generator: inout SeededGenerator) {
    guard let place = chunks.indices.randomElement(using: &generator) else { return }
    switch Int.random(in: 0..<11, using: &generator) {
    case 0: chunks[place].body.changeByte(using: &generator)
    case 1: chunks[0].body.changeByte(using: &generator)
    case 2 where chunks[0].body.count == 13:
      let side = Int.random(in: 0..<2, using: &generator)
      let value = pick([oddSide(using: &generator), 0x7FFF_FFFF, 1_000_000], using: &generator)
      chunks[0].body.replaceSubrange(
        4 * side..<4 * side + 4, with: [UInt8](bigEndian: value, count: 4))
    case 3 where chunks[0].body.count == 13:  // Depth, kind of colour, interlacing.
      chunks[0].body[8] = pick([1, 2, 4, 8, 16], using: &generator)
      chunks[0].body[9] = pick([0, 2, 3, 4, 6], using: &generator)
      chunks[0].body[12] = pick([0, 1], using: &generator)
    case 4: chunks.remove(at: place)
    case 5: chunks.insert(chunks[place], at: place)
    case 6:
      let other = Int.random(in: 0..<chunks.count, using: &generator)
      chunks.swapAt(place, other)
    case 7:
      let kept = Int.random(in: 0...chunks[place].body.count, using: &generator)
      chunks[place].body.removeSubrange(kept...)
    case 8:
      chunks[place].body += noise(Int.random(in: 1...20, using: &generator), using: &generator)
    case 9: storeNoise(using: &generator)
    default:
      let name = pick(
        ["IDAT", "PLTE", "tRNS", "iCCP", "eXIf", "zTXt", "iTXt", "IEND", "abCd", "ABCD"],
        using: &generator)
      let count = pick([0, 1, 6, 300, 768], using: &generator)
      chunks.insert(Chunk(name, noise(count, using: &generator)), at: place)
    }
  }

  /// Replaces the pixel data by valid zlib of noise, which reaches filters and pixel formats.
  private mutating func storeNoise(using generator: inout SeededGenerator) {
    guard let place = chunks.firstIndex(where: { $0.name == "IDAT" }) else { return }
    let raw = noise(Int.random(in: 0...20_000, using: &generator), using: &generator)
    var (low, high) = (1, 0)
    for byte in raw {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let count = [UInt8(raw.count & 0xFF), UInt8(raw.count >> 8)]
    let stored = [0x78, 0x01, 0x01] + count + count.map { ~$0 } + raw
    chunks[place].body = stored + [UInt8](bigEndian: high << 16 | low, count: 4)
  }
}
