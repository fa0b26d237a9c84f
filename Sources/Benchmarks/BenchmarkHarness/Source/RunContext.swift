public import HistoryReports
public import Reporting

/// How benchmarks are timed.
public struct RunSettings {
  /// How results are written.
  public enum Format: String, CaseIterable, Sendable {
    /// For people.
    case table
    /// For programs.
    case json
    /// For spreadsheets.
    case csv
    /// For pages.
    case markdown
  }

  /// How results are written.
  public var format: Format
  /// In how many fresh processes a benchmark is timed; `nil` for as many as the source thinks right.
  public var launches: Int?
  /// Seconds of timing for each benchmark; `nil` for as many as the source thinks right.
  public var seconds: Double?
  /// Whether instructions are counted too.
  public var countsCosts: Bool

  /// Makes settings.
  public init(
    format: Format, launches: Int? = nil, seconds: Double? = nil, countsCosts: Bool = false
  ) {
    self.format = format
    self.launches = launches
    self.seconds = seconds
    self.countsCosts = countsCosts
  }
}

/// Where the results of a run go.
public struct RunContext {
  /// Writes results.
  public let output: (String) -> Void
  /// Writes errors, warnings and notes.
  public let message: (Notice) -> Void
  /// Asked between epochs.
  public let isCancelled: () -> Bool
  /// Shows how far it is.
  public let progress: any ProgressDisplay
  /// Seconds since the run was asked for.
  public let elapsed: () -> Double
  /// Records a run of a kind in an environment; `nil` to record nothing.
  public let recorder: (_ kind: String, _ environment: RunEnvironment) throws -> HistoryRecorder?

  /// Makes a context.
  public init(
    output: @escaping (String) -> Void, message: @escaping (Notice) -> Void,
    isCancelled: @escaping () -> Bool, progress: any ProgressDisplay,
    elapsed: @escaping () -> Double,
    recorder:
      @escaping (_ kind: String, _ environment: RunEnvironment) throws -> HistoryRecorder?
  ) {
    self.output = output
    self.message = message
    self.isCancelled = isCancelled
    self.progress = progress
    self.elapsed = elapsed
    self.recorder = recorder
  }

  /// What building and listing need of it.
  public var work: WorkContext { WorkContext(message: message, isCancelled: isCancelled) }
}
