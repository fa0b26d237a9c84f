/// Which pixels count: a pixel is visible when its alpha reaches ``minimumAlpha``, and counted when
/// it is visible and no filter takes it out.
///
/// All predicates are on integers, so every kernel decides each pixel alike. The colour under a
/// pixel that is not visible is never looked at.
@frozen
public struct VisibilityRule: Hashable, Sendable {
  /// The least alpha of a visible pixel, 0 to 255 (0: every pixel is visible).
  public var minimumAlpha: UInt8
  /// Takes out near-white: pixels whose *smallest* channel is above this.
  ///
  /// `nil` keeps them.
  public var whiteAbove: UInt8?
  /// Takes out near-black: pixels whose *largest* channel is below this.
  ///
  /// `nil` keeps them.
  public var blackBelow: UInt8?
  /// Takes out near-grey: pixels whose largest and smallest channel differ by at most this.
  ///
  /// `nil` keeps them.
  public var greyWithin: UInt8?

  /// Makes a rule; the default counts every pixel that is at least half opaque.
  @inlinable
  public init(
    minimumAlpha: UInt8 = 128, whiteAbove: UInt8? = nil, blackBelow: UInt8? = nil,
    greyWithin: UInt8? = nil
  ) {
    self.minimumAlpha = minimumAlpha
    self.whiteAbove = whiteAbove
    self.blackBelow = blackBelow
    self.greyWithin = greyWithin
  }

  /// What a rule says of a pixel.
  public enum Verdict: Sendable {
    /// Visible and not filtered: the pixel counts.
    case counted
    /// Alpha under the minimum.
    case transparent
    /// Visible, but taken out by a filter.
    case filtered
  }

  /// Whether any filter beyond alpha is on.
  @inlinable
  public var hasFilters: Bool { whiteAbove != nil || blackBelow != nil || greyWithin != nil }

  /// Judges one pixel.
  @inlinable
  public func verdict(on pixel: RGBA8) -> Verdict {
    guard pixel.alpha >= minimumAlpha else { return .transparent }
    let largest = max(pixel.red, pixel.green, pixel.blue)
    let smallest = min(pixel.red, pixel.green, pixel.blue)
    if let whiteAbove, smallest > whiteAbove { return .filtered }
    if let blackBelow, largest < blackBelow { return .filtered }
    if let greyWithin, largest - smallest <= greyWithin { return .filtered }
    return .counted
  }
}
