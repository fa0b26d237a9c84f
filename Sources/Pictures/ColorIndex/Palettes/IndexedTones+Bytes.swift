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
    var writer = ToneBitWriter(bytes: [UInt8(tones.count - 1), UInt8(order)])
    for (tone, step) in zip(tones, steps) {
      //     0 … 0 1 x … x   low bits   share         as many zeros as there are bits behind the 1
      //     high, ≥ 1       k          6 bits
      //
      // With k = 2 a step of 9 is high 3 and low 1: 0 11 01.
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
    var reader = ToneBitReader(bytes)
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
      // Fewer than 2¹⁹ shifted by 17 at most: a hostile number is large, but does not
      // overflow.
      place += (high - 1) << order | low
      guard place < IndexedTone.placeCount else { return nil }
      let tone = IndexedTone(place: place, code: code)
      // Tones of one place are in the order of their shares, so that a picture has one
      // spelling.
      guard tones.last.map({ $0.word <= tone.word }) ?? true else { return nil }
      tones.append(tone)
    }
    guard reader.isAtEnd() else { return nil }
    self.init(inOrder: tones)
  }
}

extension Int {
  /// How many bits a positive number takes.
  fileprivate var bitWidthInUse: Int { Int.bitWidth - leadingZeroBitCount }
}

/// Puts numbers of a few bits behind each other, the highest bit first.
private struct ToneBitWriter {
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
private struct ToneBitReader<Bytes: Sequence<UInt8>> {
  private var bytes: Bytes.Iterator
  /// The next bits from the highest on, with zeros behind them, and how many they are.
  private var window: UInt64 = 0
  private var count = 0

  init(_ bytes: Bytes) { self.bytes = bytes.makeIterator() }

  private mutating func fill() {
    while count <= 56, let byte = bytes.next() {
      window |= UInt64(byte) << UInt64(56 - count)
      count += 8
    }
  }

  /// Reads the next number.
  ///
  /// - Parameter bits: up to 56.
  /// - Returns: `nil` when there are not as many bits.
  mutating func next(_ bits: Int) -> Int? {
    if count < bits { fill() }
    guard count >= bits else { return nil }
    // Two shifts, for one by 64 gives 0.
    let number = (window >> UInt64(63 - bits)) >> 1
    window <<= UInt64(bits)
    count -= bits
    return Int(truncatingIfNeeded: number)
  }

  /// Reads the zeros before the next one.
  ///
  /// - Parameter most: up to 55.
  /// - Returns: their number; `nil` when there are more.
  mutating func zeros(atMost most: Int) -> Int? {
    if count <= most { fill() }
    let zeros = window.leadingZeroBitCount
    guard zeros <= most, zeros < count else { return nil }
    _ = next(zeros)
    return zeros
  }

  /// Whether only the zeros are left that fill the last byte.
  mutating func isAtEnd() -> Bool {
    fill()
    return count < 8 && window == 0
  }
}
