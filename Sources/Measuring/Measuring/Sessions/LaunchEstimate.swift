/// What a launch says about the difference of its two sides.
public enum LaunchEstimate: String, Sendable, Codable {
  /// The median over pairs of neighbouring epochs: what slowly changes is in both.
  case medianOfPairs
  /// The means of the fastest third of each side's epochs.
  ///
  /// For epochs that are processes of their own, of which a launch has few. Disturbances only ever add
  /// time, and most runs are long enough to have one: over launches of six pairs of equal commands of
  /// 6 and 8 ms the spread was 0.75 % where medians of pairs had 0.9 and 1.1.
  case fastestThird
}
