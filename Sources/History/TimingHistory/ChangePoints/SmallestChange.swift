internal import CLibrary

/// The smallest change of a series' newest level that a check would find.
///
/// A step is found when its evidence z exceeds the threshold T for its lengths. The evidence of a
/// step of size δ is about normal around δ/s with a variance of 1, so δ is found with a probability
/// of 95 % where δ/s = T + 1.645 (the power of a one-sided z-test: Cohen, "Statistical power
/// analysis for the behavioral sciences", 1988, chapter 2). s is the standard error of the difference of
/// two levels, σ √(f(n)/n + f(m)/m) for n points before and m after; f is the factor by which
/// noise with a memory of ρ widens a mean (``NoiseEstimate/inflation(correlation:count:)``). As the
/// noise is estimated, z is turned back into a t-statistic with the detector's own approximation
/// (Wallace, 1959).
package struct SmallestChange: Equatable, Sendable, Codable {
  /// The relative change: 0.02 is two percent.
  package let effect: Double
  /// How many points after the change it is found in.
  package let points: Int
  /// How many points find half of it; nil where no number does, because the level before has too few.
  package let pointsForHalf: Int?

  /// Points after a change in which it should be found: a check that needs more comes late.
  package static let usualPoints = 10
  /// The probability of finding it.
  package static let probability = 0.95

  /// The normal deviate of ``probability``.
  private static let deviate = 1.6449
  /// The most points that are worth waiting for.
  private static let mostPoints = 10_000

  /// Weighs a level; nil where there is no noise to tell from.
  ///
  /// - Parameters:
  ///   - before: How many points the newest level has.
  ///   - count: How many points the series has.
  ///   - noise: The noise about its levels.
  ///   - deviation: The standard deviation of a value about the level, as a part of the level.
  ///   - sensitivity: How readily a change is reported.
  init?(
    before: Int, count: Int, noise: NoiseEstimate, deviation: Double, sensitivity: Sensitivity
  ) {
    func size(after points: Int) -> Double {
      let total = count + points
      let threshold =
        EvidenceLimit.value(count: total, sensitivity: sensitivity)
        + StepEvidence.scalePenalty(left: before, right: points, count: total, isNewest: true)
      // As in StepEvidence: 20 for the noise of the series, and a point less than each side
      // has.
      let freedom = max(min(Double(before + points) + 18, noise.freedom + Double(points)), 1)
      let needed = (threshold + Self.deviate) * (8 * freedom + 3) / (8 * freedom + 1)
      let t = (freedom * expm1(needed * needed / freedom)).squareRoot()
      let errors = [before, points].map {
        NoiseEstimate.inflation(correlation: noise.correlation, count: $0) / Double($0)
      }
      return t * deviation * (errors[0] + errors[1]).squareRoot()
    }
    guard before >= StepEvidence.shortestSide, deviation > 0, deviation.isFinite else { return nil }
    let effect = size(after: Self.usualPoints)
    guard effect.isFinite else { return nil }
    self.effect = effect
    points = Self.usualPoints
    var high = Self.usualPoints
    // First doubled until it is enough, then halved to the first that is: sizes fall with
    // points.
    while size(after: high) > effect / 2, high < Self.mostPoints { high *= 2 }
    guard size(after: high) <= effect / 2 else {
      pointsForHalf = nil
      return
    }
    var low = high / 2
    while low + 1 < high {
      let middle = (low + high) / 2
      if size(after: middle) <= effect / 2 { high = middle } else { low = middle }
    }
    pointsForHalf = high
  }
}
