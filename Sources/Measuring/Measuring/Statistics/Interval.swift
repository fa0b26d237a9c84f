/// A closed range of values that an estimate may have.
public struct Interval: Equatable, Hashable, Sendable, Codable {
  /// The low end.
  public let lower: Double
  /// The high end.
  public let upper: Double

  /// Makes an interval of two ends.
  public init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  /// Upper end minus lower end.
  public var width: Double { upper - lower }

  /// Whether a value lies in the interval, ends included.
  public func contains(_ value: Double) -> Bool { lower <= value && value <= upper }

  /// The interval with a growing function applied to both ends, `exp` for example.
  public func mapEnds(_ transform: (Double) -> Double) -> Interval {
    Interval(lower: transform(lower), upper: transform(upper))
  }
}
