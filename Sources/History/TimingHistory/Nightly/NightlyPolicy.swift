package import ExchangeDocuments
package import Measuring

/// How a night decides: screen, confirm, classify, and correct for the number of series.
///
/// Screening reads the history and may be wrong one time in twenty, and so may a short session of a
/// new build against the one before; only what they suspect is measured again, in a fresh paired
/// session that is wrong three times in a thousand, over all series of a night together. Less than
/// 1 % of nights are falsely alarmed.
///
/// Everything here is a pure function: measurements go in, outcomes come out.
package struct NightlyPolicy: Sendable {
  /// Finds the shifts that are worth measuring again.
  package var screen = ChangePointDetector(sensitivity: .screening, scale: .logRatios)
  /// How many of the newest points are screened.
  package var window = 100
  /// The probability that the short session of a night sees a difference between equal builds, at each of its three
  /// looks.
  package var lookAlpha = 0.02
  /// The probability of a false regression in a night, over all series that were confirmed.
  package var confirmationAlpha = 0.003
  /// The smallest slowdown that is a regression: 0.01 is one percent.
  package var minimumEffect = 0.01
  /// By how many points a change may be misplaced: the last good build is taken from before them.
  package var placeMargin = 3

  /// Makes the policy that is described above.
  package init() {}

  /// What the history says of a series before anything is measured again.
  package enum Screening: Equatable, Sendable {
    /// Nothing new.
    case quiet
    /// There is a shift, but the same machine code does the same work: the environment changed.
    case vetoed(Shift)
    /// There is a shift, or an alert that is not settled: measure again.
    case suspicious(Shift)
  }

  /// Since when a series is not what it was.
  package struct Shift: Equatable, Sendable {
    /// The first run of the new level.
    package let since: RunID
    /// The change that the history shows, counted from its oldest point; nil when it shows none.
    package let change: ChangePoint?
  }

  /// One night of a series' history.
  package struct Point: Equatable, Sendable {
    package var run: RunID
    /// ln(time ÷ reference's time); the value of a metric.
    package var logRatio: Double
    /// The build that was measured.
    package var build: BuildIdentity

    package init(run: RunID, logRatio: Double, build: BuildIdentity) {
      self.run = run
      self.logRatio = logRatio
      self.build = build
    }

    /// Makes a point of a metric, to be screened in the scale of values.
    package init(run: RunID, metric: Double, build: BuildIdentity) {
      self.init(run: run, logRatio: metric, build: build)
    }
  }

  /// Screens a series.
  ///
  /// Shifts up to the run that settled the last alert are known and judged. A series that is
  /// suspect or regressed stays under suspicion while its build differs from the last good one.
  ///
  /// - Parameters:
  ///   - history: Every night, oldest first, tonight last.
  ///   - status: Where the series stands.
  ///   - pairedInterval: The 95 % interval of ln(tonight ÷ last good), if tonight's session
  ///     measured both builds.
  ///   - scale: What the points' numbers are: those of a metric are values; nil for what the screen is made for.
  /// - Returns: Whether to measure again.
  package func screen(
    history: [Point], status: SeriesStatus, pairedInterval: Interval? = nil,
    scale: SeriesScale? = nil
  ) -> Screening {
    guard let tonight = history.last else { return .quiet }
    let screen = ChangePointDetector(
      sensitivity: screen.sensitivity, scale: scale ?? screen.scale)
    let recent = history.suffix(window)
    let settled = status.settled.flatMap { run in recent.lastIndex { $0.run == run } }
    let firstNew = settled.map { $0 + 1 } ?? recent.startIndex
    let change = screen.changePoints(in: recent.map(\.logRatio)).last {
      recent.startIndex + $0.index >= firstNew
    }
    let isOpen = status.state == .suspect || status.state == .regressed
    if let change {
      let place = recent.startIndex + change.index
      let shift = Shift(since: history[place].run, change: change.moved(to: place))
      let before = history[place - 1].build
      return !isOpen && tonight.build.isSameBuild(as: before)
        ? .vetoed(shift) : .suspicious(shift)
    }
    let isShifted = pairedInterval.map { !$0.contains(0) } ?? false
    guard isOpen || isShifted else { return .quiet }
    return .suspicious(Shift(since: status.firstBad ?? tonight.run, change: nil))
  }

  /// The last build that was good, to confirm against: from before the open alert or the shift.
  ///
  /// - Parameters:
  ///   - history: Every night, oldest first, tonight last.
  ///   - status: Where the series stands.
  ///   - shift: What the screen said.
  /// - Returns: nil when the history does not reach back so far.
  package func lastGood(history: [Point], status: SeriesStatus, shift: Shift) -> Point? {
    // The run with which a regression began was pruned: what is left may all be slow, and to be as
    // fast as that is no recovery.
    guard status.state != .regressed || status.firstBad != nil else { return nil }
    let bad = status.firstBad ?? shift.since
    guard let place = history.lastIndex(where: { $0.run == bad }), place > 0 else { return nil }
    // Tonight alone cannot be misplaced.
    let margin = place == history.count - 1 ? 0 : placeMargin
    return history[max(place - 1 - margin, 0)]
  }
}
