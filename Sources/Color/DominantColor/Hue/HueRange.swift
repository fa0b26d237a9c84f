public import Pixels

/// The hues within some bins of a bin, around the circle and both ends included.
///
/// ```swift
/// let reds = HueRange(scale: HueScale(), center: 0, tolerance: 15)
/// reds.contains(RGB8(red: 255, green: 0, blue: 30))  // true: 352 degrees
/// ```
public struct HueRange: Hashable, Sendable {
  /// The circle that the bins divide.
  public let scale: HueScale
  /// The bin in the middle.
  public let center: Int
  /// Bins to either side that belong to the range; 0 means the middle bin alone.
  public let tolerance: Int

  /// Makes a range.
  ///
  /// - Parameters:
  ///   - scale: the circle that the bins divide.
  ///   - center: any number of bins from red, taken around the circle.
  ///   - tolerance: bins to either side, 0 or more; half the circle or more means every hue.
  public init(scale: HueScale, center: Int, tolerance: Int) {
    precondition(tolerance >= 0, "a hue range's tolerance is 0 or more")
    let rest = center % scale.binCount
    self.scale = scale
    self.center = rest < 0 ? rest + scale.binCount : rest
    self.tolerance = tolerance
  }

  /// Whether a colour's hue lies in the range; a grey has no hue and so lies in none.
  public func contains(_ color: RGB8) -> Bool {
    guard let bin = scale.bin(of: color) else { return false }
    return scale.distance(from: bin, to: center) <= tolerance
  }
}
