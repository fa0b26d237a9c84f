/// How many pixels were counted, and how many were not and why; exact integers.
@frozen
public struct PixelTally: Hashable, Sendable {
  /// Visible pixels that no filter took out.
  public var counted: UInt64
  /// Pixels with alpha under the minimum.
  public var transparent: UInt64
  /// Visible pixels that a filter took out.
  public var filtered: UInt64

  /// Makes a tally, of nothing by default.
  @inlinable
  public init(counted: UInt64 = 0, transparent: UInt64 = 0, filtered: UInt64 = 0) {
    self.counted = counted
    self.transparent = transparent
    self.filtered = filtered
  }

  /// All pixels looked at.
  @inlinable
  public var total: UInt64 { counted + transparent + filtered }

  /// Adds two tallies, part by part.
  @inlinable
  public static func + (left: PixelTally, right: PixelTally) -> PixelTally {
    PixelTally(
      counted: left.counted + right.counted, transparent: left.transparent + right.transparent,
      filtered: left.filtered + right.filtered)
  }
}
