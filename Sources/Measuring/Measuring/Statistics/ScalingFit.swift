internal import CLibrary

/// How a time grows with a size: time ≈ factor · size ^ exponent.
///
/// An exponent of 1 is linear work, below 1 a fixed cost still shows, −1 over thread counts is
/// perfect scaling. The exponent is the median of the slopes of all pairs of points in log-log
/// space (Theil 1950, Sen 1968): almost 30 % of the points may be wrong without moving it far.
public struct ScalingFit: Equatable, Sendable {
  /// The power of the size.
  public let exponent: Double
  /// The time at size 1.
  public let factor: Double

  /// Fits the curve to points of positive size and time.
  ///
  /// - Returns: nil unless two points of different size are left after others are set aside.
  /// - Complexity: O(*n*²) in points.
  public init?(sizes: [Double], times: [Double]) {
    let points = zip(sizes, times).filter { $0 > 0 && $1 > 0 }.map { (x: log($0), y: log($1)) }
    var slopes: [Double] = []
    for (index, a) in points.enumerated() {
      for b in points[(index + 1)...] where a.x != b.x {
        slopes.append((b.y - a.y) / (b.x - a.x))
      }
    }
    // A slope is wrong where one of its two points is: of a share w of wrong points (1 − w)²
    // of the pairs are right, which is half of them up to 29 %.
    guard let slope = Statistics.median(slopes) else { return nil }
    guard let intercept = Statistics.median(points.map { $0.y - slope * $0.x }) else { return nil }
    exponent = slope
    factor = exp(intercept)
  }

  /// The time the curve gives for a size.
  public func time(atSize size: Double) -> Double { factor * pow(size, exponent) }
}
