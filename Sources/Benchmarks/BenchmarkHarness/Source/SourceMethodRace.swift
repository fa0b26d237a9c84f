public import Measuring
public import Reporting

/// What a race of methods compares: a program of a source in two layouts, with and without work added.
public struct SourceMethodRace {
  /// What runs on both sides, for people.
  public let subject: String
  /// How the program gets its layouts and the work that is added, in sentences.
  public let explanation: String
  /// How many pairs a launch of the paired methods makes.
  public let pairs: LaunchPairs
  /// The programs of a session, of which the candidate does a share of its work on top.
  public let pair: (_ session: Int, _ share: Double) throws(HarnessFailure) -> RacedPair
  /// Puts back what was changed, when the race has ended.
  public let finish: () -> Void

  /// Makes what is raced.
  public init(
    subject: String, explanation: String, pairs: LaunchPairs,
    pair: @escaping (_ session: Int, _ share: Double) throws(HarnessFailure) -> RacedPair,
    finish: @escaping () -> Void = {}
  ) {
    self.subject = subject
    self.explanation = explanation
    self.pairs = pairs
    self.pair = pair
    self.finish = finish
  }
}
