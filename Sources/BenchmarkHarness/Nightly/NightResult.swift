internal import ArgumentParser
internal import TimingHistory

/// Why a night, or a part of it, could not be brought to an end.
enum NightFailure: Error {
  /// The history could not be read or written.
  case history(HistoryError)
  /// An image could not be read; the others go on.
  case input(InputFailure)
  /// Two builds cannot be compared: why, in a sentence.
  case incomparable(String)
  /// The report could not be written.
  case report(String)
  /// Ctrl-C.
  case interrupted
}

/// What measuring an image came to, as a night keeps it for after a kill.
struct NightMeasured: Codable, Equatable {
  /// The series to judge.
  var subjects: [NightSubject]
  /// Kernels that answered wrongly, with the image.
  var wrong: [String]
}

/// What a night came to.
struct NightResult: Equatable {
  /// The night's run.
  let run: RunID
  var verdict = NightVerdict.clean
  var outcomes: [NightOutcome] = []
  /// Where each series stood before the night.
  var states: [String: SeriesState] = [:]
  /// What is another than the night before, in words.
  var environmentDifferences: [String] = []
  /// What could not be done, in sentences.
  var notes: [String] = []
  /// Kernels that answered wrongly.
  var wrong: [String] = []
  /// What the first image that could not be read comes to.
  var inputFailure: ExitCode?

  init(run: RunID) { self.run = run }

  /// What the night comes to: a wrong answer first, then a regression, then what was not measured.
  var exitCode: ExitCode {
    if !wrong.isEmpty { return .wrongAnswer }
    if verdict == .regression { return ExitCode(Int32(verdict.rawValue)) }
    return inputFailure ?? ExitCode(Int32(verdict.rawValue))
  }

  /// Where a series stands after the night.
  func state(after outcome: NightOutcome) -> SeriesState {
    outcome.events.reduce(states[outcome.series] ?? .ok) { $0.after($1) ?? $0 }
  }
}
