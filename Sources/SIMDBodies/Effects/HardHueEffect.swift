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
  @usableFromInline let greyThreshold: Float
  /// All ones where the rest of the circle is kept and the arc greyed, 0 for the reverse.
  @usableFromInline let restMask: UInt32
  /// All ones where pixels without a hue are kept, 0 where they are greyed.
  @usableFromInline let greyMask: UInt32

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
    self.greyThreshold = Float(greyThreshold)
    restMask = keepsArc ? 0 : .max
    greyMask = keepsGreys ? .max : 0
  }

  /// What becomes of a pixel.
  @inlinable @inline(__always)
  public func callAsFunction(_ word: PixelWord) -> UInt32 {
    let (red, green, blue) = (word.red, word.green, word.blue)
    let delta =
      larger(larger(red, green), blue) - smaller(smaller(red, green), blue)
    // Masks, not tests: a choice between two stored values becomes a branch on their addresses.
    let isAfterFirst: UInt32 = first.side(red, green, blue) >= 0 ? .max : 0
    let isBeforeEnd: UInt32 = end.side(red, green, blue) < 0 ? .max : 0
    let isChromatic: UInt32 = delta >= greyThreshold ? .max : 0
    let kept =
      isChromatic & (isAfterFirst & isBeforeEnd ^ restMask) | ~isChromatic & greyMask
    let grey = nearest(luma(red, green, blue))
    let greyed = grey << 16 | grey << 8 | grey
    return word.bits & (kept | 0xFF00_0000) | greyed & ~kept
  }
}

/// The plane of the colours of one hue and of the opposite one, as a linear form.
@frozen
public struct HuePlane: Sendable {
  @usableFromInline let red: Float
  @usableFromInline let green: Float
  @usableFromInline let blue: Float

  /// The form that is 0 everywhere.
  public static let none = HuePlane(0, 0, 0)

  private init(_ red: Int, _ green: Int, _ blue: Int) {
    self.red = Float(red)
    self.green = Float(green)
    self.blue = Float(blue)
  }

  /// The plane where a bin begins, with larger hues on its positive side.
  ///
  /// In the first sixth, hue ≥ 6k ÷ N says (g − b) · N ≥ (r − b) · 6k; in the others the channels
  /// are changed about. With at most 1536 bins the form stays under 2²⁴ and so exact.
  public init(bin: Int, of count: Int) {
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

  @inlinable @inline(__always)
  func side(_ red: Float, _ green: Float, _ blue: Float) -> Float {
    self.red * red + self.green * green + self.blue * blue
  }
}
