internal import Testing

@testable internal import ImageCodecs

@Suite("How large coded pictures of a HEIC or AVIF are by their own word")
struct HEIFStreamsTests {
  /// Bits, the highest one of each number first.
  private struct Bits {
    private var bits: [UInt8] = []

    mutating func add(_ value: Int, _ count: Int) {
      for place in (0..<count).reversed() { bits.append(UInt8(value >> place & 1)) }
    }

    /// A number as HEVC and AV1 write those of any length.
    mutating func addExponential(_ value: Int) {
      let count = Int.bitWidth - (value + 1).leadingZeroBitCount
      add(0, count - 1)
      add(value + 1, count)
    }

    var bytes: [UInt8] {
      let whole = bits + [UInt8](repeating: 0, count: (8 - bits.count % 8) % 8)
      return stride(from: 0, to: whole.count, by: 8).map {
        whole[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 }
      }
    }
  }

  @Test("pieces that take no bytes are one, however many the file claims")
  func emptyPieces() {
    // Version 0, sizes of 0, items of 65,535 pieces each.
    let items = [UInt8](repeating: 0, count: 4)
    let bytes =
      [0, 0, 0, 0, 0, 0, 0xFF, 0xFF] as [UInt8]
      + (0..<0xFFFF).flatMap { _ in items + [0xFF, 0xFF] }
    let counts = bytes.withUnsafeBytes { bytes in
      HEIFPlaces(0..<bytes.count, of: EncodedBytes(bytes), ownData: nil)
        .map { Array($0.map(\.pieces.count)) } ?? []
    }
    #expect(counts.count == 0xFFFF)
    #expect(Set(counts) == [1])
  }

  /// Of a file with properties, and an item of some kind whose data are in pieces.
  private func largest(
    properties: [UInt8] = [], kind: String = "av01", pieces: [[UInt8]] = []
  ) -> [Int] {
    let item = box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array(kind.utf8) + [0])
    func file(start: Int) -> [UInt8] {
      var place = start
      var locations: [UInt8] = [0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, 0, UInt8(pieces.count)]
      for piece in pieces {
        locations += number(UInt32(place)) + number(UInt32(piece.count))
        place += piece.count + 3
      }
      return box(
        "meta",
        number(0) + box("iinf", [0, 0, 0, 0, 0, 1] + item) + box("iloc", locations)
          + box("iprp", box("ipco", properties)))
    }
    // Pieces do not touch each other.
    let bytes =
      file(start: file(start: 0).count + 8) + box("mdat", pieces.flatMap { $0 + [9, 9, 9] })
    let size = bytes.withUnsafeBytes { HEIFStreams(HEIFFile(EncodedBytes($0))).largest }
    return [size.width, size.height]
  }

  /// A sequence header of AV1 with its length.
  private func sequence(
    _ width: Int, _ height: Int, isReduced: Bool = false, hasTimes: Bool = false
  ) -> [UInt8] {
    var bits = Bits()
    bits.add(0, 3)
    bits.add(1, 1)
    bits.add(isReduced ? 1 : 0, 1)
    if isReduced {
      bits.add(8, 5)
    } else {
      bits.add(hasTimes ? 1 : 0, 1)
      if hasTimes {
        bits.add(1, 32)
        bits.add(25, 32)
        bits.add(1, 1)
        bits.addExponential(5)
        bits.add(1, 1)
        bits.add(9, 5)
        bits.add(1, 32)
        bits.add(0, 10)
      }
      bits.add(hasTimes ? 1 : 0, 1)
      // Two operating points, the second with a tier.
      bits.add(1, 5)
      for level in [4, 9] {
        bits.add(0, 12)
        bits.add(level, 5)
        if level > 7 { bits.add(0, 1) }
        guard hasTimes else { continue }
        bits.add(1, 1)
        bits.add(0, 21)
        bits.add(1, 1)
        bits.add(3, 4)
      }
    }
    bits.add(13, 4)
    bits.add(11, 4)
    bits.add(width - 1, 14)
    bits.add(height - 1, 12)
    let body = bits.bytes
    return [0x0A, UInt8(body.count)] + body
  }

  @Test("AV1: the largest sequence header, among the properties or the data, in any pieces")
  func av1() {
    for (isReduced, hasTimes) in [(true, false), (false, false), (false, true)] {
      let header = sequence(9000, 2500, isReduced: isReduced, hasTimes: hasTimes)
      let configuration = box("av1C", [0x81, 0, 0, 0] + header)
      #expect(largest(properties: configuration) == [9000, 2500])
      // Behind a delimiter, and before a frame.
      let data = [0x12, 0] + header + [0x32, 2, 7, 7]
      #expect(largest(pieces: [data]) == [9000, 2500])
      #expect(largest(pieces: [Array(data[..<5]), Array(data[5...])]) == [9000, 2500])
      // A second one.
      #expect(largest(pieces: [data + sequence(16_000, 4000)]) == [16_000, 4000])
      #expect(largest(pieces: [Array(data.prefix(9))]) == [0, 0])
    }
    #expect(largest(kind: "Exif", pieces: [sequence(50, 50)]) == [0, 0])
  }

  /// A parameter set of HEVC.
  private func parameterSet(_ width: Int, _ height: Int, layers: Int = 0, chroma: Int = 1)
    -> [UInt8]
  {
    var bits = Bits()
    bits.add(33 << 9 | 1, 16)
    bits.add(0, 4)
    bits.add(layers, 3)
    bits.add(1, 1)
    bits.add(0, 96)
    for _ in 0..<layers { bits.add(3, 2) }
    if layers > 0 { bits.add(0, 2 * (8 - layers)) }
    bits.add(0, 96 * layers)
    bits.addExponential(0)
    bits.addExponential(chroma)
    if chroma == 3 { bits.add(0, 1) }
    bits.addExponential(width)
    bits.addExponential(height)
    bits.add(1, 1)
    // A 3 behind two zeros, so that no start code is in the data.
    var escaped: [UInt8] = []
    for byte in bits.bytes {
      if escaped.suffix(2) == [0, 0], byte <= 3 { escaped.append(3) }
      escaped.append(byte)
    }
    return escaped
  }

  @Test("HEVC: the largest parameter set, among the properties or the data", arguments: 0..<7)
  func hevc(layers: Int) {
    for chroma in [0, 1, 3] {
      let unit = parameterSet(5000, 7000, layers: layers, chroma: chroma)
      let length = [UInt8(unit.count >> 8), UInt8(unit.count & 0xFF)]
      let other: [UInt8] = [0x40, 1, 2]
      let lists = [2, 32, 0, 1, 0, 3] + other + [33, 0, 1] + length + unit
      let configuration = box("hvcC", [UInt8](repeating: 1, count: 22) + lists)
      #expect(largest(properties: configuration) == [5000, 7000])
      let data = number(3) + other + number(UInt32(unit.count)) + unit
      #expect(largest(kind: "hvc1", pieces: [data]) == [5000, 7000])
      #expect(
        largest(kind: "hvc1", pieces: [Array(data[..<9]), Array(data[9...])]) == [5000, 7000])
    }
  }
}
