/// What one comparison by one method came to, with all that it was decided from.
package struct RaceRecord: Equatable, Sendable {
  /// What a method says.
  package enum Finding: String, Equatable, Sendable {
    /// The candidate takes longer.
    case slower
    /// The candidate takes less time.
    case faster
    /// The difference is within the margin; only methods with a margin can say so.
    case same
    /// No difference was found.
    case none
  }

  package let method: RacedMethod
  /// How much slower the candidate truly is: 0.01 is one percent, 0 is identical code.
  package let injected: Double
  /// Which comparison it is, from 0; all methods of a number compare the same two files.
  package let session: Int
  /// What the method says.
  package let finding: Finding
  /// The estimate of ln(candidate ÷ base).
  package let effect: Double
  /// Seconds that the comparison took, with the links it made.
  package let seconds: Double
  /// How many programs it linked.
  package let links: Int
  /// Seconds per iteration of each epoch or run, or the log ratio of each launch.
  package let base: [Double]
  /// As ``base``; empty where log ratios are kept.
  package let candidate: [Double]
}
