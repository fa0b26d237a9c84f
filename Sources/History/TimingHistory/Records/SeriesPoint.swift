package import ExchangeDocuments
package import Measuring

/// What one run says of a series.
package struct SeriesPoint: Equatable, Sendable {
  package let run: RunID
  /// Milliseconds since 1970.
  package let startedAt: Int64
  /// The commit that was measured.
  package let commit: String?
  /// The fingerprint of the environment.
  package let fingerprint: String?
  /// The name of the machine that measured; nil when it was not recorded.
  package let machine: String?
  /// Whether it was its session's reference: its ratios are then all one.
  package let isReference: Bool
  /// A hash of the answer that was given.
  package let answerHash: String?
  /// A hash of the machine code that ran.
  package let codeHash: String?
  /// A hash of what was worked on.
  package let inputHash: String?
  /// How many instructions were executed, where counted.
  package let instructions: Int64?
  /// The median time of one iteration in nanoseconds, or the recorded value.
  package let value: Double
  /// The exact 95 % interval of the median time, where there are enough samples; of a recorded value its own.
  package let valueInterval: Interval?
  /// What the interval of the value is; nil where there is none, or the other program does not say.
  package let intervalKind: IntervalKind?
  /// The median of the logarithms of the ratios to the reference; nil without a reference.
  package let logRatio: Double?
  /// The exact 95 % interval of the logarithm of the ratio, where there are enough samples.
  package let logRatioInterval: Interval?
  /// How many samples there are.
  package let sampleCount: Int
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
