public import Pixels

/// How method `hue` divides the circle of hues and what it calls grey.
///
/// The hue is that of HSV (Smith, "Color gamut transform pairs", SIGGRAPH 1978), in integers: with
/// Δ the largest less the smallest channel, a pixel's place on the circle is a numerator from 0 up
/// to, not including, 6Δ, and its bin is ⌊N · numerator ÷ 6Δ⌋.
public struct HueScale: Hashable, Sendable {
  /// Bins around the circle, 1 to 1536; 360 gives one a degree.
  public let binCount: Int
  /// A pixel is grey when its largest and smallest channel differ by less than this.
  ///
  /// 0 and 1 both mean that only exact greys are grey: those have no hue at all.
  public let greyThreshold: UInt8

  /// Makes a scale; the default has a bin a degree and calls differences under 16 levels grey.
  public init(binCount: Int = 360, greyThreshold: UInt8 = 16) {
    precondition((1...1536).contains(binCount), "a hue scale has 1 to 1536 bins")
    self.binCount = binCount
    self.greyThreshold = greyThreshold
  }

  /// The bin of a colour; `nil` for a grey.
  ///
  /// - Complexity: O(1); one integer division.
  public func bin(of color: RGB8) -> Int? {
    let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
    let largest = max(red, green, blue)
    let delta = largest - min(red, green, blue)
    guard delta > 0, delta >= Int(greyThreshold) else { return nil }
    let numerator: Int
    if largest == red {
      numerator = green >= blue ? green - blue : 6 * delta + green - blue
    } else if largest == green {
      numerator = 2 * delta + blue - red
    } else {
      numerator = 4 * delta + red - green
    }
    return binCount * numerator / (6 * delta)
  }

  /// Steps from one bin to another around the circle, the shorter way.
  public func distance(from bin: Int, to other: Int) -> Int {
    let steps = abs(bin - other)
    return min(steps, binCount - steps)
  }
}
