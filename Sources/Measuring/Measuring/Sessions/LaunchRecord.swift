/// What one fresh pair of worker processes measured.
public struct LaunchRecord: Equatable, Sendable, Codable {
  /// The iterations in each epoch, the same on both sides.
  public let iterations: Int
  /// The pairs in the order they ran.
  public let pairs: [PairRecord]
  /// Whether all pairs were made; a launch cut short is kept but does not count.
  public let isComplete: Bool
  /// Whether both workers stayed on the core they were asked to.
  public let isPinned: Bool
  /// The most memory that the base's process occupied, in bytes; nil where it is not known.
  public var basePeak: Int?
  /// The most memory that the candidate's process occupied, in bytes; nil where it is not known.
  public var candidatePeak: Int?
  /// What it says about the difference of its sides.
  public var estimate = LaunchEstimate.medianOfPairs

  /// Makes a record of known parts.
  public init(
    iterations: Int, pairs: [PairRecord], isComplete: Bool, isPinned: Bool, basePeak: Int? = nil,
    candidatePeak: Int? = nil
  ) {
    self.iterations = iterations
    self.pairs = pairs
    self.isComplete = isComplete
    self.isPinned = isPinned
    self.basePeak = basePeak
    self.candidatePeak = candidatePeak
  }

  /// ln(candidate ÷ base) on one clock, by its ``estimate``; nil where a clock stood still.
  public func logRatio(_ clock: ClockKind) -> Double? {
    switch estimate {
    case .medianOfPairs: return Statistics.median(pairs.compactMap { $0.logRatio(clock) })
    case .fastestAndNeighbours:
      guard let fastest = fastestThirds(clock), let neighbours = neighbours(clock) else {
        return nil
      }
      return (fastest + neighbours) / 2
    }
  }

  /// ln of the ratio of the means of each side's fastest third of epochs.
  private func fastestThirds(_ clock: ClockKind) -> Double? {
    func seconds(_ epochs: [Epoch]) -> Double {
      let sorted = epochs.map { $0.secondsPerIteration(clock) }.sorted()
      let fastest = sorted.prefix(max(1, (sorted.count + 1) / 3))
      return fastest.reduce(0, +) / Double(max(fastest.count, 1))
    }
    return LogRatio(
      of: seconds(pairs.flatMap(\.candidate)), over: seconds(pairs.flatMap(\.base)))?.value
  }

  /// The median of ln of the ratios of epochs that ran one after the other: of each two that ABBA begins
  /// and ends with.
  private func neighbours(_ clock: ClockKind) -> Double? {
    Statistics.median(
      pairs.flatMap { pair in
        LogRatio.paired(
          pair.candidate.map { $0.secondsPerIteration(clock) },
          over: pair.base.map { $0.secondsPerIteration(clock) })
      })
  }
}
