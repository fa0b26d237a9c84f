/// A sign that the machine was not quiet while it measured, and what to do about it.
public enum NoiseWarning: Equatable, Sendable, CustomStringConvertible {
  /// The hypervisor took the processor away in this share of epochs.
  case steal(share: Double)
  /// Other programs took the processor away in this share of epochs.
  case otherPrograms(share: Double)
  /// Epochs of the same work differ by this robust relative deviation.
  case unsteady(deviation: Double)
  /// Neighbouring launches are this much alike: the machine drifts.
  case drift(autocorrelation: Double)

  /// Looks for signs in the epochs of one piece of work, in the order they were measured.
  ///
  /// A launch has its own memory, and where layouts are drawn its own program: that its epochs are
  /// alike says nothing of the machine. So drift is looked for among launches.
  ///
  /// - Parameters:
  ///   - launches: The epochs of each launch, of the same work.
  ///   - clock: The clock that decides.
  /// - Returns: Nothing for a quiet machine or for fewer than ten epochs, which show nothing.
  public static func warnings(_ launches: [[Epoch]], clock: ClockKind) -> [NoiseWarning] {
    let epochs = Array(launches.joined())
    guard epochs.count >= 10 else { return [] }
    var warnings: [NoiseWarning] = []
    let count = Double(epochs.count)
    let stolen = Double(epochs.count { $0.stealTicks > 0 }) / count
    if stolen > 0.1 { warnings.append(.steal(share: stolen)) }
    let switched = Double(epochs.count { $0.involuntarySwitches > 0 }) / count
    if switched > 0.1 { warnings.append(.otherPrograms(share: switched)) }
    let samples = epochs.map { $0.secondsPerIteration(clock) }
    if let median = Statistics.median(samples), median > 0,
      let deviation = Statistics.medianAbsoluteDeviation(samples)
    {
      let relative = deviation * Statistics.normalConsistency / median
      if relative > 0.05 { warnings.append(.unsteady(deviation: relative)) }
      let middles = launches.compactMap { launch in
        Statistics.median(launch.map { $0.secondsPerIteration(clock) })
      }
      // Drift too small to matter is not reported, and few launches are alike by chance.
      if middles.count >= 10, let likeness = Statistics.autocorrelation(middles), likeness > 0.5,
        relative > 0.01
      {
        warnings.append(.drift(autocorrelation: likeness))
      }
    }
    return warnings
  }

  /// What was seen and what to do about it.
  public var description: String {
    func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
    return switch self {
    case .steal(let share):
      "the host gave this machine's processor to others in \(percent(share)) of epochs: measure at "
        + "another time or on another host; ratios remain usable, absolute times do not"
    case .otherPrograms(let share):
      "other programs took the processor in \(percent(share)) of epochs: stop them, or rely on "
        + "processor time and paired ratios"
    case .unsteady(let deviation):
      "epochs of the same work differ by \(percent(deviation)): close other programs and fix the "
        + "clock frequency (governor \"performance\", turbo off) if you can"
    case .drift(let likeness):
      "times drift (neighbouring launches correlate by \((likeness * 100).rounded() / 100)): let the machine "
        + "warm up or cool down; intervals of single times are too narrow, paired ratios are not"
    }
  }
}
