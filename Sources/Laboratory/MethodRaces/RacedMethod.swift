/// A way of deciding whether one program is slower than another.
package enum RacedMethod: String, CaseIterable, Sendable {
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
  package var title: String {
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
  package var summary: String {
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
