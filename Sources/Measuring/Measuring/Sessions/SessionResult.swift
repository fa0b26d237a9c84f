/// The result of a paired session, with everything it measured.
public struct SessionResult: Equatable, Sendable {
  /// Why the session ended.
  public enum End: Equatable, Sendable {
    /// The rule stopped it.
    case decided
    /// It was cancelled; what was measured is kept.
    case cancelled
    /// A worker failed; what was measured is kept.
    case failed(Side, WorkerFailure)
    /// The sides do different work: there is nothing to compare.
    case answersDiffer(base: String, candidate: String)
    /// The clock that decides did not move in a whole launch: the work is too short for it.
    case unmeasurable(ClockKind)
  }

  /// The verdict; cannot tell when a worker failed.
  public let verdict: Verdict
  /// Why the session ended.
  public let end: End
  /// The launches in the order they were made.
  public let launches: [LaunchRecord]
  /// The clock that decided.
  public let clock: ClockKind
  /// The answer both sides gave; nil when there was none.
  public let answer: String?

  /// Makes a result of known parts.
  public init(
    verdict: Verdict, end: End, launches: [LaunchRecord], clock: ClockKind, answer: String?
  ) {
    self.verdict = verdict
    self.end = end
    self.launches = launches
    self.clock = clock
    self.answer = answer
  }

  /// The peak memory of both sides; nil where the system does not report it.
  public var memory: MemoryChange? { MemoryChange(launches.filter(\.isComplete)) }

  /// The log ratios that count: one for each complete launch.
  public func logRatios(_ clock: ClockKind) -> [Double] {
    launches.filter(\.isComplete).compactMap { $0.logRatio(clock) }
  }

  /// The estimate with its exact interval on the clock that decided.
  ///
  /// - Parameter alpha: The probability allowed for the interval to miss, 0.01 for 99 %.
  /// - Returns: nil without a complete launch; without an interval below eight of them at 0.01.
  public func estimate(alpha: Double = 0.01) -> RatioEstimate? {
    RatioEstimate(logRatios: logRatios(clock), alpha: alpha)
  }

  /// How many pairs were made.
  public var pairCount: Int { launches.reduce(0) { $0 + $1.pairs.count } }

  /// All epochs, for counting disturbances.
  public var epochs: [Epoch] { launches.flatMap { $0.pairs.flatMap(\.epochs) } }

  /// The median seconds for one iteration of a side, on any clock; nil without pairs.
  public func median(_ side: Side, _ clock: ClockKind) -> Double? {
    let pairs = launches.flatMap(\.pairs)
    let epochs = pairs.flatMap { side == .base ? $0.base : $0.candidate }
    return Statistics.median(epochs.map { $0.secondsPerIteration(clock) })
  }
}
