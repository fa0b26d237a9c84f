/// What a search finds in a series: changes of its level, slow drifts, or two modes.
public struct SeriesFindings: Equatable, Sendable {
  /// The changes in order.
  ///
  /// Indices rise by at least ``ChangePointDetector/shortestLevel``.
  public let changes: [ChangePoint]
  /// The slow drifts in order.
  public let drifts: [SeriesDrift]
  /// The newest stretch in which the series goes back and forth between two levels.
  ///
  /// nil where there is none. Changes may lie outside of it.
  public let modes: SeriesModes?
  /// The smallest change of the newest level that would be found; nil where that is not known.
  public let smallestChange: SmallestChange?

  /// Makes findings of known parts.
  public init(
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
public struct SeriesDrift: Equatable, Hashable, Sendable, Codable {
  /// The first point.
  public let start: Int
  /// The point after the last.
  public let end: Int
  /// The level of the fitted line at the first point.
  public let before: Double
  /// The level of the fitted line at the last point.
  public let after: Double
  /// The relative change: 0.02 is two percent more.
  public let effect: Double

  /// Whether the values rise: for times, a regression.
  public var isRise: Bool { after > before }
}

/// Two levels between which a series goes back and forth.
///
/// A benchmark that runs in one of two ways, by memory layout or by the machine it lands on,
/// changes its level often without any change of the code.
public struct SeriesModes: Equatable, Hashable, Sendable, Codable {
  /// The first point of the stretch.
  public let start: Int
  /// The point after its last.
  public let end: Int
  /// The lower level.
  public let low: Double
  /// The higher level.
  public let high: Double
  /// The share of points at the higher level, from 0 to 1.
  public let highShare: Double
  /// How often the series goes from one level to the other.
  public let switches: Int
  /// The relative distance from the lower level to the higher: 0.02 is two percent more.
  public let effect: Double

  /// The share of points at the lower level, from 0 to 1.
  public var lowShare: Double { 1 - highShare }
}
