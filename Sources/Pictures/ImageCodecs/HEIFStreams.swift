/// How large the coded pictures of a HEIC or AVIF are by their own word.
///
/// A decoder takes memory for what the coded data say, whatever the file's boxes do: AV1's sequence headers (AV1
/// specification, 5.5.1) and HEVC's parameter sets (ITU-T H.265, 7.3.2.2), which stand among the properties, in the
/// data, or in both.
struct HEIFStreams {
  /// The largest picture: pixels a row and rows.
  private(set) var largest = (width: 0, height: 0)

  /// Headers of units that are looked at, of the whole file.
  private var stepsLeft = 1 << 20

  /// Bytes in which a size stands, but for what only a hostile file puts before it.
  private static let headBytes = 256

  /// Reads the sizes of all coded pictures.
  ///
  /// - Complexity: O(items + units), of which a million at most.
  init(_ file: HEIFFile) {
    for meta in file.metas {
      for property in meta.properties {
        let data = HEIFItemData(number: 0, pieces: [property.body], bytes: file.bytes)
        switch property.name {
        case "hvcC": readParameterSets(of: data)
        case "av1C": readSequences(of: data, from: 4)
        default: break
        }
      }
      var codings: [Int: HEIFCoding] = [:]
      for item in meta.items { codings[item.number] = item.coding }
      guard !codings.isEmpty, let places = meta.data(file.bytes) else { continue }
      for data in places {
        switch codings[data.number] {
        case .hevc: readUnits(of: data)
        case .av1: readSequences(of: data, from: 0)
        case nil: break
        }
      }
    }
  }

  /// Reads a decoder's configuration: lists of units (ISO/IEC 14496-15, 8.3.3.1.2).
  private mutating func readParameterSets(of data: HEIFItemData) {
    var place = 23
    let lists = data.read(from: 22, count: 1).first ?? 0
    for _ in 0..<lists {
      let head = data.read(from: place, count: 3)
      guard head.count == 3 else { return }
      place += 3
      for _ in 0..<(Int(head[1]) << 8 | Int(head[2])) {
        let size = data.read(from: place, count: 2)
        guard takeStep(), size.count == 2 else { return }
        if head[0] & 0x3F == Self.parameterSet { readParameterSet(of: data, from: place + 2) }
        place += 2 + (Int(size[0]) << 8 | Int(size[1]))
      }
    }
  }

  /// The type of a unit of HEVC that says how large pictures are.
  private static let parameterSet: UInt8 = 33

  /// Reads units, each behind its length in four bytes.
  private mutating func readUnits(of data: HEIFItemData) {
    var place = 0
    while takeStep() {
      let head = data.read(from: place, count: 5)
      guard head.count == 5 else { return }
      if head[4] >> 1 & 0x3F == Self.parameterSet { readParameterSet(of: data, from: place + 4) }
      place += 4 + head[..<4].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  private mutating func readParameterSet(of data: HEIFItemData, from place: Int) {
    var zeros = 0
    // A 3 behind two zeros is not part of the data.
    let plain = data.read(from: place, count: Self.headBytes).filter { byte in
      let isExtra = zeros >= 2 && byte == 3
      zeros = byte == 0 ? zeros + 1 : 0
      return !isExtra
    }
    var bits = HeaderBits(plain)
    // seq_parameter_set_rbsp: two bytes of the unit, the number of the video's set; behind
    // the layers a flag, the general profile of 88 bits and its level of 8.
    bits.skip(16 + 4)
    let layers = bits.number(3)
    bits.skip(1 + 88 + 8)
    // Of each layer but the highest whether it has a profile and a level; filled up to eight
    // where there are any.
    let flags = (0..<layers).map { _ in (bits.number(1), bits.number(1)) }
    if layers > 0 { bits.skip(2 * (8 - layers)) }
    for (hasProfile, hasLevel) in flags { bits.skip(88 * hasProfile + 8 * hasLevel) }
    _ = bits.exponential()
    // 4:4:4 has a flag more.
    if bits.exponential() == 3 { bits.skip(1) }
    let (width, height) = (bits.exponential(), bits.exponential())
    if bits.isWhole { take(width, height) }
  }

  /// Reads AV1's units, each behind its length where it says one.
  private mutating func readSequences(of data: HEIFItemData, from start: Int) {
    var place = start
    while takeStep() {
      let head = data.read(from: place, count: 10)
      guard let first = head.first else { return }
      //     bit   7   6 5 4 3   2           1      0
      //           0   type      extension   size   –   then the extension, and the size
      //
      // The size has seven bits in each byte, the lowest first; the eighth says that more
      // follow.
      var headCount = first & 4 == 0 ? 1 : 2
      var size = Int.max / 2
      if first & 2 != 0 {
        size = 0
        for shift in stride(from: 0, to: 56, by: 7) {
          guard headCount < head.count else { return }
          let byte = head[headCount]
          headCount += 1
          size |= Int(byte & 0x7F) << shift
          if byte & 0x80 == 0 { break }
        }
      }
      if first >> 3 & 15 == 1 { readSequence(of: data, from: place + headCount) }
      place += headCount + size
    }
  }

  private mutating func readSequence(of data: HEIFItemData, from place: Int) {
    var bits = HeaderBits(data.read(from: place, count: Self.headBytes))
    // sequence_header_obu: the profile and whether it is a still picture; then whether its
    // header is reduced.
    bits.skip(3 + 1)
    if bits.number(1) == 1 {
      bits.skip(5)
    } else {
      var delayBits = 0
      if bits.number(1) == 1 {
        // Two numbers of the clock.
        bits.skip(64)
        if bits.number(1) == 1 { _ = bits.exponential() }
        if bits.number(1) == 1 {
          delayBits = bits.number(5) + 1
          bits.skip(32 + 5 + 5)
        }
      }
      let hasDelay = bits.number(1)
      for _ in 0...bits.number(5) {
        bits.skip(12)
        if bits.number(5) > 7 { bits.skip(1) }
        if delayBits > 0, bits.number(1) == 1 { bits.skip(2 * delayBits + 1) }
        if hasDelay == 1, bits.number(1) == 1 { bits.skip(4) }
      }
    }
    let (widthBits, heightBits) = (bits.number(4) + 1, bits.number(4) + 1)
    let (width, height) = (bits.number(widthBits) + 1, bits.number(heightBits) + 1)
    if bits.isWhole { take(width, height) }
  }

  private mutating func take(_ width: Int, _ height: Int) {
    // A side has 32 bits at most.
    let (width, height) = (min(width, 1 << 31), min(height, 1 << 31))
    if width * height > largest.width * largest.height { largest = (width, height) }
  }

  private mutating func takeStep() -> Bool {
    stepsLeft -= 1
    return stepsLeft >= 0
  }
}

/// Numbers of any count of bits, one after the other, the highest bit first.
private struct HeaderBits {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether no number lay beyond the end, where every bit is 0.
  var isWhole: Bool { place <= 8 * bytes.count }

  mutating func skip(_ count: Int) { place += count }

  /// The next number of 32 bits at most.
  mutating func number(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      let byte = place / 8 < bytes.count ? bytes[place / 8] : 0
      value = value << 1 | Int(byte >> UInt8(7 - place % 8) & 1)
      place += 1
    }
    return value
  }

  /// The next number of as many bits as zeros are before it (Exp-Golomb; AV1's `uvlc` is the same).
  mutating func exponential() -> Int {
    var zeros = 0
    // Zeros, a 1, and as many bits as zeros:
    //
    //     1         0
    //     010       1
    //     011       2
    //     00100     3
    while zeros < 32, number(1) == 0 { zeros += 1 }
    return 1 << zeros - 1 + number(zeros)
  }
}
