/// Statistics of samples: plain functions over arrays of finite numbers.
///
/// Times on a shared machine are skewed to the right and full of outliers, so everything here is
/// built on ranks: medians, not means, and intervals that assume no distribution.
public enum Statistics {
  /// The middle value, or the mean of the two middle values; nil for no values.
  ///
  /// - Complexity: O(*n* log *n*).
  public static func median(_ values: [Double]) -> Double? {
    quantile(values, 0.5)
  }

  /// The value below which a fraction of the values lies, interpolated linearly between ranks.
  ///
  /// This is type 7 of Hyndman & Fan (1996), the default of NumPy and R.
  ///
  /// - Parameters:
  ///   - values: Finite numbers in any order.
  ///   - fraction: From 0 (the minimum) to 1 (the maximum); values outside are clamped.
  /// - Returns: nil for no values.
  public static func quantile(_ values: [Double], _ fraction: Double) -> Double? {
    quantile(ofSorted: values.sorted(), fraction)
  }

  static func quantile(ofSorted sorted: [Double], _ fraction: Double) -> Double? {
    guard let last = sorted.indices.last else { return nil }
    let position = min(max(fraction, 0), 1) * Double(last)
    let below = Int(position)
    let above = min(below + 1, last)
    let part = position - Double(below)
    // Weighing both ends keeps the exact middle of two values free of cancellation.
    return part == 0 ? sorted[below] : sorted[below] * (1 - part) + sorted[above] * part
  }

  /// The median distance from the median: a measure of spread that half of the values cannot move.
  ///
  /// Not scaled; multiply by 1.4826 to estimate the standard deviation of normal data.
  ///
  /// - Returns: nil for no values.
  public static func medianAbsoluteDeviation(_ values: [Double]) -> Double? {
    guard let center = median(values) else { return nil }
    return median(values.map { abs($0 - center) })
  }

  /// The factor from the median absolute deviation to the standard deviation of normal data.
  public static let normalConsistency = 1.482_602_218_505_602
}
