internal import Measuring

/// What the launches of one benchmark say about a try.
package struct TryStanding: Equatable, Sendable {
  /// What the referee wants of a change.
  package let wish: RefereeWish
  /// The risk at which an improvement counts.
  package let risk: Double
  /// One log ratio for each launch: below 0 is faster.
  package var logRatios: [Double]
  /// What the layout of two files may make of equal code, as a log ratio.
  package var allowance = 0.0

  /// - Parameters:
  ///   - wish: what the referee wants of a change.
  ///   - risk: the risk at which an improvement counts.
  ///   - logRatios: one for each launch.
  ///   - allowance: what the layout of two files may make of equal code, as a log ratio.
  package init(wish: RefereeWish, risk: Double, logRatios: [Double], allowance: Double = 0) {
    self.wish = wish
    self.risk = risk
    self.logRatios = logRatios
    self.allowance = allowance
  }

  /// The risk of each bound that can end a try without a keep.
  private static let otherRisk = AnytimeBound(risk: 0.01)

  /// Whether an improvement of more than the margin is shown.
  package var isFaster: Bool {
    // Always against the try: what a layout may make counts as if it had made it faster.
    AnytimeBound(risk: risk).upper(logRatios).map { $0 + allowance < -wish.margin } ?? false
  }

  /// Whether an improvement that is worth keeping is excluded.
  package var isNotWorth: Bool {
    Self.otherRisk.lower(logRatios).map { $0 - allowance > -wish.worth } ?? false
  }

  /// The change that it is no slower than; nil with too few launches.
  package var bound: Double? { Self.otherRisk.upper(logRatios).map { $0 + allowance } }

  /// Whether a slowdown as large as an improvement worth keeping is excluded.
  package var isNoSlower: Bool { bound.map { $0 < wish.worth } ?? false }

  /// Whether such a slowdown is shown.
  package var isSlower: Bool {
    Self.otherRisk.lower(logRatios).map { $0 - allowance >= wish.worth } ?? false
  }

  /// Whether no number of launches would say more, because the files' layouts may make more than is asked.
  package var isBeyondReach: Bool {
    guard let high = Self.otherRisk.upper(logRatios), let low = Self.otherRisk.lower(logRatios)
    else { return false }
    return low > -wish.margin - allowance && high < wish.worth + allowance && allowance > 0
      && !isNotWorth
  }
}

/// What a referee wants of a change.
package struct RefereeWish: Equatable, Sendable {
  /// The log ratio of the smallest improvement worth keeping, and of the slowdown that must not pass.
  package let worth: Double
  /// The log ratio up to which a difference does not matter.
  package let margin: Double

  /// After how many launches a try may be decided: those of a gate, which spend nothing either.
  package static let looks = Gate.looks.map(\.launches)

  /// - Parameter worth: the log ratio of the smallest improvement worth keeping.
  package init(worth: Double) {
    self.worth = worth
    // As for a gate: a quarter of it, and no more than the margin of all comparisons.
    margin = min(SequentialRule().margin, worth / 4)
  }
}
