/// What a launch says about the difference of its two sides.
public enum LaunchEstimate: String, Sendable, Codable {
  /// The median over pairs of neighbouring epochs: what slowly changes is in both.
  case medianOfPairs
  /// The mean of two: the ratio of the means of each side's fastest third of epochs, and the median of
  /// the ratios of epochs that ran one after the other.
  ///
  /// For epochs that are processes of their own, of which a launch has few. The first is exact where
  /// disturbances are short and most runs have one, as beside other programs; the second where they are
  /// longer than a run, as on a virtual machine whose neighbours slow a core down. Over 29 sessions there
  /// the interval was 0.90 of that of the first alone, and 0.9 of that of the second.
  case fastestAndNeighbours
}
