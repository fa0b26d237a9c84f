/// Why a point is a change, or why it is not: what the detector weighed.
public struct StepExplanation: Equatable, Sendable, Codable {
  /// The point, counted from 0.
  public let index: Int
  /// Whether it is reported as a change.
  public let isChange: Bool
  /// What decided it.
  public let rule: StepRule
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

/// What decides whether a point is reported as a change.
public enum StepRule: String, Sendable, Codable {
  /// Its evidence is above the threshold.
  case evidence
  /// Its evidence is not above the threshold.
  case weak
  /// It is a switch between two modes.
  case modes
  /// A drift explains it as well.
  case drift
  /// It stands alone, and not beside the steps next to it: another place explains the levels better.
  case neighbours
}
