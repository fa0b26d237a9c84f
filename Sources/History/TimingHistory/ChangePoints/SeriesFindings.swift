/// What a search finds in a series: changes of its level, slow drifts, or two modes.
package struct SeriesFindings: Equatable, Sendable {
  /// The changes in order.
  ///
  /// Indices rise by at least ``ChangePointDetector/shortestLevel``.
  package let changes: [ChangePoint]
  /// The slow drifts in order.
  package let drifts: [SeriesDrift]
  /// The newest stretch in which the series goes back and forth between two levels.
  ///
  /// nil where there is none. Changes may lie outside of it.
  package let modes: SeriesModes?
  /// The smallest change of the newest level that would be found; nil where that is not known.
  package let smallestChange: SmallestChange?

  /// Makes findings of known parts.
  package init(
    changes: [ChangePoint] = [], drifts: [SeriesDrift] = [], modes: SeriesModes? = nil,
    smallestChange: SmallestChange? = nil
  ) {
    self.smallestChange = smallestChange
    self.changes = changes
    self.drifts = drifts
    self.modes = modes
  }
}

/// A slow change without a step.
package struct SeriesDrift: Equatable, Hashable, Sendable, Codable {
  /// The first point.
  package let start: Int
  /// The point after the last.
  package let end: Int
  /// The level of the fitted line at the first point.
  package let before: Double
  /// The level of the fitted line at the last point.
  package let after: Double
  /// The relative change: 0.02 is two percent more.
  package let effect: Double

  /// Whether the values rise: for times, a regression.
  package var isRise: Bool { after > before }
}

/// Two levels between which a series goes back and forth.
///
/// A benchmark that runs in one of two ways, by memory layout or by the machine it lands on,
/// changes its level often without any change of the code.
package struct SeriesModes: Equatable, Hashable, Sendable, Codable {
  /// The first point of the stretch.
  package let start: Int
  /// The point after its last.
  package let end: Int
  /// The lower level.
  package let low: Double
  /// The higher level.
  package let high: Double
  /// The share of points at the higher level, from 0 to 1.
  package let highShare: Double
  /// How often the series goes from one level to the other.
  package let switches: Int
  /// The relative distance from the lower level to the higher: 0.02 is two percent more.
  package let effect: Double

  /// The share of points at the lower level, from 0 to 1.
  package var lowShare: Double { 1 - highShare }
}
