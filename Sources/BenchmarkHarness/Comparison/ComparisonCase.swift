internal import ArgumentParser
internal import Measuring

/// Two things to compare, with how to check them and how to run them.
///
/// Everything that starts processes is in the closures, so that tests compare scripts.
struct ComparisonCase {
  /// What the other is compared with.
  let base: String
  /// What is judged.
  let candidate: String
  /// What both work on; `nil` for commands.
  let subject: String?
  /// Makes sure that comparing makes sense.
  let check: () throws(ComparisonFailure) -> Void
  /// Runs the paired session.
  let measure: (_ isCancelled: () -> Bool, _ progress: (SessionProgress) -> Void) -> SessionResult
  /// Counts the instructions of one call of both sides; `nil` when nobody asked.
  let count: (() -> InstructionComparison)?

  /// Both sides and what they work on: `simd against histogram on photo 1MP`.
  var title: String {
    "\(candidate) against \(base)" + (subject.map { " on \($0)" } ?? "")
  }
}

/// Why a case has no verdict: a sentence and the exit code.
struct ComparisonFailure: Error, Equatable {
  let message: String
  let exitCode: ExitCode

  /// A side answers wrongly, or its worker let the session down.
  static func failed(_ message: String) -> ComparisonFailure {
    ComparisonFailure(message: message, exitCode: .wrongAnswer)
  }

  /// The sides are unlike.
  static func notComparable(_ message: String) -> ComparisonFailure {
    ComparisonFailure(message: message, exitCode: .notComparable)
  }
}

/// A case with what came of it.
struct ComparisonResult: Equatable {
  let base: String
  let candidate: String
  let subject: String?
  let session: SessionResult
  let instructions: InstructionComparison?

  /// The confidence of every interval that a comparison prints.
  static let confidence = 0.99

  /// The change of the deciding time with its interval, as fractions: 0.01 is one percent slower.
  var change: (median: Double, interval: ClosedRange<Double>?)? {
    Self.change(session.estimate(alpha: 1 - Self.confidence))
  }

  /// The change on another clock.
  func change(_ clock: ClockKind) -> Double? {
    Self.change(RatioEstimate(logRatios: session.logRatios(clock), alpha: 0.01))?.median
  }

  private static func change(
    _ estimate: RatioEstimate?
  ) -> (median: Double, interval: ClosedRange<Double>?)? {
    estimate.map { estimate in
      (
        estimate.logRatio.percent / 100,
        estimate.logInterval.map { interval in
          LogRatio(interval.lower).percent / 100...LogRatio(interval.upper).percent / 100
        }
      )
    }
  }

  /// The verdict in words.
  var verdict: String {
    switch session.verdict {
    case .slower: "slower"
    case .faster: "faster"
    case .same: "same"
    case .cannotTell(let more):
      more.map { "cannot tell (≈ \($0) more pairs)" } ?? "cannot tell (at the margin)"
    }
  }
}
