package import BenchmarkHarness
internal import BenchmarkSuites
internal import Measuring

/// How two states are compared and their difference is explained.
package struct ExplanationSettings {
  /// Two revisions, one or none, as people name them.
  package var revisions: [String]
  /// The difference that does not matter; `nil` for that of the suite.
  package var margin: Percentage?
  /// Which time decides; `nil` for the one that fits the work.
  package var clock: ClockChoice?
  /// Seconds after which a silent worker counts as hung; `nil` for those of the suite.
  package var timeout: Double?
  /// Seconds for all measuring; `nil` to search to the end.
  package var seconds: Double?
  /// Whether files of the change are exchanged, also where object files could be.
  package var exchangesFiles: Bool
  /// Whether it is counted what a call executes, which is slow in programs that start slowly.
  package var countsCalls = true
  /// What is known of the whole change, and the only benchmarks that are explained; empty to measure all.
  package var measured: [ComparisonResult] = []
  /// The hashes of the files that were measured; empty where nothing was.
  package var measuredFiles: [String] = []

  package init(
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

  /// The log ratio of a benchmark that does not matter.
  func margin(of suite: BenchmarkSuite) -> Double {
    (margin ?? suite.margin)?.logRatio ?? SequentialRule().margin
  }
}
