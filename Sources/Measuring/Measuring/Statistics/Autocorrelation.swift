extension Statistics {
  /// How alike neighbours in a series are: the lag-1 autocorrelation, from −1 to 1.
  ///
  /// Near 0 the samples may be treated as independent. Well above 0 the machine drifts while it
  /// measures, intervals for plain medians are too narrow, and only paired ratios can be trusted.
  ///
  /// - Returns: nil for fewer than three values or when all are equal.
  public static func autocorrelation(_ values: [Double]) -> Double? {
    guard values.count >= 3 else { return nil }
    let mean = values.reduce(0, +) / Double(values.count)
    let deviations = values.map { $0 - mean }
    let variance = deviations.reduce(0) { $0 + $1 * $1 }
    guard variance > 0 else { return nil }
    let products = zip(deviations, deviations.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
    return products / variance
  }
}
