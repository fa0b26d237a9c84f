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

  /// The median of the pairs' log ratios on one clock; nil without any.
  public func logRatio(_ clock: ClockKind) -> Double? {
    Statistics.median(pairs.compactMap { $0.logRatio(clock) })
  }
}
