package import Measuring

/// What a measurement says in short.
package struct MeasurementSummary: Equatable, Sendable {
  /// The median time of one iteration in nanoseconds, or the recorded value.
  package let value: Double
  /// The exact 95 % interval of the median time, where there are enough samples; or that of the
  /// recorded value, as the other program gave it.
  package let valueInterval: Interval?
  /// The median of the logarithms of the ratios to the reference; nil without a reference.
  package let logRatio: Double?
  /// The exact 95 % interval of the logarithm of the ratio, where there are enough samples.
  package let logRatioInterval: Interval?

  /// Sums up samples; nil where there is neither a sample nor a recorded value.
  ///
  /// - Parameters:
  ///   - recorded: The value itself, for what came from elsewhere without samples.
  ///   - interval: The interval of that value.
  ///   - times: The time of one iteration in each round, in nanoseconds.
  ///   - logRatios: The logarithms of the ratios to the reference.
  /// - Complexity: O(*n* log *n*) in samples.
  package init?(
    recorded: Double?, interval: Interval? = nil, times: [Double], logRatios: [Double]
  ) {
    guard let value = recorded ?? Statistics.median(times) else { return nil }
    self.value = value
    valueInterval =
      recorded == nil ? MedianInterval(of: times, alpha: 0.05)?.interval : interval
    logRatio = logRatios.isEmpty ? nil : Statistics.median(logRatios)
    logRatioInterval =
      logRatios.isEmpty ? nil : MedianInterval(of: logRatios, alpha: 0.05)?.interval
  }
}
