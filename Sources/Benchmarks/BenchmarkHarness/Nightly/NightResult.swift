internal import BenchmarkBuilds
package import Reporting
package import TimingHistory

/// The result of measuring a part, as a night keeps it to be resumed.
package struct NightMeasured: Equatable, Sendable {
  /// The series to judge.
  package var subjects: [NightSubject]
  /// Benchmarks that answered wrongly, with their input.
  package var wrong: [String]

  package init(
    subjects: [NightSubject], wrong: [String]
  ) {
    self.subjects = subjects
    self.wrong = wrong
  }
}

/// The result of a night.
package struct NightResult: Equatable {
  /// The night's run.
  package let run: RunID
  /// What the policy decided.
  package var verdict = NightVerdict.clean
  /// What was found of each series.
  package var outcomes: [NightOutcome] = []
  /// Where each series stood before the night.
  package var states: [String: SeriesState] = [:]
  /// What differs from the environment of the night before, in words.
  package var environmentDifferences: [String] = []
  /// What could not be done, in sentences.
  package var notes: [String] = []
  /// Why series became slower tonight, by their names.
  package var reasons: [String: NightReason] = [:]
  /// Benchmarks that answered wrongly.
  package var wrong: [String] = []
  /// Benchmarks of the night before that this one does not have: gone, or renamed.
  package var missing: [String] = []
  /// What could not be measured, a sentence each.
  package var failed: [String] = []
  /// The status of the first input that could not be read.
  package var inputFailure: WorkStatus?

  /// Makes the result of a night that has found nothing.
  package init(run: RunID) { self.run = run }

  /// Whether everything was measured that the night before measured, and answered rightly.
  package var isComplete: Bool { wrong.isEmpty && missing.isEmpty && failed.isEmpty }

  /// What a command ends with: a wrong answer first, then a regression, then what was not measured.
  package var status: WorkStatus {
    if !wrong.isEmpty { return .failure }
    let verdictStatus: WorkStatus =
      switch verdict {
      case .clean: .success
      case .regression: .slower
      case .cannotTell: .cannotTell
      case .environmentChanged: .notComparable
      }
    if verdict == .regression { return verdictStatus }
    return inputFailure ?? (missing.isEmpty ? verdictStatus : .notComparable)
  }

  /// Where a series stands after the night.
  package func state(after outcome: NightOutcome) -> SeriesState {
    outcome.events.reduce(states[outcome.series] ?? .ok) { $0.after($1) ?? $0 }
  }
}
