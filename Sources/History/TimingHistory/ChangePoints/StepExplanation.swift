/// Why a point is a change, or why it is not: what the detector weighed.
package struct StepExplanation: Equatable, Sendable, Codable {
  /// The point, counted from 0.
  package let index: Int
  /// Whether it is reported as a change.
  package let isChange: Bool
  /// What decided it.
  package let rule: StepRule
  /// The first point of the level before.
  package let start: Int
  /// The point after the last of the level after.
  package let end: Int
  /// The level before: the median.
  package let before: Double
  /// The level after: the median.
  package let after: Double
  /// The relative change: 0.02 is two percent more.
  package let effect: Double
  /// The difference of the levels as a standard normal deviate.
  package let statistic: Double
  /// What the statistic must exceed.
  package let threshold: Double
  /// The standard deviation of the noise about the levels, in units of the series.
  package let noise: Double
  /// The correlation of neighbouring points about their levels: the mean of what the series allows.
  package let memory: Double
  /// How many points were weighed: those of the series that are finite.
  package let count: Int
}

/// What decides whether a point is reported as a change.
package enum StepRule: String, Sendable, Codable {
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
