public import ExchangeDocuments
public import Measuring

/// What one run says of a series.
public struct SeriesPoint: Equatable, Sendable {
  /// The run.
  public let run: RunID
  /// Milliseconds since 1970.
  public let startedAt: Int64
  /// The commit that was measured.
  public let commit: String?
  /// The fingerprint of the environment.
  public let fingerprint: String?
  /// The name of the machine that measured; nil when it was not recorded.
  public let machine: String?
  /// Whether it was its session's reference: its ratios are then all one.
  public let isReference: Bool
  /// A hash of the answer that was given.
  public let answerHash: String?
  /// A hash of the machine code that ran.
  public let codeHash: String?
  /// A hash of what was worked on.
  public let inputHash: String?
  /// How many instructions were executed, where counted.
  public let instructions: Int64?
  /// The median time of one iteration in nanoseconds, or the recorded value.
  public let value: Double
  /// The exact 95 % interval of the median time, where there are enough samples; of a recorded value its own.
  public let valueInterval: Interval?
  /// What the interval of the value is; nil where there is none, or the other program does not say.
  public let intervalKind: IntervalKind?
  /// The median of the logarithms of the ratios to the reference; nil without a reference.
  public let logRatio: Double?
  /// The exact 95 % interval of the logarithm of the ratio, where there are enough samples.
  public let logRatioInterval: Interval?
  /// How many samples there are.
  public let sampleCount: Int
}

extension SeriesPoint {
  /// A value that another program measured in a run.
  package init(
    run: RunID, startedAt: Int64, commit: String?, machine: String?, codeHash: String?,
    inputHash: String?,
    value: Double, interval: Interval?, intervalKind: IntervalKind?
  ) {
    self.init(
      run: run, startedAt: startedAt, commit: commit, fingerprint: nil, machine: machine,
      isReference: false,
      answerHash: nil, codeHash: codeHash, inputHash: inputHash, instructions: nil,
      value: value, valueInterval: interval, intervalKind: interval == nil ? nil : intervalKind,
      logRatio: nil, logRatioInterval: nil, sampleCount: 0)
  }
}
