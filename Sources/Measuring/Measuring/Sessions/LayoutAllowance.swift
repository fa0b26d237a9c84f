/// How far apart two programs of the same code may be because of where the linker put it.
///
/// Launches of two given files show how these files differ, to a hundredth of a percent. They
/// cannot show how their code differs, because every launch has the same layout of functions. Where
/// the files cannot be linked again with other layouts, a verdict about the code has to allow for
/// it.
public struct LayoutAllowance: Equatable, Sendable, Codable {
  /// The log ratio by which equal code may differ, either way.
  public let logRatio: Double
  /// How many pairs of layouts it was measured with; nil when it was not measured.
  public let layoutPairs: Int?

  /// What is taken for caution where nothing was measured: 5 %, which is no knowledge.
  ///
  /// Equal code in two layouts differed by up to 4.4 % where this was written (eight links of an
  /// interpreter) and mostly by less than 2 %; others report 5 % and more.
  public static let assumed = LayoutAllowance(logRatio: 0.0488, layoutPairs: nil)

  /// The fewest pairs of layouts to measure an allowance with.
  ///
  /// The largest of *n* differences is exceeded by the next one with probability 1/(*n* + 1).
  public static let leastPairs = 12

  /// Makes an allowance of known parts.
  public init(logRatio: Double, layoutPairs: Int?) {
    self.logRatio = abs(logRatio)
    self.layoutPairs = layoutPairs
  }

  /// Makes the allowance that covers measured differences of equal code in two layouts; nil with
  /// fewer than ``leastPairs``.
  ///
  /// - Parameter logRatios: One for each pair of layouts.
  public init?(measured logRatios: [Double]) {
    guard logRatios.count >= Self.leastPairs, let largest = logRatios.map(\.magnitude).max() else {
      return nil
    }
    self.init(logRatio: largest, layoutPairs: logRatios.count)
  }

  /// The interval for the difference of the code, given that of the files.
  public func widened(_ interval: Interval) -> Interval {
    Interval(lower: interval.lower - logRatio, upper: interval.upper + logRatio)
  }

  /// What two files that were compared say about their code.
  ///
  /// - Parameters:
  ///   - verdict: The verdict about the files.
  ///   - interval: The interval for their log ratio; nil without one.
  ///   - margin: The log ratio up to which a difference does not matter.
  /// - Returns: The verdict, unless the layout alone could have made it: then that it cannot be
  ///   decided, and that no number of launches would help.
  public func verdict(_ verdict: Verdict, interval: Interval?, margin: Double) -> Verdict {
    guard let interval else { return .cannotTell(morePairs: nil) }
    let whole = widened(interval)
    switch verdict {
    case .slower: return whole.lower > margin ? .slower : .cannotTell(morePairs: nil)
    case .faster: return whole.upper < -margin ? .faster : .cannotTell(morePairs: nil)
    case .same:
      return whole.lower >= -margin && whole.upper <= margin
        ? .same : .cannotTell(morePairs: nil)
    case .noSlower, .cannotTell: return verdict
    }
  }
}
