/// The DEFLATE decompression (RFC 1951) of one stream.
struct Inflation {
  private let bytes: [UInt8]
  private let limit: Int
  /// The next byte.
  private(set) var place: Int
  /// What was decompressed, after what was there before.
  private(set) var output: [UInt8]
  private let first: Int
  private var bits: UInt32 = 0
  private var bitCount: UInt32 = 0

  /// Starts at a place, after output that is there already and is never referred to.
  init(_ bytes: [UInt8], from place: Int, into output: [UInt8], limit: Int) {
    self.bytes = bytes
    self.place = place
    self.output = output
    self.limit = limit
    first = output.count
  }

  /// Decompresses to the end of the stream.
  ///
  /// - Throws: ``ExchangeError`` when the stream is damaged, or the output too large.
  mutating func run() throws(ExchangeError) {
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1: try expand(Self.fixedLiterals, Self.fixedDistances)
      case 2:
        let (literals, distances) = try readCodes()
        try expand(literals, distances)
      default: throw GzipFile.damaged
      }
    }
  }

  private mutating func take(_ count: UInt32) throws(ExchangeError) -> Int {
    while bitCount < count {
      guard place < bytes.count else { throw GzipFile.damaged }
      bits |= UInt32(bytes[place]) << bitCount
      place += 1
      bitCount += 8
    }
    let taken = bits & (1 << count - 1)
    bits >>= count
    bitCount -= count
    return Int(taken)
  }

  private func checkRoom(_ count: Int) throws(ExchangeError) {
    guard output.count + count <= limit else {
      throw GzipFile.tooLarge(limit: limit)
    }
  }

  private mutating func copyStored() throws(ExchangeError) {
    bits = 0
    bitCount = 0
    guard place + 4 <= bytes.count else { throw GzipFile.damaged }
    let count = Int(bytes[place]) | Int(bytes[place + 1]) << 8
    let inverse = Int(bytes[place + 2]) | Int(bytes[place + 3]) << 8
    place += 4
    guard count ^ inverse == 0xFFFF, place + count <= bytes.count else { throw GzipFile.damaged }
    try checkRoom(count)
    output += bytes[place..<place + count]
    place += count
  }

  /// A canonical Huffman code: how many codes each length has, and their symbols in order.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    /// Makes the code of lengths; nil when they ask for more codes than there are.
    init?(_ lengths: some Sequence<Int>) {
      let lengths = Array(lengths)
      for length in lengths where length > 0 { counts[length] += 1 }
      var room = 1
      for length in 1...15 {
        room = room << 1 - counts[length]
        guard room >= 0 else { return nil }
      }
      symbols = (1...15).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
    }
  }

  private static let fixedLiterals = Code(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = Code(Array(repeating: 5, count: 30))
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private mutating func symbol(_ code: Code) throws(ExchangeError) -> Int {
    var value = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      value |= try take(1)
      let count = code.counts[length]
      if value - count < first { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    throw GzipFile.damaged
  }

  private mutating func readCodes() throws(ExchangeError) -> (Code?, Code?) {
    let literalCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let lengthCount = try take(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw GzipFile.damaged }
    var lengths = [Int](repeating: 0, count: 19)
    for place in 0..<lengthCount { lengths[Self.lengthOrder[place]] = try take(3) }
    guard let lengthCode = Code(lengths) else { throw GzipFile.damaged }
    lengths = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try symbol(lengthCode)
      switch symbol {
      case ..<16: lengths.append(symbol)
      case 16:
        guard let last = lengths.last else { throw GzipFile.damaged }
        lengths += Array(repeating: last, count: try take(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try take(3) + 3)
      default: lengths += Array(repeating: 0, count: try take(7) + 11)
      }
    }
    guard lengths.count == literalCount + distanceCount else { throw GzipFile.damaged }
    return (Code(lengths[..<literalCount]), Code(lengths[literalCount...]))
  }

  private mutating func expand(
    _ literals: Code?, _ distances: Code?
  ) throws(ExchangeError) {
    guard let literals, let distances else { throw GzipFile.damaged }
    while true {
      let symbol = try symbol(literals)
      if symbol == 256 { return }
      if symbol < 256 {
        try checkRoom(1)
        output.append(UInt8(symbol))
        continue
      }
      guard symbol - 257 < Self.lengthBases.count else { throw GzipFile.damaged }
      let place = symbol - 257
      let extra = place < 8 || place == 28 ? 0 : UInt32(place / 4 - 1)
      let length = Self.lengthBases[place] + (try take(extra))
      let code = try self.symbol(distances)
      guard code < Self.distanceBases.count else { throw GzipFile.damaged }
      let distance = Self.distanceBases[code] + (try take(code < 4 ? 0 : UInt32(code / 2 - 1)))
      guard distance <= output.count - first else { throw GzipFile.damaged }
      try checkRoom(length)
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }
}
