public import BenchmarkHarness

/// How two states are compared and their difference is explained.
public struct ExplanationSettings {
  /// Two revisions, one or none, as people name them.
  public var revisions: [String]
  /// The difference that does not matter; `nil` for that of the suite.
  public var margin: Percentage?
  /// Which time decides; `nil` for the one that fits the work.
  public var clock: ClockChoice?
  /// Seconds after which a silent worker counts as hung; `nil` for those of the suite.
  public var timeout: Double?
  /// Seconds for all measuring; `nil` to search to the end.
  public var seconds: Double?
  /// Whether files of the change are exchanged, also where object files could be.
  public var exchangesFiles: Bool

  /// Makes settings.
  public init(
    revisions: [String] = [], margin: Percentage? = nil, clock: ClockChoice? = nil,
    timeout: Double? = nil, seconds: Double? = nil, exchangesFiles: Bool = false
  ) {
    self.revisions = revisions
    self.margin = margin
    self.clock = clock
    self.timeout = timeout
    self.seconds = seconds
    self.exchangesFiles = exchangesFiles
  }
}
