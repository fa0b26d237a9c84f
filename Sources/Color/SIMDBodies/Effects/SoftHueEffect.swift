/// An effect by hue with a feather: each pixel is blended with its grey.
@frozen
public struct SoftHueEffect: Sendable {
  @usableFromInline let binCount: Int
  @usableFromInline let greyThreshold: Int
  /// The bin in the middle, or a circle more, so that it is half a circle or less from a whole one.
  @usableFromInline let center: Int
  @usableFromInline let fade: FadingWeight
  /// Steps of weight for each level of chroma above the threshold.
  @usableFromInline let weakSlope: Int
  /// The least weight of a weak colour: 256 where they do not fade.
  @usableFromInline let leastOfWeak: Int
  /// What is kept of a pixel: its weight, or the rest.
  @usableFromInline let kept: KeptShare

  /// Whether all weights are right without being corrected (see ``FadingWeight/isExact``).
  public var isExact: Bool { fade.isExact }

  /// Prepares an effect.
  ///
  /// - Parameters:
  ///   - binCount: bins around the circle, at most 1536.
  ///   - greyThreshold: pixels whose largest and smallest channel differ by less have no hue; at
  ///     least 1.
  ///   - center: the bin in the middle.
  ///   - tolerance: bins to either side of weight 256, at most 1536.
  ///   - feather: bins over which the weight then falls to 0, at most 1536.
  ///   - weakSlope: 256ths of weight for each level by which largest and smallest channel differ above the
  ///     threshold, up to 64; `nil` where weak colours count whole.
  ///   - keepsSelected: whether the weight is what is kept, or what is greyed.
  public init(
    binCount: Int, greyThreshold: Int, center: Int, tolerance: Int, feather: Int,
    weakSlope: Int?, keepsSelected: Bool
  ) {
    self.weakSlope = weakSlope ?? 0
    leastOfWeak = weakSlope == nil ? 256 : 0
    self.binCount = binCount
    self.greyThreshold = greyThreshold
    self.center = 2 * center < binCount ? center + binCount : center
    fade = FadingWeight(tolerance: tolerance, feather: feather)
    kept = KeptShare(keepsSelected: keepsSelected)
  }

  /// What becomes of pixels.
  ///
  /// - Parameters:
  ///   - pixels: the pixels.
  ///   - isExact: ``isExact``, as a constant where this is compiled.
  /// - Returns: the changed pixels.
  @inlinable @inline(__always)
  public func callAsFunction(_ pixels: PixelChannels, isExact: Bool) -> (Lanes, Lanes) {
    let place = HuePlace(pixels)
    // These bins, of one circle more, and the centre are within half a circle of N, and so never
    // further apart than N.
    let bin = place.bins(of: binCount)
    let steps = (bin &- Halves(repeating: center)).size
    let distance = steps.min(Halves(repeating: binCount) &- steps)
    let isChromatic = place.isChromatic(from: greyThreshold)
    let weight = fade.weight(ofDistance: distance, where: isChromatic, isExact: isExact)
    // Of 256 and 256 at most, times 16: the high half of the product is the product ÷ 256.
    let weak =
      (place.delta.excess(over: Halves(repeating: greyThreshold))
      &* Halves(repeating: weakSlope)).min(Halves(repeating: 256))
      .max(Halves(repeating: leastOfWeak))
    let selected = (weight &<< 4).highProduct(weak &<< 4)
    return pixels.blended(grey: pixels.luma(pixels.slopes), kept: kept.of(selected))
  }
}

/// How weights fall with the distance: `SoftEdge.weight(ofDistance:)` in vectors.
@frozen
@usableFromInline
struct FadingWeight: Sendable {
  /// Tolerance and feather and 1: the first distance of weight 0.
  @usableFromInline let reach: Int
  /// Feather and 1: the steps from weight 0 to 256.
  @usableFromInline let width: Int
  /// Of `left` steps, left · scale · factor ÷ 2¹⁶ is about twice the weight.
  @usableFromInline let scale: Int
  @usableFromInline let factor: Int
  /// Whether the whole part of that is the whole part of 512 · left ÷ width for every number of
  /// steps, which it is up to a width of 154.
  @usableFromInline let isExact: Bool

  /// Prepares weights.
  ///
  /// - Complexity: O(feather).
  init(tolerance: Int, feather: Int) {
    let width = feather + 1
    // The product with `scale` comes first so that little is lost where the width is small:
    // with at most 1537 steps it is at most 512 + width, which fits 16 bits, and the factor
    // is at most 2¹⁶.
    let scale = 512 / width + 1
    let factor = (512 << 16 + width * scale - 1) / (width * scale)
    self.width = width
    self.scale = scale
    self.factor = factor
    reach = tolerance + width
    isExact = (0...width).allSatisfy { (($0 * scale) * factor) >> 16 == 512 * $0 / width }
  }

  /// The weights of distances of 0 or more steps; 0 where `mask` is 0.
  ///
  /// A weight is ⌊256 · left ÷ width + ½⌋, half of 1 and ⌊512 · left ÷ width⌋. The factor was
  /// rounded up by less than 1, and left · scale is at most 1537: so what it gives is right or 1 too
  /// large.
  @inlinable @inline(__always)
  func weight(ofDistance distance: Halves, where mask: Halves, isExact: Bool) -> Halves {
    let width = Halves(repeating: width)
    let left = Halves(repeating: reach).excess(over: distance).min(width) & mask
    var twice = (left &* Halves(repeating: scale)).highProduct(Halves(repeating: factor))
    if !isExact {
      // All ones, −1, where `twice` is more than 512 · left ÷ width.
      twice = twice &+ (left &<< 9 &- twice &* width).isLess(than: Halves(repeating: 0))
    }
    return (twice &+ Halves(repeating: 1)) &>> 1
  }
}

/// What is kept of pixels of weights: the weights, or what they lack of 256.
@frozen
@usableFromInline
struct KeptShare: Sendable {
  /// What is kept of a weight *w* is (*w* ⊻ this) + the other.
  @usableFromInline let negation: Int
  @usableFromInline let more: Int

  /// - Parameter keepsSelected: whether the weight is what is kept, or what is greyed.
  init(keepsSelected: Bool) {
    // w ⊻ −1 is −w − 1, and 257 more is 256 − w.
    negation = keepsSelected ? 0 : -1
    more = keepsSelected ? 0 : 257
  }

  @inlinable @inline(__always)
  func of(_ weight: Halves) -> Halves {
    (weight ^ Halves(repeating: negation)) &+ Halves(repeating: more)
  }
}
