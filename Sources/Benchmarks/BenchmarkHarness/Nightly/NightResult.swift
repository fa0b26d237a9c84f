internal import BenchmarkBuilds
public import Reporting
public import TimingHistory

/// The result of measuring a part, as a night keeps it to be resumed.
public struct NightMeasured: Equatable, Sendable {
  /// The series to judge.
  public var subjects: [NightSubject]
  /// Benchmarks that answered wrongly, with their input.
  public var wrong: [String]

  /// Makes a night measured.
  public init(
    subjects: [NightSubject], wrong: [String]
  ) {
    self.subjects = subjects
    self.wrong = wrong
  }
}

/// The result of a night.
public struct NightResult: Equatable {
  /// The night's run.
  public let run: RunID
  /// What the policy decided.
  public var verdict = NightVerdict.clean
  /// What was found of each series.
  public var outcomes: [NightOutcome] = []
  /// Where each series stood before the night.
  public var states: [String: SeriesState] = [:]
  /// What differs from the environment of the night before, in words.
  public var environmentDifferences: [String] = []
  /// What could not be done, in sentences.
  public var notes: [String] = []
  /// Why series became slower tonight, by their names.
  public var reasons: [String: NightReason] = [:]
  /// Benchmarks that answered wrongly.
  public var wrong: [String] = []
  /// Benchmarks of the night before that this one does not have: gone, or renamed.
  public var missing: [String] = []
  /// What could not be measured, a sentence each.
  public var failed: [String] = []
  /// The status of the first input that could not be read.
  public var inputFailure: WorkStatus?

  /// Makes the result of a night that has found nothing.
  public init(run: RunID) { self.run = run }

  /// Whether everything was measured that the night before measured, and answered rightly.
  public var isComplete: Bool { wrong.isEmpty && missing.isEmpty && failed.isEmpty }

  /// What a command ends with: a wrong answer first, then a regression, then what was not measured.
  public var status: WorkStatus {
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
  public func state(after outcome: NightOutcome) -> SeriesState {
    outcome.events.reduce(states[outcome.series] ?? .ok) { $0.after($1) ?? $0 }
  }
}
