/// How versions are compared.
package struct ComparisonSettings {
  /// Two revisions, one or none, as people name them.
  package var revisions: [String]
  /// The difference that does not matter; `nil` for that of the source.
  package var margin: Percentage?
  /// The slowdown that must not pass; `nil` for that of the source.
  package var gate: GateChoice?
  /// Which time decides; `nil` for the one that fits the work.
  package var clock: ClockChoice?
  /// Seconds after which a silent worker counts as hung; `nil` for those of the source.
  package var timeout: Double?
  /// Whether instructions are counted too.
  package var countsCosts: Bool
  /// Seconds for all measuring; `nil` to measure each benchmark until its verdict.
  package var seconds: Double?

  package init(
    revisions: [String] = [], margin: Percentage? = nil, clock: ClockChoice? = nil,
    timeout: Double? = nil, countsCosts: Bool = false, seconds: Double? = nil
  ) {
    self.revisions = revisions
    self.margin = margin
    self.clock = clock
    self.timeout = timeout
    self.countsCosts = countsCosts
    self.seconds = seconds
  }
}

/// What a source compares.
package struct SourceComparison {
  /// What is said around the results.
  package let title: String
  /// The sides: "main (1a2b3c4d) → working tree"; empty where each case names its own.
  package let sides: String
  /// The command that does it again; `nil` to say none.
  package let command: String?
  /// The comparisons, in order.
  package let cases: [any ComparisonCase]
  /// Sentences about what is not compared.
  package let remarks: [String]
  /// The benchmarks that only one side has, which the remarks name.
  package let unmatched: UnmatchedBenchmarks
  /// Hashes of the files of both sides; empty where there are none.
  package var files: [String] = []
  /// Seconds for all measuring; `nil` to measure each benchmark until its verdict.
  package var seconds: Double?

  package init(
    title: String, sides: String = "", command: String? = nil, cases: [any ComparisonCase],
    remarks: [String] = [], unmatched: UnmatchedBenchmarks = UnmatchedBenchmarks()
  ) {
    self.title = title
    self.sides = sides
    self.command = command
    self.cases = cases
    self.remarks = remarks
    self.unmatched = unmatched
  }
}
