/// A place in a series from which on the values have another level.
package struct ChangePoint: Equatable, Hashable, Sendable, Codable {
  /// The first point of the new level, counted from 0.
  package let index: Int
  /// The level before: the median back to the previous change.
  package let before: Double
  /// The level after, up to the next change.
  package let after: Double
  /// The relative change: 0.02 is two percent more.
  package let effect: Double
  /// How sure it is: the statistic as a multiple of what chance alone reaches, above 1.
  package let evidence: Double

  /// Makes a change point of known parts.
  package init(index: Int, before: Double, after: Double, effect: Double, evidence: Double) {
    self.index = index
    self.before = before
    self.after = after
    self.effect = effect
    self.evidence = evidence
  }

  /// The same change, counted from another place.
  func moved(to index: Int) -> ChangePoint {
    ChangePoint(index: index, before: before, after: after, effect: effect, evidence: evidence)
  }

  /// Whether the values rose: for times, a regression.
  package var isRise: Bool { after > before }
}
