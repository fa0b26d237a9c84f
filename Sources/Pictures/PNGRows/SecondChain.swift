internal import LargePages
internal import RowBodies

/// Decodes a block that is mostly literals at two places at once (`InflatePair`).
///
/// The second place is a guessed bit further on. Codes that are read from any bit soon fall into step
/// with those of the block; whether they did is known where the first place arrives: at the very bit
/// at which what was kept of the second one begins, or past it. In the first case that is what the
/// first would have decoded itself; otherwise it is thrown away. So a wrong guess costs time and
/// changes nothing.
final class SecondChain {
  /// What the second place has decoded.
  struct Found {
    /// Where making its bytes begins.
    var replay: ReplayPlace
    /// Where it came to in the input.
    let place: InflatePlace
    /// Whether the block ended there.
    let endsBlock: Bool
    /// Literals behind the last match.
    let lastLiterals: Int
  }

  /// Whether there is one at all.
  var isUsed = true
  /// Bytes of input that were used as it had decoded them.
  private(set) var usedBytes = 0
  /// The byte of the stream at which the codes of this block begin.
  private var blockStart = 0
  /// How many bytes those of the block before took.
  private var lastBlockBytes = 1 << 13
  /// How often a guess was wrong in this block.
  private var wrongGuesses = 0

  private let literals: UnsafeMutablePointer<UInt8>
  private let matches: UnsafeMutablePointer<UInt64>

  private static let literalBytes = 40 << 10
  private static let matchCapacity = 1 << 12
  /// Words that are decoded from the guessed bit on for nothing, to fall into step.
  private static let wordsToSynchronise = 32
  /// The most bytes from one place to the other, so that what is decoded stays in the nearest caches.
  private static let longestStep = 10 << 10
  /// Under so many it does not pay.
  private static let shortestStep = 1 << 9
  /// How often a guess may be wrong in one block.
  private static let mostWrongGuesses = 3
  /// Bytes before the second place at which words could lead past it; from there symbols are decoded
  /// one by one.
  private static let margin = 4

  /// Memory that it takes.
  static let byteCount = literalBytes + 8 * matchCapacity

  init() {
    literals = .allocateZeroedPages(capacity: Self.literalBytes)
    matches = .allocateZeroedPages(capacity: Self.matchCapacity)
  }

  deinit {
    literals.freePages()
    matches.freePages()
  }

  /// Says where the codes of a block begin.
  func beginBlock(at byte: Int) {
    blockStart = byte
    wrongGuesses = 0
  }

  /// Says where the codes of the block have ended.
  func endBlock(at byte: Int) { lastBlockBytes = byte - blockStart }

  /// How far on the second place should be.
  ///
  /// - Parameters:
  ///   - byte: where the first place is.
  ///   - outputBytes: room for output.
  ///   - tables: those of the block.
  /// - Returns: bytes; `nil` where it does not pay.
  func step(at byte: Int, outputBytes: Int, tables: borrowing InflateTables) -> Int? {
    guard isUsed, tables.areMostlyLiterals, wrongGuesses < Self.mostWrongGuesses else { return nil }
    // zlib's blocks have the same number of symbols each, but for the last.
    let bytes = blockStart + lastBlockBytes - byte
    // What is left of the block as equal pairs of steps, none longer than the longest one: so
    // no short rest remains.
    let pairs = (bytes + 2 * Self.longestStep - 1) / (2 * Self.longestStep)
    // Blocks of literals become two to three times as long.
    let step = min(bytes / (2 * max(pairs, 1)), outputBytes / 4)
    return step < Self.shortestStep ? nil : step
  }

  /// Bytes of input that have to be there for a step.
  static func inputBytes(step: Int) -> Int { 2 * step + 1024 }

  /// Decodes codes of a block until the first place arrives at the second one.
  ///
  /// SAFETY: both stop where the bounds say, and the second one's literals and matches have the room that
  /// `InflatePair` and `InflateRun` ask for. Callers have ``inputBytes(step:)`` before the end of input.
  ///
  /// - Parameters:
  ///   - place: the first place.
  ///   - bounds: its bounds; the second one's input ends there too.
  ///   - step: bytes from the one to the other.
  ///   - target: where the first place's matches go.
  ///   - tables: those of the block.
  ///   - code: the loops.
  ///   - loops: those of them for the first place.
  /// - Returns: why it stopped, `bounds` when it arrived; and what the second one has, if that is known
  ///   to be right.
  func decode<Target: MatchTarget>(
    _ place: inout InflatePlace, _ bounds: InflateBounds, step: Int, _ target: inout Target,
    tables: borrowing InflateTables, code: RowCode, loops: BlockLoops<Target>
  ) -> (stop: InflateStop, found: Found?) {
    let base = place.nextByte
    func bit(_ place: InflatePlace) -> Int { 8 * (place.input - base) - Int(place.bitCount) }

    //     base                     base + step     begin
    //     |  first place …          | 32 words for | second place …
    //     |                         | nothing      |
    var second = InflatePlace(input: base + step, bits: 0, bitCount: 0, output: literals)
    var notes = noNotes
    let isInStep = Self.synchronise(&second, &notes, tables)
    second.output = literals
    notes = noNotes
    let begin = bit(second)
    var firstBounds = bounds
    firstBounds.inputEnd = min(bounds.inputEnd, base + begin / 8 - Self.margin)
    let secondBounds = InflateBounds(
      inputEnd: bounds.inputEnd, outputStart: literals,
      outputEnd: literals + (Self.literalBytes - InflateRun.outputOverrun - MatchReplay.overrun))

    var stop = InflateStop.bounds
    var (isGoing, endsBlock, isRight) = (isInStep, false, isInStep)
    while isGoing, stop == .bounds {
      switch loops.pair(
        &place, firstBounds, &target, &second, secondBounds, &notes, tables.literals)
      {
      case .bounds: isGoing = false
      case .first:
        stop = Self.oneStep(&place, firstBounds, &target, tables, loops)
      case .second:
        switch Self.oneStep(&second, secondBounds, &notes, tables, code.noting) {
        case .bounds: break
        case .endOfBlock: (isGoing, endsBlock) = (false, true)
        case .damage: (isGoing, isRight) = (false, false)
        }
      }
    }
    // The second place may have come to an end of its own: the first one goes on alone up to
    // the margin, and from there symbol by symbol, so that it cannot pass `begin` within a
    // word of three literals.
    if stop == .bounds { stop = loops.run(&place, firstBounds, &target, tables) }
    while stop == .bounds, bit(place) < begin, place.output <= bounds.outputEnd, !target.isFull {
      stop = Self.takeSymbol(&place, &target, tables)
    }
    guard stop == .bounds, isRight, bit(place) == begin else {
      wrongGuesses += 1
      return (stop, nil)
    }
    usedBytes += (bit(second) - begin) / 8
    let found = Found(
      replay: ReplayPlace(
        literals: UnsafePointer(literals), literalsEnd: UnsafePointer(second.output),
        matches: matches, matchesEnd: notes.next),
      place: second, endsBlock: endsBlock, lastLiterals: second.output - notes.literals)
    return (.bounds, found)
  }

  private var noNotes: NotedMatches {
    NotedMatches(
      next: matches, last: matches + (Self.matchCapacity - 1), literals: literals)
  }

  /// Runs so little that a few words are taken, where `InflatePair` does not go on.
  private static func oneStep<Target: MatchTarget>(
    _ place: inout InflatePlace, _ bounds: InflateBounds, _ target: inout Target,
    _ tables: borrowing InflateTables, _ loops: BlockLoops<Target>
  ) -> InflateStop {
    var bounds = bounds
    bounds.inputEnd = min(bounds.inputEnd, place.input + 8)
    return loops.run(&place, bounds, &target, tables)
  }

  /// Decodes some words from any bit on.
  ///
  /// - Returns: whether they were words.
  private static func synchronise(
    _ place: inout InflatePlace, _ notes: inout NotedMatches, _ tables: borrowing InflateTables
  ) -> Bool {
    for _ in 0..<wordsToSynchronise {
      place.refill()
      let word = tables.literals[Int(place.bits & (1 << InflateCode.literalBits - 1))]
      if word & InflateCode.literalMask != 0 {
        place.take(UInt64(word & 63))
      } else if takeSymbol(&place, &notes, tables) != .bounds {
        return false
      }
    }
    return true
  }

  /// Decodes one literal or match.
  ///
  /// - Returns: `bounds` where there was one.
  private static func takeSymbol<Target: MatchTarget>(
    _ place: inout InflatePlace, _ target: inout Target, _ tables: borrowing InflateTables
  ) -> InflateStop {
    place.refill()
    let word = tables.longLiterals.word(of: place.bits)
    guard word != 0 else { return .damage }
    let length = InflateCode.value(word, place.bits)
    place.take(UInt64(word & 63))
    if word & InflateCode.literalMask != 0 {
      place.output.pointee = UInt8(truncatingIfNeeded: word >> 8)
      place.output += 1
      return .bounds
    }
    guard word & InflateCode.endOfBlock == 0 else { return .endOfBlock }
    place.refill()
    let far = tables.longDistances.word(of: place.bits)
    let distance = InflateCode.value(far, place.bits)
    guard far != 0, target.allows(distance, at: place.output) else { return .damage }
    place.take(UInt64(far & 63))
    target.take(length, from: distance, to: &place.output)
    return .bounds
  }
}
