/// Where the matches of a block go.
public protocol MatchTarget {
  /// Whether no step may begin, because another match would not fit.
  var isFull: Bool { get }
  /// Whether a distance leads to something.
  func allows(_ distance: Int, at output: UnsafeMutablePointer<UInt8>) -> Bool
  /// Takes a match that the fastest way is enough for, and moves the output on; `false` for others.
  mutating func takeShort(
    _ length: Int, from distance: Int, to output: inout UnsafeMutablePointer<UInt8>
  ) -> Bool
  /// Takes any match, and moves the output on.
  mutating func take(
    _ length: Int, from distance: Int, to output: inout UnsafeMutablePointer<UInt8>)
}

/// Matches that are copied from the output before them.
///
/// SAFETY: a copy reads from ``start`` on and writes at most ``overrun`` bytes more than its length.
public struct CopiedMatches: MatchTarget {
  /// The first byte of output that a distance may lead to.
  public var start: UnsafeMutablePointer<UInt8>

  /// Bytes that a copy may write behind its end.
  @inlinable public static var overrun: Int { 15 }

  /// Makes a target of known parts.
  @inlinable @inline(__always)
  public init(start: UnsafeMutablePointer<UInt8>) { self.start = start }

  /// Never: a copy needs no room but the output's.
  @inlinable @inline(__always) public var isFull: Bool { false }

  /// Whether it leads to the start or behind it.
  @inlinable @inline(__always)
  public func allows(_ distance: Int, at output: UnsafeMutablePointer<UInt8>) -> Bool {
    distance <= output - start
  }

  /// Copies a match of at most 16 bytes from at least as far away.
  @inlinable @inline(__always)
  public mutating func takeShort(
    _ length: Int, from distance: Int, to output: inout UnsafeMutablePointer<UInt8>
  ) -> Bool {
    guard length <= 16, distance >= 16 else { return false }
    // From 16 bytes or more away the 16 that are read do not overlap those that are written.
    let target = UnsafeMutableRawPointer(output)
    target.storeBytes(
      of: (target - distance).loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
    output += length
    return true
  }

  /// Copies any match.
  @inlinable @inline(__always)
  public mutating func take(
    _ length: Int, from distance: Int, to output: inout UnsafeMutablePointer<UInt8>
  ) {
    Self.copy(length, from: distance, to: output)
    output += length
  }

  /// Copies bytes of the output from some distance before it; may write up to 15 bytes more.
  @inlinable @inline(__always)
  static func copy(_ length: Int, from distance: Int, to output: UnsafeMutablePointer<UInt8>) {
    let target = UnsafeMutableRawPointer(output)
    let end = target + length
    var next = target
    if distance >= 16 {
      repeat {
        next.storeBytes(
          of: (next - distance).loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
        next += 16
      } while next < end
    } else if distance >= 8 {
      repeat {
        next.storeBytes(of: (next - distance).loadUnaligned(as: UInt64.self), as: UInt64.self)
        next += 8
      } while next < end
    } else {
      // A multiple of the distance that is at least 8: from so far back it repeats as well.
      // 8, 8, 9, 8, 10, 12 and 14 for distances 1 to 7. So many bytes go one by one, at most
      // 11 more than the shortest match of 3; from then on what is read lies 8 bytes back or
      // more and is written already.
      var wide = distance
      while wide < 8 { wide += distance }
      var left = wide
      repeat {
        next.storeBytes(of: (next - distance).load(as: UInt8.self), as: UInt8.self)
        next += 1
        left -= 1
      } while left > 0
      while next < end {
        next.storeBytes(of: (next - wide).loadUnaligned(as: UInt64.self), as: UInt64.self)
        next += 8
      }
    }
  }
}
