internal import ArgumentParser
internal import CommandText
internal import Measuring

/// Whole sessions on code of which the truth is known, to count how often a verdict is right.
struct SelfTest {
  /// What the sessions are made of.
  enum Kind: Equatable {
    /// Identical code on both sides: every verdict but same and cannot tell is a false alarm.
    case identical
    /// One side does a known share of work more: only slower is right.
    case injected(Percentage)
  }

  /// What came of it.
  struct Tally: Equatable {
    let kind: Kind
    /// Sessions that came to their end.
    var sessions = 0
    /// Sessions with the verdict slower or faster.
    var alarms = 0
    /// Sessions with the verdict slower.
    var slower = 0
    /// Sessions with the verdict same.
    var same = 0
    /// Sessions whose 99 % interval holds the truth.
    var covered = 0
    /// Seconds of all sessions together.
    var seconds = 0.0
    /// The largest effect that was ever estimated for identical code, or the errors' largest.
    var largestError = 0.0

    /// The truth, as a log ratio.
    var truth: Double {
      if case .injected(let share) = kind { share.logRatio } else { 0 }
    }

    /// Takes in a session.
    mutating func add(_ result: SessionResult, seconds: Double) {
      sessions += 1
      self.seconds += seconds
      switch result.verdict {
      case .slower:
        alarms += 1
        slower += 1
      case .faster: alarms += 1
      case .same: same += 1
      case .cannotTell: break
      }
      guard let estimate = result.estimate(alpha: 1 - ComparisonResult.confidence) else { return }
      if estimate.logInterval?.contains(truth) == true { covered += 1 }
      largestError = max(largestError, (estimate.logRatio.value - truth).magnitude)
    }
  }

  let kind: Kind
  let sessions: Int
  /// Runs the session of a number.
  let measure: (_ index: Int, _ isCancelled: () -> Bool) -> SessionResult
  let message: (String) -> Void
  let isCancelled: () -> Bool
  var progress: ProgressLine
  /// Seconds since the test was made.
  let elapsed: () -> Double

  /// Runs all sessions, or as many as there is patience for.
  ///
  /// A session whose worker fails is told and left out; the rest goes on, unless none has ever
  /// worked.
  ///
  /// - Returns: what came of them, and the exit code.
  mutating func run() -> (tally: Tally, code: ExitCode) {
    var tally = Tally(kind: kind)
    var code = ExitCode.success
    for index in 0..<sessions {
      progress.update(
        label: "session \(index + 1) of \(sessions), \(tally.alarms) slower or faster",
        fraction: Double(index) / Double(sessions), elapsed: elapsed())
      let start = elapsed()
      let result = measure(index, isCancelled)
      switch result.end {
      case .decided:
        tally.add(result, seconds: elapsed() - start)
      case .cancelled:
        progress.clear()
        message("Interrupted: \(index) of \(sessions) sessions are kept.")
        return (tally, .interrupted)
      case .failed(_, let failure):
        code = .wrongAnswer
        progress.clear()
        message("Error: session \(index + 1): \(failure).")
      case .answersDiffer, .unmeasurable:
        code = .wrongAnswer
        progress.clear()
        message("Error: session \(index + 1) could not be measured: \(result.end).")
      }
      if tally.sessions == 0 { break }
    }
    progress.clear()
    return (tally, code)
  }
}

extension SelfTest.Tally {
  /// The confidence of the bounds.
  static let confidence = 0.95

  /// What came of it, in words.
  var words: String {
    guard sessions > 0 else { return "No session came to its end.\n" }
    let each = Quantities.time(seconds / Double(sessions))
    let coverage = "\(covered) of \(sessions) intervals (99 %) hold the truth"
    let error = "largest error \(Decimals.fixed(largestError * 100, places: 2)) %"
    let first: String
    switch kind {
    case .identical:
      let bounds = ProportionBounds(successes: alarms, trials: sessions)
      let bound = Decimals.fixed(bounds.atMost(confidence: Self.confidence) * 100, places: 2)
      first =
        "A/A: \(alarms) false alarms in \(sessions) sessions on identical code; "
        + "the true rate is at most \(bound) % (95 %, Clopper-Pearson); \(same) said same"
    case .injected(let share):
      let bounds = ProportionBounds(successes: slower, trials: sessions)
      let rate = Decimals.fixed((bounds.observed ?? 0) * 100, places: 1)
      let bound = Decimals.fixed(bounds.atLeast(confidence: Self.confidence) * 100, places: 1)
      first =
        "Injected \(share.text): found in \(slower) of \(sessions) sessions, \(rate) %; "
        + "the true rate is at least \(bound) % (95 %, Clopper-Pearson)"
    }
    return "\(first)\n\(coverage); \(error); \(each) a session\n"
  }

  /// What came of it, for programs.
  var json: JSONValue {
    let result: [JSONValue.Field]
    switch kind {
    case .identical:
      let bounds = ProportionBounds(successes: alarms, trials: sessions)
      result = [
        .init("alarms", .integer(alarms)),
        .init("atMost", .number(bounds.atMost(confidence: Self.confidence))),
        .init("same", .integer(same)),
      ]
    case .injected(let share):
      let bounds = ProportionBounds(successes: slower, trials: sessions)
      result = [
        .init("detected", .integer(slower)),
        .init("atLeast", .number(bounds.atLeast(confidence: Self.confidence))),
        .init("injected", .number(share.fraction)),
      ]
    }
    return .object(
      [.init("sessions", .integer(sessions))] + result + [
        .init("covered", .integer(covered)),
        .init("largestError", .number(largestError)),
        .init("seconds", .number(seconds)),
      ])
  }
}
