public import Pixels

/// A ``VisibilityRule`` as vector constants, and the words that it turns pixels into.
///
/// A counted pixel becomes its three colour bytes with 1 in the top byte, which is how often it
/// counts; a hidden one becomes 0, so that hidden colour cannot reach a sum.
@frozen
public struct PixelJudge: Sendable {
  /// The top byte of a pixel that counts.
  @inlinable @inline(__always)
  static var once: UInt32 { 0x0100_0000 }

  @usableFromInline let minimumAlpha: Lanes
  @usableFromInline let hasFilters: Bool
  @usableFromInline let whiteAbove: Lanes
  @usableFromInline let blackBelow: Lanes
  /// One more than the rule's, so that 0 is "off".
  @usableFromInline let greyUnder: Lanes
  /// Transparent pixels so far, lane by lane.
  @usableFromInline var transparent = Lanes(repeating: 0)
  /// Filtered pixels so far, lane by lane.
  @usableFromInline var filtered = Lanes(repeating: 0)

  /// Takes the rule's numbers; a filter that is off becomes a bound that no pixel passes.
  @inlinable @inline(__always)
  public init(_ rule: VisibilityRule) {
    minimumAlpha = Lanes(repeating: UInt32(rule.minimumAlpha) &<< 24)
    hasFilters = rule.hasFilters
    whiteAbove = Lanes(repeating: UInt32(rule.whiteAbove ?? 255))
    blackBelow = Lanes(repeating: UInt32(rule.blackBelow ?? 0))
    greyUnder = Lanes(repeating: rule.greyWithin.map { UInt32($0) &+ 1 } ?? 0)
  }

  /// Whether all lanes' alpha reaches the minimum.
  @inlinable @inline(__always)
  func seesAll(_ pixels: Lanes) -> Bool {
    !pixels.isLess(than: minimumAlpha).isAnyNonzero
  }

  /// The words of pixels; those outside `present` become 0 and are not counted as hidden.
  @inlinable @inline(__always)
  mutating func words(of pixels: Lanes, present: Lanes) -> Lanes {
    let colors = pixels & 0x00FF_FFFF
    let unseen = pixels.isLess(than: minimumAlpha)
    // A mask is −1 where it is set: its subtraction counts.
    transparent = transparent &- (unseen & present)
    var hidden = unseen
    if hasFilters {
      let red = colors & 0xFF
      let green = (colors &>> 8) & 0xFF
      let blue = colors &>> 16
      let largest = red.maxBytes(green).maxBytes(blue)
      let smallest = red.minBytes(green).minBytes(blue)
      let out =
        whiteAbove.isLess(than: smallest) | largest.isLess(than: blackBelow)
        | (largest &- smallest).isLess(than: greyUnder)
      hidden = unseen | out
      filtered = filtered &- ((hidden ^ unseen) & present)
    }
    let none = Lanes(repeating: 0)
    return none.selected(by: hidden, else: colors | Self.once) & present
  }
}
