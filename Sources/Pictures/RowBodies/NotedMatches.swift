/// A match and the literals before it, noted where what it copies is not known yet.
///
/// The literals' number in bits 0 to 31, the length in bits 32 to 47, the distance above.
public enum NotedMatch {
  /// Notes a match.
  @inlinable @inline(__always)
  public static func word(literals: Int, length: Int, distance: Int) -> UInt64 {
    //     bit   63        48 47      32 31            0
    //           [ distance  | length   | literals     ]
    // A distance is at most 32768 and a length 258 (RFC 1951, 3.2.5), so that both fit 16
    // bits.
    UInt64(truncatingIfNeeded: literals) | UInt64(truncatingIfNeeded: length) &<< 32
      | UInt64(truncatingIfNeeded: distance) &<< 48
  }

  /// The literals before a match.
  @inlinable @inline(__always)
  public static func literals(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }

  /// Its length.
  @inlinable @inline(__always)
  public static func length(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word &>> 32 & 0xFFFF) }

  /// Its distance.
  @inlinable @inline(__always)
  public static func distance(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word &>> 48) }
}

/// Matches that are noted; the output holds literals alone.
///
/// SAFETY: a step, which notes one match at most, begins only while ``next`` is not behind ``last``.
public struct NotedMatches: MatchTarget {
  /// Where the next match is noted.
  public var next: UnsafeMutablePointer<UInt64>
  /// The last place for one.
  public var last: UnsafeMutablePointer<UInt64>
  /// The first literal behind the last match.
  public var literals: UnsafeMutablePointer<UInt8>

  /// Makes a target of known parts.
  public init(
    next: UnsafeMutablePointer<UInt64>, last: UnsafeMutablePointer<UInt64>,
    literals: UnsafeMutablePointer<UInt8>
  ) {
    self.next = next
    self.last = last
    self.literals = literals
  }

  /// Whether there is no place for a note.
  @inlinable @inline(__always) public var isFull: Bool { next > last }

  /// Yes: where it leads is known later.
  @inlinable @inline(__always)
  public func allows(_ distance: Int, at output: UnsafeMutablePointer<UInt8>) -> Bool { true }

  /// Notes any match.
  @inlinable @inline(__always)
  public mutating func takeShort(
    _ length: Int, from distance: Int, to output: inout UnsafeMutablePointer<UInt8>
  ) -> Bool {
    take(length, from: distance, to: &output)
    return true
  }

  /// Notes any match.
  @inlinable @inline(__always)
  public mutating func take(
    _ length: Int, from distance: Int, to output: inout UnsafeMutablePointer<UInt8>
  ) {
    next.pointee = NotedMatch.word(literals: output - literals, length: length, distance: distance)
    next += 1
    literals = output
  }
}
