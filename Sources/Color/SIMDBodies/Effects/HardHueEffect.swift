/// An effect by hue without a feather: each pixel is kept or greyed.
///
/// The colours of one hue are half a plane that ends at the line of the greys, and the other half
/// is the opposite hue. So an arc of hues shorter than half the circle is where one linear form is
/// 0 or more and another is negative, and no pixel needs to know which of its channels is the
/// largest.
@frozen
public struct HardHueEffect: Sendable {
  @usableFromInline let first: HuePlane
  @usableFromInline let end: HuePlane
  @usableFromInline let greyThreshold: Int
  /// All ones where the rest of the circle is kept and the arc greyed, 0 for the reverse.
  @usableFromInline let restMask: Int
  /// All ones where pixels without a hue are kept, 0 where they are greyed.
  @usableFromInline let greyMask: Int

  /// Prepares an effect.
  ///
  /// - Parameters:
  ///   - first: where the arc begins.
  ///   - end: where it ends.
  ///   - greyThreshold: pixels whose largest and smallest channel differ by less have no hue.
  ///   - keepsArc: whether the pixels of the arc are kept and the rest of the circle greyed, or the
  ///     reverse.
  ///   - keepsGreys: whether pixels without a hue are kept.
  public init(
    first: HuePlane, end: HuePlane, greyThreshold: Int, keepsArc: Bool, keepsGreys: Bool
  ) {
    self.first = first
    self.end = end
    self.greyThreshold = greyThreshold
    restMask = keepsArc ? 0 : -1
    greyMask = keepsGreys ? -1 : 0
  }

  /// What becomes of pixels.
  @inlinable @inline(__always)
  public func callAsFunction(_ pixels: PixelChannels) -> (Lanes, Lanes) {
    let (red, green, blue) = (pixels.red, pixels.green, pixels.blue)
    let delta = red.max(green).max(blue) &- red.min(green).min(blue)
    let slopes = pixels.slopes
    let zero = Halves(repeating: 0)
    let isBeforeFirst = first.sides(slopes).isLess(than: zero)
    let isBeforeEnd = end.sides(slopes).isLess(than: zero)
    let isGrey = delta.isLess(than: Halves(repeating: greyThreshold))
    // The arc is what is before its end and not before its beginning.
    let isInArc = (isBeforeFirst ^ Halves(repeating: -1)) & isBeforeEnd
    let kept = Halves(repeating: greyMask).selected(
      by: isGrey, else: isInArc ^ Halves(repeating: restMask))
    return pixels.kept(where: kept, grey: pixels.luma(slopes))
  }
}

/// The plane of the colours of one hue and of the opposite one, as a linear form.
///
/// Greys lie on it, so that the factors of the three channels sum to 0, and two say all: that of
/// red less green, and that of green less blue.
@frozen
public struct HuePlane: Sendable {
  @usableFromInline let redLessGreen: Int
  @usableFromInline let greenLessBlue: Int

  /// The form that is 0 everywhere.
  public static let none = HuePlane(0, 0, 0)

  private init(_ red: Int, _ green: Int, _ blue: Int) {
    redLessGreen = red
    greenLessBlue = -blue
  }

  /// The plane where a bin begins, with larger hues on its positive side.
  ///
  /// In the first sixth, hue ≥ 6k ÷ N says (g − b) · N ≥ (r − b) · 6k; in the others the channels
  /// are changed about. With at most 1536 bins the factors fit 16 bits.
  public init(bin: Int, of count: Int) {
    // The hue where a bin begins is sector + part ÷ count sixths of the circle.
    let (sector, part) = (6 * (bin % count)).quotientAndRemainder(dividingBy: count)
    let rest = count - part
    switch sector {
    case 0: self.init(-part, count, -rest)
    case 1: self.init(-count, rest, part)
    case 2: self.init(-rest, -part, count)
    case 3: self.init(part, -count, rest)
    case 4: self.init(count, -rest, -part)
    default: self.init(rest, part, -count)
    }
  }

  /// Numbers of the same signs as the form of each pixel, and 0 where it is 0.
  @inlinable @inline(__always)
  func sides(_ slopes: (Lanes, Lanes)) -> Halves {
    Halves(
      narrowing: (
        slopes.0.sumOfHalves(times: redLessGreen, greenLessBlue),
        slopes.1.sumOfHalves(times: redLessGreen, greenLessBlue)
      ))
  }
}
