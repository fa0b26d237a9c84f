/// Why a point is a change, or why it is not: what the detector weighed.
public struct StepExplanation: Equatable, Sendable, Codable {
  /// The point, counted from 0.
  public let index: Int
  /// Whether it is reported as a change.
  public let isChange: Bool
  /// The first point of the level before.
  public let start: Int
  /// The point after the last of the level after.
  public let end: Int
  /// The level before: the median.
  public let before: Double
  /// The level after: the median.
  public let after: Double
  /// The relative change: 0.02 is two percent more.
  public let effect: Double
  /// The difference of the levels as a standard normal deviate.
  public let statistic: Double
  /// What the statistic must exceed.
  public let threshold: Double
  /// The standard deviation of the noise about the levels, in units of the series.
  public let noise: Double
  /// The correlation of neighbouring points about their levels: the mean of what the series allows.
  public let memory: Double
  /// How many points were weighed: those of the series that are finite.
  public let count: Int
}
