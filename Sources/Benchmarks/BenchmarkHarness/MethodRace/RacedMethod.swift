/// A way of deciding whether one program is slower than another.
public enum RacedMethod: String, CaseIterable, Sendable {
  /// All of the base's measurements, then all of the candidate's; the Mann–Whitney test at 5 %.
  case sequential
  /// Fresh processes of both in random order; the Mann–Whitney test at 5 % over their medians.
  case interleaved
  /// Both at once on two cores; the 95 % interval for the median of the paired ratios.
  case duet
  /// Whole runs of one program, then of the other; slower or faster when the ratio of the means is
  /// further from 1 than its standard deviation, as hyperfine prints it.
  case wholeRuns
  /// Two processes that take turns on one core, over fresh launches of the same two files.
  case paired
  /// As ``paired``, with another layout of both programs in each launch.
  case layouts

  /// The name for a table.
  public var title: String {
    switch self {
    case .sequential: "sequential, Mann–Whitney"
    case .interleaved: "randomised interleaved trials"
    case .duet: "duet (both at once)"
    case .wholeRuns: "whole runs, mean ± σ (hyperfine)"
    case .paired: "paired launches, fixed layouts"
    case .layouts: "paired launches, a layout each"
    }
  }

  /// What the method does and how it decides, in one sentence for a page.
  public var summary: String {
    switch self {
    case .sequential:
      "100 epochs of one program, then 100 of the other; Mann–Whitney's test at 5 %."
    case .interleaved:
      "30 fresh processes of each in random order, ten epochs in each; Mann–Whitney's test at 5 % "
        + "over the medians of processes."
    case .duet:
      "Both programs at once on two cores, 200 epochs; the exact 95 % interval for the median of "
        + "their ratios."
    case .wholeRuns:
      "30 whole runs of one program, then of the other; different when the ratio of the means is "
        + "further from 1 than its standard deviation, as hyperfine prints it."
    case .paired:
      "`bench compare` without linking: launches in which both take turns on one core, of the same "
        + "two files; an exact interval over launches, a margin of 0.25 %."
    case .layouts:
      "`bench compare` as it is: as before, and each launch links both programs with other layouts."
    }
  }
}

/// What one comparison by one method came to, with all that it was decided from.
public struct RaceRecord: Equatable, Sendable {
  /// What a method says.
  public enum Finding: String, Equatable, Sendable {
    /// The candidate takes longer.
    case slower
    /// The candidate takes less time.
    case faster
    /// The difference is within the margin; only methods with a margin can say so.
    case same
    /// No difference was found.
    case none
  }

  /// The method.
  public let method: RacedMethod
  /// How much slower the candidate truly is: 0.01 is one percent, 0 is identical code.
  public let injected: Double
  /// Which comparison it is, from 0; all methods of a number compare the same two files.
  public let session: Int
  /// What the method says.
  public let finding: Finding
  /// The estimate of ln(candidate ÷ base).
  public let effect: Double
  /// Seconds that the comparison took, with the links it made.
  public let seconds: Double
  /// How many programs it linked.
  public let links: Int
  /// Seconds per iteration of each epoch or run, or the log ratio of each launch.
  public let base: [Double]
  /// As ``base``; empty where log ratios are kept.
  public let candidate: [Double]

  /// Makes a record of known parts.
  public init(
    method: RacedMethod, injected: Double, session: Int, finding: Finding, effect: Double,
    seconds: Double, links: Int, base: [Double], candidate: [Double]
  ) {
    self.method = method
    self.injected = injected
    self.session = session
    self.finding = finding
    self.effect = effect
    self.seconds = seconds
    self.links = links
    self.base = base
    self.candidate = candidate
  }
}
