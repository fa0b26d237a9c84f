/// The verdict of comparing a candidate with a base.
public enum Verdict: Equatable, Hashable, Sendable, Codable {
  /// The candidate takes longer, by more than the margin.
  case slower
  /// The candidate takes less time, by more than the margin.
  case faster
  /// The difference, whichever way, is smaller than the margin.
  case same
  /// A slowdown of the gate or more is excluded; only comparisons with a ``Gate`` say so.
  case noSlower
  /// The interval reaches across the margin. About so many more pairs would settle it; nil when
  /// the true difference seems to lie so close to the margin that no number in reach would.
  case cannotTell(morePairs: Int?)
}
