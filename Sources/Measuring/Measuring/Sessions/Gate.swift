/// The slowdown that a comparison does not let pass.
///
/// A team asks less than how large a difference is: is it slower by the gate or more? The answer is
///
/// - *no slower* as soon as a slowdown of the gate or more is excluded, at a risk of 1 in 100 over all
///   launches together: so what is slower by the gate or more, and all the more by twice the gate, passes in
///   at most 1 of 100 comparisons;
/// - *slower* as soon as a slowdown is shown, one of more than the margin, at a risk of 1 in 1,000 over all
///   launches together, and no more launches could pass it: less than the gate is excluded at a risk of 1 in
///   100, too many launches lie above the gate for any number that is still to come, or this was the last
///   look. So equal code fails in at most 1 of 1,000 comparisons, when and why ever one stops;
/// - *faster* where that is shown by more than the margin, at a risk of 1 in 1,000.
///
/// Both follow from ``AnytimeBound``, whatever the distribution of launches is. What lies between the margin
/// and the gate may end either way, with its bound.
public struct Gate: Equatable, Sendable {
  /// The log ratio from which on a slowdown must not pass.
  public let limit: Double
  /// The log ratio that the layout of two files may make of equal code, either way.
  public var allowance = 0.0

  /// How a slowdown is excluded.
  static let passing = AnytimeBound(risk: 0.01)
  /// How one is shown.
  static let failing = AnytimeBound(risk: 0.001)

  /// Makes a gate.
  ///
  /// - Parameter limit: The log ratio from which on a slowdown must not pass.
  public init(limit: Double) { self.limit = abs(limit) }

  /// When a comparison with a gate looks whether it can stop: each look comes after a quarter more launches.
  ///
  /// They spend nothing: what a gate risks holds for all moments together.
  public static let looks = looks([9, 11, 13, 16, 20, 25, 32, 40, 50, 64, 80, 100, 128, 160])

  /// More looks, for comparisons that may take longer.
  public static let patientLooks = looks + looks([200, 256, 320, 400, 512, 640])

  private static func looks(_ launches: [Int]) -> [SequentialRule.Look] {
    launches.map { SequentialRule.Look(launches: $0, alpha: failing.risk) }
  }

  /// The log ratio that the candidate is no slower than, with 99 %; nil with fewer than nine launches.
  public func bound(_ logRatios: [Double]) -> Double? {
    Self.passing.upper(logRatios).map { $0 + allowance }
  }

  /// The log ratio that the candidate is slower than, with 99.9 %; nil with fewer than thirteen launches.
  public func leastChange(_ logRatios: [Double]) -> Double? {
    Self.failing.lower(logRatios).map { $0 - allowance }
  }

  /// About the smallest gate that these launches would have decided, wherever the truth lies; nil with fewer
  /// than thirteen.
  ///
  /// - Parameters:
  ///   - logRatios: One for each launch.
  ///   - margin: The log ratio up to which a difference does not matter.
  /// - Returns: A log ratio.
  public func resolution(_ logRatios: [Double], margin: Double) -> Double? {
    guard let high = bound(logRatios), let low = leastChange(logRatios) else { return nil }
    return high - low + margin
  }

  /// What launches say, where they say enough.
  ///
  /// - Parameters:
  ///   - logRatios: One for each launch.
  ///   - margin: The log ratio up to which a difference does not matter.
  ///   - most: The most launches that may be made.
  /// - Returns: nil where more launches are needed.
  func verdict(_ logRatios: [Double], margin: Double, most: Int) -> Verdict? {
    guard let bound = bound(logRatios) else { return nil }
    if bound < limit {
      // A candidate that is no slower may be faster as well: that is said only where its own
      // bound excludes equality, which takes more launches than passing does.
      guard bound < -margin else { return .noSlower }
      // A few more launches can say that it is faster.
      guard let high = Self.failing.upper(logRatios) else {
        return logRatios.count < most ? nil : .noSlower
      }
      return high + allowance < -margin ? .faster : .noSlower
    }
    guard let least = leastChange(logRatios), least > margin,
      cannotPass(logRatios, most: most)
    else { return nil }
    return .slower
  }

  /// Whether no more launches would decide.
  ///
  /// - Parameters:
  ///   - logRatios: One for each launch.
  ///   - margin: The log ratio up to which a difference does not matter.
  ///   - most: The most launches that may be made.
  /// - Returns: Whether neither verdict is in reach.
  func isHopeless(_ logRatios: [Double], margin: Double, most: Int) -> Bool {
    // What is known of two files is less than their layouts may make.
    if let high = Self.passing.upper(logRatios), let low = Self.passing.lower(logRatios),
      high <= margin + allowance, low >= limit - allowance
    {
      return true
    }
    // Of all launches that may be made so many may miss, whatever comes: with more of them
    // below the margin "slower" is out of reach, with more above the gate "no slower" is.
    let notSlower = logRatios.count { $0 - allowance <= margin }
    return notSlower > Self.failing.misses(count: most) ?? -1
      && isBeyond(logRatios, most: most)
  }

  /// Whether a slowdown below the gate is excluded, or more launches cannot show it.
  private func cannotPass(_ logRatios: [Double], most: Int) -> Bool {
    if logRatios.count >= most || isBeyond(logRatios, most: most) { return true }
    return Self.passing.lower(logRatios).map { $0 - allowance >= limit } ?? false
  }

  /// Whether more launches lie above the gate than may in the end.
  private func isBeyond(_ logRatios: [Double], most: Int) -> Bool {
    logRatios.count { $0 + allowance >= limit } > Self.passing.misses(count: most) ?? -1
  }
}
