internal import HistoryReports
package import Measuring
package import Reporting
package import TimingHistory

/// Records a run in the history while it is measured.
///
/// The first failure ends the recording and is reported; measuring goes on, because its results are
/// useful all the same.
package final class HistoryRecorder {
  /// Where the history is.
  package let location: HistoryLocation
  /// Whether someone asked for this history, so that a failure is an error.
  package var isRequired: Bool { location.isChosen }
  /// Whether something could not be recorded.
  package var hasFailed: Bool { failure != nil }
  /// The first failure.
  package private(set) var failure: HistoryError?
  /// What a command comes to that was asked to record and could not.
  package var failureStatus: WorkStatus {
    failure?.kind == .readOnly ? .unwritableOutput : .ioFailure
  }

  var store: HistoryStore?
  private let kind: String
  let environment: EnvironmentRecord
  let now: () -> Int64
  private let message: (Notice) -> Void
  /// The run that is recorded; `nil` before the first input.
  package private(set) var run: RunID?

  /// Opens the history; a failure is reported at once.
  ///
  /// - Parameters:
  ///   - location: where the history is.
  ///   - kind: which command runs.
  ///   - environment: the machine and the build.
  ///   - open: opens a history.
  ///   - now: milliseconds since 1970.
  ///   - message: called with failures, and in the end with the run's number.
  package init(
    location: HistoryLocation, kind: String, environment: EnvironmentRecord,
    open: (HistoryLocation) throws(HistoryError) -> HistoryStore, now: @escaping () -> Int64,
    message: @escaping (Notice) -> Void
  ) {
    self.location = location
    self.kind = kind
    self.environment = environment.withoutInput
    self.now = now
    self.message = message
    attempt { () throws(HistoryError) in store = try open(location) }
  }

  /// Continues a run that is already in a history.
  package init(
    continuing run: RunID, in store: HistoryStore, location: HistoryLocation,
    environment: EnvironmentRecord, now: @escaping () -> Int64,
    message: @escaping (Notice) -> Void
  ) {
    self.location = location
    kind = ""
    self.environment = environment.withoutInput
    self.now = now
    self.message = message
    self.store = store
    self.run = run
  }

  /// Starts to record a race; `nil` when nothing can be recorded any more.
  package func race() -> RaceRecorder? {
    attempt { () throws(HistoryError) in
      guard run == nil, let store else { return }
      run = try store.beginRun(
        RunRecord(
          kind: kind, startedAt: now(), commit: environment[.gitCommit].value,
          environment: environment))
    }
    guard !hasFailed, run != nil else { return nil }
    return RaceRecorder(recorder: self)
  }

  /// Marks the run as complete and reports where it is.
  package func finish() {
    attempt { () throws(HistoryError) in
      guard let store, let run else { return }
      try store.finish(run, at: now())
    }
    guard let run, !hasFailed else { return }
    message(.note("Recorded as run \(run.value) in '\(location.path)'."))
  }

  /// Says what is not recorded, where the rest is.
  func warn(_ text: String) { message(.warning(text)) }

  /// Does something to the history, unless it failed before.
  func attempt(_ work: () throws(HistoryError) -> Void) {
    guard !hasFailed else { return }
    do throws(HistoryError) {
      try work()
    } catch {
      failure = error
      let lost = run == nil ? "This run is not recorded" : "The rest of this run is not recorded"
      message(Notice(isRequired ? .error : .warning, "\(lost). \(error.message)"))
    }
  }
}

extension EnvironmentRecord {
  /// The record of a run: its inputs are recorded with each measurement, and a run of other inputs
  /// is not one in another environment.
  package var withoutInput: EnvironmentRecord {
    var record = self
    record[.inputHash] = .unknown("recorded with each measurement")
    return record
  }
}
