package import Measuring
package import Reporting

/// Whole sessions on code whose true difference is known, to count how often verdicts are right.
package struct SelfTest {
  /// What the sessions are made of.
  package enum Kind: Equatable {
    /// Identical code on both sides: every verdict but same and cannot tell is a false alarm.
    case identical
    /// One side does a known share of work more: only slower is right.
    case injected(Percentage)
  }

  /// The result.
  package struct Tally: Equatable {
    /// What was tested.
    package let kind: Kind
    /// The slowdown that must not pass; `nil` where the size of the difference was asked for.
    package let gate: Percentage?
    /// Sessions that were completed.
    package var sessions = 0
    /// Sessions with the verdict slower or faster.
    package var alarms = 0
    /// Sessions with the verdict slower.
    package var slower = 0
    /// Sessions with the verdict same, or no slower by a gate.
    package var same = 0
    /// Sessions whose 99 % interval holds the truth.
    package var covered = 0
    /// Seconds of each session.
    package var sessionSeconds: [Double] = []
    /// Sessions whose estimate is above the truth, which is against the candidate.
    package var above = 0
    /// Sessions whose estimate is below the truth, which favours the candidate.
    package var below = 0
    /// Launches of all sessions together.
    package var launches = 0
    /// The largest effect that was ever estimated for identical code, or the errors' largest.
    package var largestError = 0.0
    /// What each session estimated, as log ratios.
    package var estimates: [LogEstimate] = []

    /// A session's estimate and its 99 % interval, as log ratios.
    package struct LogEstimate: Equatable {
      /// The estimate.
      package let value: Double
      /// The interval's ends; `nil` where there was none.
      package let interval: ClosedRange<Double>?
    }

    /// Makes a tally of no session.
    package init(kind: Kind, gate: Percentage? = nil) {
      self.kind = kind
      self.gate = gate
    }

    /// The truth, as a log ratio.
    package var truth: Double {
      if case .injected(let share) = kind { share.logRatio } else { 0 }
    }

    /// Takes in a session.
    package mutating func add(_ result: SessionResult, seconds: Double) {
      sessions += 1
      launches += result.launches.count
      sessionSeconds.append(seconds)
      switch result.verdict {
      case .slower:
        alarms += 1
        slower += 1
      case .faster: alarms += 1
      case .same, .noSlower: same += 1
      case .cannotTell: break
      }
      guard let estimate = result.estimate(alpha: 1 - ComparisonResult.confidence) else { return }
      if estimate.logInterval?.contains(truth) == true { covered += 1 }
      let error = estimate.logRatio.value - truth
      if error > 0 { above += 1 }
      if error < 0 { below += 1 }
      largestError = max(largestError, error.magnitude)
      estimates.append(
        LogEstimate(
          value: estimate.logRatio.value,
          interval: estimate.logInterval.map { $0.lower...$0.upper }))
    }
  }

  /// What is tested.
  package let kind: Kind
  /// The slowdown that must not pass; `nil` where the size of the difference is asked for.
  package let gate: Percentage?
  /// How many sessions are made.
  package let sessions: Int
  /// Runs the session of a number.
  package let measure: (_ index: Int, _ isCancelled: () -> Bool) -> SessionResult
  /// Where it says what it found and how far it is.
  package let context: RunContext

  package init(
    kind: Kind, gate: Percentage? = nil, sessions: Int,
    measure: @escaping (_ index: Int, _ isCancelled: () -> Bool) -> SessionResult,
    context: RunContext
  ) {
    self.kind = kind
    self.gate = gate
    self.sessions = sessions
    self.measure = measure
    self.context = context
  }

  /// Runs all sessions, or those before a cancellation.
  ///
  /// A session whose worker fails is reported and left out; the others go on, unless none has ever
  /// worked.
  ///
  /// - Returns: the tally and the status.
  package func run() -> (tally: Tally, status: WorkStatus) {
    var tally = Tally(kind: kind, gate: gate)
    var status = WorkStatus.success
    for index in 0..<sessions {
      context.show(
        "session \(index + 1) of \(sessions), \(tally.alarms) slower or faster",
        Double(index) / Double(sessions))
      let start = context.elapsed()
      let result = measure(index, context.isCancelled)
      // Ctrl-C also ends what a session has started, whose failure then says nothing.
      if result.end == .cancelled || (result.end != .decided && context.isCancelled()) {
        context.clear()
        context.message(.error("Interrupted: \(tally.sessions) of \(sessions) sessions are kept."))
        return (tally, .interrupted)
      }
      switch result.end {
      case .decided:
        tally.add(result, seconds: context.elapsed() - start)
      case .failed(_, let failure):
        status = .failure
        context.clear()
        context.message(.error("session \(index + 1): \(failure)."))
      case .answersDiffer, .unmeasurable, .cancelled:
        status = .failure
        context.clear()
        context.message(.error("session \(index + 1) could not be measured: \(result.end)."))
      }
      if tally.sessions == 0 { break }
    }
    context.clear()
    return (tally, status)
  }
}
