/// How versions are compared.
public struct ComparisonSettings {
  /// Two revisions, one or none, as people name them.
  public var revisions: [String]
  /// The difference that does not matter; `nil` for that of the source.
  public var margin: Percentage?
  /// The slowdown that must not pass; `nil` for that of the source.
  public var gate: GateChoice?
  /// Which time decides; `nil` for the one that fits the work.
  public var clock: ClockChoice?
  /// Seconds after which a silent worker counts as hung; `nil` for those of the source.
  public var timeout: Double?
  /// Whether instructions are counted too.
  public var countsCosts: Bool
  /// Seconds for all measuring; `nil` to measure each benchmark until its verdict.
  public var seconds: Double?

  /// Makes settings.
  public init(
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
public struct SourceComparison {
  /// What is said around the results.
  public let title: String
  /// The sides: "main (1a2b3c4d) → working tree"; empty where each case names its own.
  public let sides: String
  /// The command that does it again; `nil` to say none.
  public let command: String?
  /// The comparisons, in order.
  public let cases: [any ComparisonCase]
  /// Sentences about what is not compared.
  public let remarks: [String]
  /// The benchmarks that only one side has, which the remarks name.
  public let unmatched: UnmatchedBenchmarks
  /// Hashes of the files of both sides; empty where there are none.
  public var files: [String] = []
  /// Seconds for all measuring; `nil` to measure each benchmark until its verdict.
  public var seconds: Double?

  /// Makes a comparison.
  public init(
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
