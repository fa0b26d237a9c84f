/// What an ``InterleavedTimer`` measured.
public struct InterleavedTiming: Equatable, Sendable, Codable {
  /// One record for each contender, in the order they were given.
  public let contenders: [ContenderTiming]
  /// Complete rounds: each contender has one epoch in each.
  public let rounds: Int
  /// Whether it was stopped before the plan was fulfilled.
  public let wasCancelled: Bool
  /// The seed of the orders within rounds.
  public let seed: UInt64

  /// Makes a record of known measurements.
  public init(contenders: [ContenderTiming], rounds: Int, wasCancelled: Bool, seed: UInt64) {
    self.contenders = contenders
    self.rounds = rounds
    self.wasCancelled = wasCancelled
    self.seed = seed
  }

  /// How much longer one contender takes than another, from their times in the same rounds.
  ///
  /// - Parameters:
  ///   - contender: The position of the contender above the line.
  ///   - reference: The position of the one below the line.
  ///   - clock: The time to compare.
  ///   - alpha: The probability allowed for the interval to miss.
  /// - Returns: nil when there is no such contender or no complete round.
  public func ratio(
    of contender: Int, to reference: Int, clock: ClockKind, alpha: Double
  ) -> RatioEstimate? {
    guard contenders.indices.contains(contender), contenders.indices.contains(reference) else {
      return nil
    }
    let logRatios = LogRatio.paired(
      contenders[contender].samples(clock), over: contenders[reference].samples(clock))
    return RatioEstimate(logRatios: logRatios, alpha: alpha)
  }
}
