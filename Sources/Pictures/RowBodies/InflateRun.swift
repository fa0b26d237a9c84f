/// Where inflating is: in its input, between two bits, and in its output.
public struct InflatePlace {
  /// The next byte of input that is not among ``bits``.
  public var input: UnsafePointer<UInt8>
  /// The bits read last, the next one lowest; those above ``bitCount`` are what follows, or 0.
  public var bits: UInt64
  /// How many there are.
  public var bitCount: UInt64
  /// Where the next byte of output goes.
  public var output: UnsafeMutablePointer<UInt8>

  /// Makes a place of known parts.
  public init(
    input: UnsafePointer<UInt8>, bits: UInt64, bitCount: UInt64,
    output: UnsafeMutablePointer<UInt8>
  ) {
    self.input = input
    self.bits = bits
    self.bitCount = bitCount
    self.output = output
  }
}

/// How far a run may go.
public struct InflateBounds {
  /// No step begins behind it; ``InflateRun/inputOverrun`` bytes more are readable.
  public var inputEnd: UnsafePointer<UInt8>
  /// The first byte of output that a distance may lead to.
  public var outputStart: UnsafeMutablePointer<UInt8>
  /// No step begins behind it; ``InflateRun/outputOverrun`` bytes more are writable.
  public var outputEnd: UnsafeMutablePointer<UInt8>

  /// Makes bounds of known parts.
  public init(
    inputEnd: UnsafePointer<UInt8>, outputStart: UnsafeMutablePointer<UInt8>,
    outputEnd: UnsafeMutablePointer<UInt8>
  ) {
    self.inputEnd = inputEnd
    self.outputStart = outputStart
    self.outputEnd = outputEnd
  }
}

/// Why a run stopped.
public enum InflateStop {
  /// The input or the output is used up.
  case bounds
  /// The block ended.
  case endOfBlock
  /// The bits are no code, or a distance leads out of the output.
  case damage
}

/// Inflates the codes of one block.
///
/// A match goes to its ``MatchTarget``: it is copied, or noted where what it copies is not known yet.
/// What follows a length is looked up before it is known whether there is one: the distance, and
/// the code behind it. Photos mix literals and lengths so that no processor can foretell them; while
/// it starts again after a wrong guess, those words are already on their way. Where literals went on
/// instead, the work was for nothing, but it is little beside the guess.
///
/// SAFETY of all loads and stores: a step begins only while input and output are not behind their
/// ends. The first refill, before a step, and at most two in a step each load 8 bytes at the input
/// and move it on by at most 7; so all loads lie in ``inputOverrun`` bytes behind the end. A step
/// puts at most six literals, each time storing 4 bytes and moving on by at most 3, or so many and
/// then one match of at most 258 bytes, whose copy may write up to 15 more; they lie in
/// ``outputOverrun``. A match is copied only from ``InflateBounds/outputStart`` on. Indices into
/// tables are masked.
///
/// Bits: 56 are there when a step begins. Two literal words take 24; a length takes 17 at most after
/// one of them, and a distance that a table knows 22.
public enum InflateRun {
  /// Bytes that must be readable after the end of the input.
  @inlinable public static var inputOverrun: Int { 32 }
  /// Bytes that must be writable after the end of the output.
  @inlinable public static var outputOverrun: Int { 384 }

  /// Inflates until something stops it.
  @inlinable @inline(__always)
  public static func inflate<Target: MatchTarget>(
    _ start: inout InflatePlace, _ bounds: InflateBounds, _ target: inout Target,
    literals: UnsafePointer<UInt32>, distances: UnsafePointer<UInt32>, longLiterals: LongCodes,
    longDistances: LongCodes
  ) -> InflateStop {
    var input = start.input
    var bits = start.bits
    var count = start.bitCount
    var output = start.output
    var matches = target
    let (inputEnd, outputEnd) = (bounds.inputEnd, bounds.outputEnd)
    let literalMask = (1 as UInt64) &<< InflateCode.literalBits &- 1
    let distanceMask = (1 as UInt64) &<< InflateCode.distanceBits &- 1
    var stop = InflateStop.bounds

    @inline(__always) func nextInput() -> UInt64 {
      UInt64(littleEndian: UnsafeRawPointer(input).loadUnaligned(as: UInt64.self))
    }
    @inline(__always) func countRefill() {
      input += Int(truncatingIfNeeded: (count & 63 ^ 63) &>> 3)
      count |= 56
    }
    @inline(__always) func refill() {
      bits |= nextInput() &<< count
      countRefill()
    }
    @inline(__always) func take(_ word: UInt32) {
      // Both mind the lowest six bits alone.
      bits = bits &>> UInt64(truncatingIfNeeded: word)
      count = count &- UInt64(truncatingIfNeeded: word)
    }
    @inline(__always) func literal(_ bits: UInt64) -> UInt32 {
      literals[Int(truncatingIfNeeded: bits & literalMask)]
    }
    @inline(__always) func put(_ word: UInt32) {
      UnsafeMutableRawPointer(output).storeBytes(
        of: (word &>> 8).littleEndian, as: UInt32.self)
      output += Int(truncatingIfNeeded: word &>> 6 & 3)
    }

    guard input <= inputEnd, output <= outputEnd else { return stop }
    refill()
    var word = literal(bits)
    while input <= inputEnd, output <= outputEnd, !matches.isFull {
      // A word is taken and put before it is known what it is. Every kind has what to leave
      // out in its low six bits, and 0, which no table knows, leaves out nothing. A match has
      // 0 in bits 6 and 7, so that the output stays where it is and what `put` stored is
      // written over.
      var before = bits
      take(word)
      var far = distances[Int(truncatingIfNeeded: bits & distanceMask)]
      let second = literal(bits)
      var (countAfter, bitsAfter) = after(far, bits, count, nextInput())
      var wordAfter = literal(bitsAfter)
      put(word)
      if word & InflateCode.literalMask != 0 {
        // Here 56 - 12 bits are left at least: a second word takes 12, or 17, and a distance
        // behind it 22.
        word = second
        before = bits
        take(word)
        far = distances[Int(truncatingIfNeeded: bits & distanceMask)]
        let third = literal(bits)
        (countAfter, bitsAfter) = after(far, bits, count, nextInput())
        wordAfter = literal(bitsAfter)
        put(word)
        if word & InflateCode.literalMask != 0 {
          refill()
          word = third
          continue
        }
      }
      var length = InflateCode.value(word, before)
      var distance = InflateCode.value(far, bits)
      // The distance and the word behind it, looked up above, become the state: no load lies
      // between.
      if word != 0, far != 0 {
        bits = bitsAfter
        count = countAfter
        countRefill()
        word = wordAfter
        guard matches.allows(distance, at: output) else {
          stop = .damage
          break
        }
        if matches.takeShort(length, from: distance, to: &output) { continue }
      } else {
        // Long codes. Where the word is 0 nothing was taken, and 44 bits at least are there:
        // a code of 15 and 5 extra bits, then after a refill one of 15 and 13.
        if word == 0 {
          word = longLiterals.word(of: bits)
          if word & InflateCode.literalMask != 0 {
            take(word)
            put(word)
            refill()
            word = literal(bits)
            continue
          }
          guard word & InflateCode.endOfBlock == 0, word != 0 else {
            take(word)
            stop = word == 0 ? .damage : .endOfBlock
            break
          }
          length = InflateCode.value(word, bits)
          take(word)
        }
        refill()
        far = longDistances.word(of: bits)
        distance = InflateCode.value(far, bits)
        guard far != 0, matches.allows(distance, at: output) else {
          stop = .damage
          break
        }
        take(far)
        refill()
        word = literal(bits)
      }
      matches.take(length, from: distance, to: &output)
    }
    start = InflatePlace(input: input, bits: bits, bitCount: count & 63, output: output)
    target = matches
    return stop
  }

  /// The bits behind a word that is to be left out, filled up; their number before that.
  @inlinable @inline(__always)
  static func after(
    _ word: UInt32, _ bits: UInt64, _ count: UInt64, _ input: UInt64
  ) -> (count: UInt64, bits: UInt64) {
    let left = count &- UInt64(truncatingIfNeeded: word)
    return (left, bits &>> UInt64(truncatingIfNeeded: word) | input &<< left)
  }
}
