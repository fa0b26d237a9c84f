/// An effect by hue with a feather: each pixel is blended with its grey.
@frozen
public struct SoftHueEffect: Sendable {
  @usableFromInline let binCount: Float
  @usableFromInline let greyThreshold: Float
  /// The bin after the middle one.
  @usableFromInline let centerAfter: Float
  /// Tolerance and feather and 1: the first distance of weight 0.
  @usableFromInline let reach: Float
  @usableFromInline let width: Float
  @usableFromInline let weightOfOneStep: Float
  @usableFromInline let quarterStep: Float
  /// What is kept of a pixel is this and so many times the weight: 0 and 1, or 256 and −1.
  @usableFromInline let keptUnselected: Float
  @usableFromInline let keptByWeight: Float

  /// Prepares an effect.
  ///
  /// - Parameters:
  ///   - binCount: bins around the circle, at most 1536.
  ///   - greyThreshold: pixels whose largest and smallest channel differ by less have no hue.
  ///   - center: the bin in the middle.
  ///   - tolerance: bins to either side of weight 256, at most 1536.
  ///   - feather: bins over which the weight then falls to 0, at most 1536.
  ///   - keepsSelected: whether the weight is what is kept, or what is greyed.
  public init(
    binCount: Int, greyThreshold: Int, center: Int, tolerance: Int, feather: Int,
    keepsSelected: Bool
  ) {
    self.binCount = Float(binCount)
    self.greyThreshold = Float(greyThreshold)
    centerAfter = Float(center + 1)
    width = Float(feather + 1)
    reach = Float(tolerance + feather + 1)
    weightOfOneStep = 256 / width
    quarterStep = 0.25 / width
    keptUnselected = keepsSelected ? 0 : 256
    keptByWeight = keepsSelected ? 1 : -1
  }

  /// What becomes of a pixel.
  @inlinable @inline(__always)
  public func callAsFunction(_ word: PixelWord) -> UInt32 {
    let (red, green, blue) = (word.red, word.green, word.blue)
    let place = HuePlace(red, green, blue)
    // With n and 6Δ integers, (n + ½) ÷ 6Δ + ½ has the bin after as its nearest integer and is at
    // least 1/3060 off a tie; the errors of division and sum are under 1/8000.
    let sixDelta = 6 * larger(place.delta, 1)
    let binAfter = rounded((binCount * place.numerator + 0.5) / sixDelta + 0.5)
    let steps = larger(binAfter - centerAfter, centerAfter - binAfter)
    let distance = smaller(steps, binCount - steps)
    let left = smaller(larger(reach - distance, 0), width)
    // 256 · left ÷ width rounded half up; a quarter of 1/width more keeps it off the ties.
    let weight = rounded(left * weightOfOneStep + quarterStep)
    let selected: Float = place.delta >= greyThreshold ? weight : 0
    let kept = keptUnselected + keptByWeight * selected
    return word.blended(grey: nearest(luma(red, green, blue)), kept: nearest(kept))
  }
}

/// Where a colour stands on the circle of hues, as a fraction.
@frozen
@usableFromInline
struct HuePlace {
  /// From 0 up to, not including, 6 · ``delta``.
  @usableFromInline let numerator: Float
  /// The largest channel less the smallest.
  @usableFromInline let delta: Float

  /// The numerator of `HueScale`, with selects in place of branches.
  @inlinable @inline(__always)
  init(_ red: Float, _ green: Float, _ blue: Float) {
    let largest = larger(larger(red, green), blue)
    let delta = largest - smaller(smaller(red, green), blue)
    let fromRed = green - blue + (green < blue ? 6 * delta : 0)
    let fromGreen = blue - red + 2 * delta
    let fromBlue = red - green + 4 * delta
    numerator = largest == red ? fromRed : largest == green ? fromGreen : fromBlue
    self.delta = delta
  }
}
