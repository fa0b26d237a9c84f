/// Everything that was measured of one contender.
public struct ContenderTiming: Equatable, Sendable, Codable {
  /// The contender's name.
  public let label: String
  /// How often the work was done in each epoch.
  public let iterationsPerEpoch: Int
  /// The epochs in the order of their rounds, none left out.
  public internal(set) var epochs: [Epoch]

  /// Makes a record of known epochs.
  public init(label: String, iterations: Int, epochs: [Epoch] = []) {
    self.label = label
    iterationsPerEpoch = iterations
    self.epochs = epochs
  }

  /// Seconds per call in each epoch, in the order of rounds.
  public func samples(_ clock: ClockKind) -> [Double] {
    epochs.map { $0.secondsPerIteration(clock) }
  }

  /// The median of the samples; nil without samples.
  public func median(_ clock: ClockKind) -> Double? {
    Statistics.median(samples(clock))
  }

  /// The exact interval for the median; nil with too few samples for this alpha.
  ///
  /// It holds for this process on this machine now. It treats epochs as independent; see
  /// ``Statistics/autocorrelation(_:)`` for whether they are.
  public func interval(_ clock: ClockKind, alpha: Double) -> MedianInterval? {
    MedianInterval(of: samples(clock), alpha: alpha)
  }

  /// How many epochs something else disturbed.
  public var disturbedEpochs: Int { epochs.count(where: \.isDisturbed) }
}
