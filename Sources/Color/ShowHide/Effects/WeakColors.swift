internal import DominantColor
internal import Pixels

/// How much weak colours count in a selection by hue that has a feather.
///
/// The weight of a colour whose largest and smallest channel differ by Δ is min(4 · (Δ − *t*), 256), in 256ths, where *t* is the
/// grey threshold of the scale, or 1 where that is 0: nothing at the threshold, under which a colour has no hue, and
/// all from 64 levels more on. Skin and dull bricks (Δ of 80) count whole, a pinkish wall (Δ of 25) by a seventh.
struct WeakColors {
  /// Steps of weight for each level.
  static let slope = 4

  private let threshold: Int

  init(_ scale: HueScale) { threshold = max(Int(scale.greyThreshold), 1) }

  /// The weight of a colour with a hue, in 256ths.
  func weight(of color: RGB8) -> Int {
    let largest = Int(max(color.red, color.green, color.blue))
    let delta = largest - Int(min(color.red, color.green, color.blue))
    return min(Self.slope * max(delta - threshold, 0), SoftEdge.fullWeight)
  }
}
