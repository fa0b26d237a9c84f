/// The tones as an index keeps them: about two bytes each.
///
/// A byte with their number less one, and one with a parameter *k*; then bits, the highest of a byte
/// first. Each tone is the step from the place before (from 0 at the beginning) in an exponential Golomb
/// code of order *k* (J. Teuhola, "A compression method for clustered bit-vectors", Information
/// Processing Letters 7, 1978), and 6 bits for its share. Steps are small, for a picture's colours lie
/// in clouds. The last byte is filled up with zeros.
extension IndexedTones {
  /// Nothing for no tones.
  var bytes: [UInt8] {
    guard !tones.isEmpty else { return [] }
    var last = 0
    let steps = tones.map { tone in
      defer { last = tone.place }
      return tone.place - last
    }
    let orders = 0..<IndexedTone.placeBits
    let sizes = orders.map { order in
      steps.reduce(0) { $0 + 2 * (($1 >> order) + 1).bitWidthInUse - 1 + order }
    }
    let order = orders.min { sizes[$0] < sizes[$1] } ?? 0
    var writer = BitWriter(bytes: [UInt8(tones.count - 1), UInt8(order)])
    for (tone, step) in zip(tones, steps) {
      let high = (step >> order) + 1
      writer.append(high, bits: 2 * high.bitWidthInUse - 1)
      writer.append(step & (1 << order - 1), bits: order)
      writer.append(tone.code, bits: ToneShares.bits)
    }
    return writer.finished()
  }

  /// Reads what ``bytes`` gave; `nil` for anything else.
  init?(bytes: some Collection<UInt8>) {
    guard !bytes.isEmpty else {
      self.init()
      return
    }
    var reader = BitReader(bytes)
    guard let count = reader.next(8), count < Self.most,
      let order = reader.next(8), order < IndexedTone.placeBits
    else { return nil }
    var tones: [IndexedTone] = []
    tones.reserveCapacity(count + 1)
    var place = 0
    for _ in 0...count {
      guard let zeros = reader.zeros(atMost: IndexedTone.placeBits),
        let high = reader.next(zeros + 1), let low = reader.next(order),
        let code = reader.next(ToneShares.bits)
      else { return nil }
      place += (high - 1) << order | low
      guard place < IndexedTone.placeCount else { return nil }
      tones.append(IndexedTone(place: place, code: code))
    }
    guard reader.isAtEnd else { return nil }
    self.init(tones)
  }
}

extension Int {
  /// How many bits a positive number takes.
  fileprivate var bitWidthInUse: Int { Int.bitWidth - leadingZeroBitCount }
}

/// Puts numbers of a few bits behind each other, the highest bit first.
private struct BitWriter {
  private var bytes: [UInt8]
  /// Bits that do not fill a byte yet, and how many.
  private var rest = 0
  private var count = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// - Parameters:
  ///   - number: below 2 to the power of `bits`.
  ///   - bits: up to 48.
  mutating func append(_ number: Int, bits: Int) {
    rest = rest << bits | number
    count += bits
    while count >= 8 {
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: rest >> count))
      rest &= 1 << count - 1
    }
  }

  /// All bytes, the last filled up with zeros.
  func finished() -> [UInt8] {
    count == 0 ? bytes : bytes + [UInt8(truncatingIfNeeded: rest << (8 - count))]
  }
}

/// Reads numbers of a few bits, the highest bit first.
private struct BitReader<Bytes: Collection<UInt8>> {
  private let bytes: Bytes
  private var index: Bytes.Index
  /// Bits that were not asked for yet, and how many.
  private var rest = 0
  private var count = 0

  init(_ bytes: Bytes) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// The next number; `nil` when there are not as many bits.
  mutating func next(_ bits: Int) -> Int? {
    while count < bits {
      guard index < bytes.endIndex else { return nil }
      rest = rest << 8 | Int(bytes[index])
      bytes.formIndex(after: &index)
      count += 8
    }
    count -= bits
    defer { rest &= 1 << count - 1 }
    return rest >> count
  }

  /// Counts zeros up to the next one, which is left; `nil` when there are more.
  mutating func zeros(atMost most: Int) -> Int? {
    var zeros = 0
    while zeros <= most {
      if count == 0 {
        guard let byte = next(8) else { return nil }
        (rest, count) = (byte, 8)
      }
      if rest >> (count - 1) != 0 { return zeros }
      zeros += 1
      count -= 1
    }
    return nil
  }

  /// Whether only the zeros are left that fill the last byte.
  var isAtEnd: Bool { index == bytes.endIndex && count < 8 && rest == 0 }
}
