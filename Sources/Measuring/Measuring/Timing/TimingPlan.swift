/// How long and how often to time.
public struct TimingPlan: Equatable, Sendable {
  /// Seconds to spend on all contenders together, warm-up included.
  public var budget: Double
  /// Rounds to make even when the budget is gone before.
  public var minimumRounds: Int
  /// Rounds after which to stop even when the budget is not gone.
  public var maximumRounds: Int
  /// Nanoseconds an epoch should last.
  public var epochNanoseconds: UInt64
  /// Seconds each contender runs before it is timed, within a tenth of its share of the budget.
  public var warmUp: Double
  /// The seed of the orders within rounds.
  public var seed: UInt64

  /// Makes a plan; the defaults suit kernels of microseconds to a second.
  ///
  /// - Parameters:
  ///   - budget: Seconds for all contenders together.
  ///   - minimumRounds: At least 1. Eleven give an interval at 99 % that leaves out the extremes.
  ///   - maximumRounds: At least `minimumRounds`.
  ///   - epochNanoseconds: Nanoseconds an epoch should last.
  ///   - warmUp: Seconds each contender runs untimed.
  ///   - seed: The seed of the orders within rounds.
  public init(
    budget: Double, minimumRounds: Int = 11, maximumRounds: Int = 10_000,
    epochNanoseconds: UInt64 = 1_000_000, warmUp: Double = 0.1, seed: UInt64 = 1
  ) {
    self.budget = max(budget, 0)
    self.minimumRounds = max(minimumRounds, 1)
    self.maximumRounds = max(maximumRounds, self.minimumRounds)
    self.epochNanoseconds = epochNanoseconds
    self.warmUp = max(warmUp, 0)
    self.seed = seed
  }
}
