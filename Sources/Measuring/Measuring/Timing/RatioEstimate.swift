/// How one time relates to another, with the interval the ratio may lie in.
public struct RatioEstimate: Equatable, Sendable {
  /// The median of the pairs' log ratios: above 0 is slower.
  public let logRatio: LogRatio
  /// The exact interval for it on the logarithmic scale; nil with too few pairs.
  public let logInterval: Interval?
  /// How many pairs it rests on.
  public let pairs: Int

  /// Makes an estimate from log ratios of pairs; nil without any.
  ///
  /// - Parameters:
  ///   - logRatios: One for each pair.
  ///   - alpha: The probability allowed for the interval to miss.
  public init?(logRatios: [Double], alpha: Double) {
    guard let median = Statistics.median(logRatios) else { return nil }
    logRatio = LogRatio(median)
    logInterval = MedianInterval(of: logRatios, alpha: alpha)?.interval
    pairs = logRatios.count
  }

  /// The ratio: 1.1 takes a tenth longer.
  public var factor: Double { logRatio.factor }

  /// The interval of the ratio.
  public var factorInterval: Interval? {
    logInterval?.mapEnds { LogRatio($0).factor }
  }
}
