/// Inflates the codes of one block at two places of it at once.
///
/// A word has to wait for the word before it, for seven cycles or more, in which a processor could do
/// two or three times as much. Two chains of words have nothing to do with each other, so that they
/// take little longer than one. A match costs both a wrong guess, so that it pays only where there
/// are mostly literals.
///
/// The matches of the second place are noted, because what they copy is not known yet.
///
/// SAFETY: a round begins only while 16 bytes are left before each end of input, 32 before each end of
/// output, and a place for a note. At each place it refills twice at most, each time loading 8 bytes
/// at the input and moving it on by at most 7; it puts at most 12 literals, storing 4 bytes for up to
/// 3 of them, or 9 and one match of at most 16 bytes, whose copy may write up to 15 more. So all lies
/// before the ends and what `InflateRun` may use behind them. A match is copied only from the start of
/// the output on. Indices into tables are masked.
///
/// Bits: 56 are there when a round begins, of which four literal words take 48, and 56 again before a
/// match, of which a length takes 17 at most and a distance 22.
public enum InflatePair {
  /// Why a run stopped.
  public enum Stop {
    /// Input, output or notes of one of both are nearly used up.
    case bounds
    /// The first place has something that takes `InflateRun`.
    case first
    /// The second place has.
    case second
  }

  /// Inflates until something stops it.
  @inlinable @inline(__always)
  public static func inflate<Target: MatchTarget>(
    _ first: inout InflatePlace, _ firstBounds: InflateBounds, _ target: inout Target,
    _ second: inout InflatePlace, _ secondBounds: InflateBounds, _ notes: inout NotedMatches,
    tables: UnsafePointer<UInt32>
  ) -> Stop {
    var (one, two) = (PairLane(first), PairLane(second))
    var (matches, noted) = (target, notes)
    defer {
      first = one.place
      second = two.place
      target = matches
      notes = noted
    }
    while true {
      var rounds = min(
        one.rounds(firstBounds), two.rounds(secondBounds), noted.last - noted.next)
      guard rounds > 0, !matches.isFull else { return .bounds }
      repeat {
        rounds &-= 1
        one.refill()
        two.refill()
        var word: UInt32
        second: do {
          first: do {
            // Four words of each; written out, since the first to stop says what comes next.
            word = one.literal(tables)
            if word & InflateCode.literalMask == 0 { break first }
            one.put(word)
            word = two.literal(tables)
            if word & InflateCode.literalMask == 0 { break second }
            two.put(word)
            word = one.literal(tables)
            if word & InflateCode.literalMask == 0 { break first }
            one.put(word)
            word = two.literal(tables)
            if word & InflateCode.literalMask == 0 { break second }
            two.put(word)
            word = one.literal(tables)
            if word & InflateCode.literalMask == 0 { break first }
            one.put(word)
            word = two.literal(tables)
            if word & InflateCode.literalMask == 0 { break second }
            two.put(word)
            word = one.literal(tables)
            if word & InflateCode.literalMask == 0 { break first }
            one.put(word)
            word = two.literal(tables)
            if word & InflateCode.literalMask == 0 { break second }
            two.put(word)
            continue
          }
          guard one.take(word, &matches, tables) else { return .first }
          continue
        }
        guard two.take(word, &noted, tables) else { return .second }
      } while rounds > 0 && !matches.isFull
    }
  }
}

/// One of the places of a pair.
@usableFromInline
struct PairLane {
  @usableFromInline var input: UnsafePointer<UInt8>
  @usableFromInline var bits: UInt64
  /// Of which the lowest six bits alone mean something.
  @usableFromInline var count: UInt64
  @usableFromInline var output: UnsafeMutablePointer<UInt8>

  @inlinable @inline(__always)
  init(_ place: InflatePlace) {
    (input, bits, count, output) = (place.input, place.bits, place.bitCount, place.output)
  }

  @inlinable @inline(__always) var place: InflatePlace {
    InflatePlace(input: input, bits: bits, bitCount: count & 63, output: output)
  }

  /// How many rounds may follow.
  @inlinable @inline(__always)
  func rounds(_ bounds: InflateBounds) -> Int {
    min((bounds.inputEnd - input) &>> 4, (bounds.outputEnd - output) &>> 5)
  }

  @inlinable @inline(__always)
  mutating func refill() {
    bits |=
      UInt64(littleEndian: UnsafeRawPointer(input).loadUnaligned(as: UInt64.self)) &<< count
    input += Int(truncatingIfNeeded: (count & 63 ^ 63) &>> 3)
    count |= 56
  }

  @inlinable @inline(__always)
  func literal(_ tables: UnsafePointer<UInt32>) -> UInt32 {
    tables[Int(truncatingIfNeeded: bits & ((1 as UInt64) &<< InflateCode.literalBits &- 1))]
  }

  @inlinable @inline(__always)
  mutating func put(_ word: UInt32) {
    // Both mind the lowest six bits alone.
    bits = bits &>> UInt64(truncatingIfNeeded: word)
    count = count &- UInt64(truncatingIfNeeded: word)
    UnsafeMutableRawPointer(output).storeBytes(of: (word &>> 8).littleEndian, as: UInt32.self)
    output += Int(truncatingIfNeeded: word &>> 6 & 3)
  }

  /// Takes a match that both tables know and the fastest way is enough for.
  ///
  /// - Returns: `false` for anything else, of which nothing is taken.
  @inlinable @inline(__always)
  mutating func take<Target: MatchTarget>(
    _ word: UInt32, _ matches: inout Target, _ tables: UnsafePointer<UInt32>
  ) -> Bool {
    refill()
    let after = bits &>> UInt64(truncatingIfNeeded: word)
    // The table of distances lies behind that of literals.
    let far = tables[
      1 &<< Int(InflateCode.literalBits)
        &+ Int(truncatingIfNeeded: after & ((1 as UInt64) &<< InflateCode.distanceBits &- 1))]
    let length = InflateCode.value(word, bits)
    let distance = InflateCode.value(far, after)
    guard word != 0, far != 0, matches.allows(distance, at: output),
      matches.takeShort(length, from: distance, to: &output)
    else { return false }
    bits = after &>> UInt64(truncatingIfNeeded: far)
    count = count &- UInt64(truncatingIfNeeded: word) &- UInt64(truncatingIfNeeded: far)
    return true
  }
}
