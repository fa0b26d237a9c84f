internal import LargePages
internal import RowBodies

/// Whole blocks of a stream whose bytes before are not known: their literals, and their matches noted.
///
/// Unchecked, because one thread has it at a time: ``BlocksAhead`` hands it over.
final class DecodedBlocks: @unchecked Sendable {
  /// The first bit of the first block, and the one behind the last block.
  var bits = 0..<0
  private let literals: UnsafeMutablePointer<UInt8>
  private let matches: UnsafeMutablePointer<UInt64>
  private var literalCount = 0
  private var matchCount = 0

  private static let literalBytes = 3 << 17
  private static let matchCapacity = 3 << 14

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

  /// Where making its bytes begins.
  var place: ReplayPlace {
    ReplayPlace(
      literals: UnsafePointer(literals), literalsEnd: UnsafePointer(literals + literalCount),
      matches: matches, matchesEnd: matches + matchCount)
  }

  /// Decodes blocks from one on, until one ends at or behind a bit, or something else keeps it from
  /// going on: memory, the end of what may be read, the last block, damage.
  ///
  /// SAFETY: of the bytes none from `end` on is used: headers are read where ``InflateTables/headerBytes`` are
  /// left, and a run stops `InflateRun.inputOverrun` bytes before. Literals and matches have the room
  /// that `InflateRun` asks for.
  ///
  /// - Parameters:
  ///   - bytes: the byte with the first bit.
  ///   - end: behind the last byte that may be read.
  ///   - first: the first bit, counted from the first one of the stream.
  ///   - least: the bit to reach.
  ///   - tables: memory for tables.
  ///   - secondChain: memory for a second chain.
  ///   - code: the loops.
  ///   - mayGoOn: asked before each block.
  /// - Returns: whether there is a block.
  func decode(
    _ bytes: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, first: Int, least: Int,
    tables: borrowing InflateTables, secondChain: SecondChain, code: RowCode,
    mayGoOn: () -> Bool
  ) -> Bool {
    var place = InflatePlace(input: bytes, bits: 0, bitCount: 0, output: literals)
    var noted = NotedMatches(
      next: matches, last: matches + (Self.matchCapacity - 1), literals: literals)
    func bit() -> Int {
      8 * ((place.input - bytes) + first / 8) - Int(place.bitCount)
    }
    place.refill()
    place.take(UInt64(first & 7))
    bits = first..<first
    let literalsEnd = literals + (Self.literalBytes - InflateRun.outputOverrun - 1)
    while bits.upperBound < least, mayGoOn() {
      guard end - place.nextByte > InflateTables.headerBytes, place.next(1) == 0 else { break }
      switch place.next(2) {
      case 0:
        place.dropPartOfByte()
        let (length, complement) = (place.next(16), place.next(16))
        place.returnBytes()
        let count = Int(length)
        guard length == complement ^ 0xFFFF, count < end - place.input,
          count <= literalsEnd - place.output
        else { return !bits.isEmpty }
        place.output.update(from: place.input, count: count)
        place.input += count
        place.output += count
      case let kind:
        guard kind == 1 ? tables.makeFixed() : kind == 2 && tables.readCodes(from: &place) else {
          return !bits.isEmpty
        }
        let bounds = InflateBounds(
          inputEnd: end - InflateRun.inputOverrun, outputStart: literals, outputEnd: literalsEnd)
        secondChain.beginBlock(at: place.nextByte - bytes)
        guard
          runCodes(&place, bounds, &noted, start: bytes, tables, secondChain, code) == .endOfBlock
        else { return !bits.isEmpty }
        secondChain.endBlock(at: place.nextByte - bytes)
      }
      bits = first..<bit()
      literalCount = place.output - literals
      matchCount = noted.next - matches
    }
    return !bits.isEmpty
  }

  /// Decodes the codes of a block, by two chains where that pays.
  private func runCodes(
    _ place: inout InflatePlace, _ bounds: InflateBounds, _ noted: inout NotedMatches,
    start: UnsafePointer<UInt8>, _ tables: borrowing InflateTables, _ secondChain: SecondChain,
    _ code: RowCode
  ) -> InflateStop {
    while let step = secondChain.step(
      at: place.nextByte - start, outputBytes: bounds.outputEnd - place.output, tables: tables),
      bounds.inputEnd - place.input >= SecondChain.inputBytes(step: step)
    {
      let (stop, found) = secondChain.decode(
        &place, bounds, step: step, &noted, tables: tables, code: code, loops: code.noting)
      guard stop == .bounds else { return stop }
      guard let found else { continue }
      let (literals, matches) = (
        found.replay.literalsEnd - found.replay.literals,
        found.replay.matchesEnd - found.replay.matches
      )
      guard literals <= bounds.outputEnd - place.output, matches <= noted.last - noted.next else {
        return .bounds
      }
      if matches > 0 {
        // The first one has the literals before it at both places.
        found.replay.matches.pointee += UInt64(place.output - noted.literals)
        noted.next.update(from: found.replay.matches, count: matches)
        noted.next += matches
      }
      place.output.update(from: found.replay.literals, count: literals)
      place.output += literals
      if matches > 0 { noted.literals = place.output - found.lastLiterals }
      (place.input, place.bits, place.bitCount) = (
        found.place.input, found.place.bits, found.place.bitCount
      )
      if found.endsBlock { return .endOfBlock }
    }
    return code.noting.run(&place, bounds, &noted, tables)
  }
}
