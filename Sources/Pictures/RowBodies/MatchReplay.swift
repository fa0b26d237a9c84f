/// Where making bytes of literals and noted matches is.
public struct ReplayPlace {
  /// The next literal; ``MatchReplay/overrun`` bytes behind the last one are readable.
  public var literals: UnsafePointer<UInt8>
  /// Behind the last one.
  public var literalsEnd: UnsafePointer<UInt8>
  /// The next match, of whose literals some may be through already.
  public var matches: UnsafeMutablePointer<UInt64>
  /// Behind the last one.
  public var matchesEnd: UnsafeMutablePointer<UInt64>

  /// Makes a place of known parts.
  public init(
    literals: UnsafePointer<UInt8>, literalsEnd: UnsafePointer<UInt8>,
    matches: UnsafeMutablePointer<UInt64>, matchesEnd: UnsafeMutablePointer<UInt64>
  ) {
    self.literals = literals
    self.literalsEnd = literalsEnd
    self.matches = matches
    self.matchesEnd = matchesEnd
  }
}

/// Makes bytes of literals and noted matches (``NotedMatches``).
///
/// SAFETY: a step begins only while the output is not behind its end. It puts at most 64 literals,
/// or no more than end there, and up to 63 more, then a match of at most 258 bytes, and 15 more: they lie
/// in ``InflateRun/outputOverrun``. Literals are read as many as the notes say, which are those that
/// were written, and up to ``overrun`` more. A match is copied only from the start of the output on.
public enum MatchReplay {
  /// Bytes behind the last literal that are readable.
  @inlinable public static var overrun: Int { 63 }

  /// Goes on until all is made, the output is full, or a distance leads out of it.
  @inlinable @inline(__always)
  public static func replay(
    _ start: inout ReplayPlace, _ output: inout UnsafeMutablePointer<UInt8>,
    outputStart: UnsafeMutablePointer<UInt8>, outputEnd: UnsafeMutablePointer<UInt8>
  ) -> InflateStop {
    var literals = UnsafeRawPointer(start.literals)
    var match = start.matches
    var next = output
    var target = CopiedMatches(start: outputStart)
    let matchesEnd = start.matchesEnd
    var stop = InflateStop.bounds

    // How many literals there are no processor can foretell, but that there are no more is likely.
    @inline(__always) func put64() {
      UnsafeMutableRawPointer(next).storeBytes(
        of: literals.loadUnaligned(as: SIMD64<UInt8>.self), as: SIMD64<UInt8>.self)
    }

    while next <= outputEnd {
      guard match < matchesEnd else {
        let left = start.literalsEnd - literals.assumingMemoryBound(to: UInt8.self)
        let count = min(left, outputEnd + 1 - next)
        UnsafeMutableRawPointer(next).copyMemory(from: literals, byteCount: count)
        literals += count
        next += count
        if count == left { stop = .endOfBlock }
        break
      }
      let word = match.pointee
      let count = NotedMatch.literals(word)
      if count <= 64 {
        put64()
        literals += count
        next += count
      } else {
        let room = outputEnd + 1 - next
        guard count < room else {
          UnsafeMutableRawPointer(next).copyMemory(from: literals, byteCount: room)
          literals += room
          next += room
          // The literals' number is the low half of the note, and not below `room`: nothing
          // is borrowed from above.
          match.pointee = word &- UInt64(truncatingIfNeeded: room)
          break
        }
        // The last 64 may go beyond the count; both places are set to where it ends.
        let after = (next + count, literals + count)
        repeat {
          put64()
          literals += 64
          next += 64
        } while next < after.0
        (next, literals) = after
      }
      let (length, distance) = (NotedMatch.length(word), NotedMatch.distance(word))
      guard target.allows(distance, at: next) else {
        stop = .damage
        break
      }
      match += 1
      if !target.takeShort(length, from: distance, to: &next) {
        target.take(length, from: distance, to: &next)
      }
    }
    start.literals = literals.assumingMemoryBound(to: UInt8.self)
    start.matches = match
    output = next
    return stop
  }
}
