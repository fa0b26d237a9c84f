/// When to stop comparing, and with which verdict.
///
/// The unit of inference is a process launch, because most of the variance is between processes
/// (Kalibera & Jones, "Rigorous benchmarking in reasonable time", 2013): each launch gives one log
/// ratio, the median of its pairs. After certain numbers of launches the exact interval for the
/// median of these is looked at, and the comparison stops as soon as it lies wholly above the
/// margin (slower), below it (faster) or within it (same; the two one-sided tests of equivalence
/// testing). Looking several times at data would multiply false alarms, so a share of the total
/// error is spent at each look: by the union bound a verdict is wrong with at most the sum,
/// whatever the distribution of launches is.
public struct SequentialRule: Equatable, Sendable {
  /// A moment at which a decision may fall.
  public struct Look: Equatable, Sendable {
    /// After how many launches.
    public let launches: Int
    /// The probability of error spent here.
    public let alpha: Double
    /// Whether it is taken only where the look before has found a change, which may still be smaller
    /// than the margin.
    public let followsChange: Bool

    /// Makes a look.
    public init(launches: Int, alpha: Double, followsChange: Bool = false) {
      self.launches = launches
      self.alpha = alpha
      self.followsChange = followsChange
    }
  }

  /// What to do next.
  public enum Decision: Equatable, Sendable {
    /// Make launches until there are so many.
    case goOn(untilLaunches: Int)
    /// Stop.
    case stop(Verdict)
  }

  /// The looks in rising order of launches.
  public private(set) var looks: [Look]
  /// The log ratio up to which a difference does not matter.
  public let margin: Double
  /// The slowdown that must not pass; nil where the size of a difference is asked for.
  public private(set) var gate: Gate?
  /// The launches of the last look of the whole rule.
  private let mostLaunches: Int

  /// Looks after 12, 20, 40 and 80 launches that spend 0.0005, 0.0005, 0.001 and 0.001.
  ///
  /// Twelve is the fewest for which the sign test can reach 0.0005; from twenty on, a few wild
  /// launches no longer decide.
  public static let standardLooks = [
    Look(launches: 12, alpha: 0.0005), Look(launches: 20, alpha: 0.0005),
    Look(launches: 40, alpha: 0.001), Look(launches: 80, alpha: 0.001),
  ]

  /// The standard looks, and more after 160, 320 and 640 launches that spend 0.0005 each: for
  /// comparisons that may take longer.
  public static let patientLooks =
    standardLooks + [160, 320, 640].map { Look(launches: $0, alpha: 0.0005) }

  /// The standard looks, and one after 160 launches that spends 0.0005, for those comparisons that have found
  /// a change by then and not whether it is larger than the margin.
  ///
  /// On a machine whose neighbours slow it down, 80 launches find a change of one percent and often leave
  /// this open.
  public static let looksForChanges =
    standardLooks + [Look(launches: 160, alpha: 0.0005, followsChange: true)]

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - margin: The log ratio up to which a difference does not matter: 0.0025 is a quarter of
  ///     a percent.
  ///   - looks: When decisions may fall; sorted by launches here.
  ///   - gate: The slowdown that must not pass; nil where the size of a difference is asked for.
  public init(
    margin: Double = 0.0025, looks: [Look] = SequentialRule.standardLooks, gate: Gate? = nil
  ) {
    self.margin = abs(margin)
    self.looks = looks.sorted { $0.launches < $1.launches }
    self.gate = gate
    mostLaunches = self.looks.last?.launches ?? 0
  }

  /// A rule that decides nothing: launches are counted up to each look, and whoever asks for them judges.
  ///
  /// - Parameter launches: The looks, in launches.
  /// - Returns: A rule that ends after the last of them.
  public static func counting(_ launches: [Int]) -> SequentialRule {
    SequentialRule(looks: launches.map { Look(launches: $0, alpha: 0) })
  }

  /// The rule with its first looks alone.
  ///
  /// - Parameter count: How many.
  /// - Returns: A rule that ends after them; the same one where there are no more.
  public func first(_ count: Int) -> SequentialRule {
    var rule = self
    rule.looks = Array(looks.prefix(count))
    return rule
  }

  /// The rule where the layout of two files may make a difference of equal code; the same one without a
  /// gate.
  ///
  /// - Parameter logRatio: What it may make, either way.
  /// - Returns: A rule whose gate allows for it.
  public func allowing(_ logRatio: Double) -> SequentialRule {
    var rule = self
    rule.gate?.allowance = abs(logRatio)
    return rule
  }

  /// The most launches that are ever made.
  public var maximumLaunches: Int { looks.last?.launches ?? 0 }

  /// The number of launches that ends an undecided comparison that has not found a change.
  public var usualLaunches: Int { looks.last { !$0.followsChange }?.launches ?? 0 }

  /// The probability of a wrong verdict over all looks together, at most; with a gate that of calling equal
  /// code slower.
  public var totalAlpha: Double {
    gate == nil ? looks.reduce(0) { $0 + $1.alpha } : Gate.failing.risk
  }

  /// Decides after some launches.
  ///
  /// - Parameters:
  ///   - logRatios: One for each launch, in the order they were made.
  ///   - pairsPerLaunch: How many pairs a launch has, to say what is missing in pairs.
  /// - Returns: Between two looks, always to continue until the next.
  public func decide(_ logRatios: [Double], pairsPerLaunch: Int = 1) -> Decision {
    if let gate { return decide(logRatios, by: gate, pairsPerLaunch: pairsPerLaunch) }
    let look = looks.first { $0.launches == logRatios.count }
    // Only at a look: an interval between two would spend what no look has set aside.
    let interval = look.flatMap { MedianInterval(of: logRatios, alpha: $0.alpha)?.interval }
    if let verdict = interval.flatMap(verdict) { return .stop(verdict) }
    // Between two looks, the one before has allowed the next.
    let hasChange = look == nil || interval?.contains(0) == false
    if let next = looks.first(where: {
      $0.launches > logRatios.count && (hasChange || !$0.followsChange)
    }) {
      return .goOn(untilLaunches: next.launches)
    }
    return .stop(
      .cannotTell(morePairs: morePairs(after: logRatios, pairsPerLaunch: pairsPerLaunch)))
  }

  private func decide(
    _ logRatios: [Double], by gate: Gate, pairsPerLaunch: Int
  ) -> Decision {
    let isLook = looks.contains { $0.launches == logRatios.count }
    if isLook, let verdict = gate.verdict(logRatios, margin: margin, most: mostLaunches) {
      return .stop(verdict)
    }
    let isHopeless = isLook && gate.isHopeless(logRatios, margin: margin, most: mostLaunches)
    if !isHopeless, let next = looks.first(where: { $0.launches > logRatios.count }) {
      return .goOn(untilLaunches: next.launches)
    }
    return .stop(
      .cannotTell(morePairs: morePairs(after: logRatios, pairsPerLaunch: pairsPerLaunch)))
  }

  /// The verdict after a time limit has ended the launches between two looks.
  ///
  /// What the next look would have spent is spent here: when the time ends does not depend on which side is
  /// faster. A gate's bounds hold at every moment.
  ///
  /// - Parameter logRatios: One for each launch, in the order they were made.
  /// - Returns: nil when the interval reaches across the margin, or there are too few launches for one.
  func verdict(endedAfter logRatios: [Double]) -> Verdict? {
    if let gate {
      return gate.verdict(logRatios, margin: margin, most: mostLaunches)
        ?? (gate.bound(logRatios).map { $0 < gate.limit } == true ? .noSlower : nil)
    }
    let next = looks.first { $0.launches > logRatios.count }
    return next.flatMap { MedianInterval(of: logRatios, alpha: $0.alpha)?.interval }
      .flatMap(verdict)
  }

  /// The verdict an interval of log ratios allows; nil when it reaches across the margin.
  func verdict(_ interval: Interval) -> Verdict? {
    //     −margin        0        margin
    //        |           |           |    [—]    slower
    //     [—]|           |           |           faster, left of it
    //        |       [———]           |           same
    //        |           |      [————]——]        none: it reaches across
    if interval.lower > margin { return .slower }
    if interval.upper < -margin { return .faster }
    if interval.lower >= -margin, interval.upper <= margin { return .same }
    return nil
  }

  /// About how many more pairs would settle it with the last look's error, 9 times in 10.
  ///
  /// The normal approximation for a mean, divided by the efficiency of the sign test for normal
  /// data (2/π ≈ 0.64): a plan, not a promise.
  ///
  /// - Returns: nil when there is nothing to plan from or a million pairs would not suffice.
  public func morePairs(after logRatios: [Double], pairsPerLaunch: Int) -> Int? {
    guard let look = looks.last, let first = looks.first else { return nil }
    let toFirstLook = max(first.launches - logRatios.count, 0)
    guard logRatios.count >= 2, let median = Statistics.median(logRatios),
      let deviation = Statistics.medianAbsoluteDeviation(logRatios)
    else { return toFirstLook * pairsPerLaunch }
    let sigma = deviation * Statistics.normalConsistency
    let distance = distance(of: median)
    guard distance > 0 else { return nil }
    let z =
      Statistics.normalQuantile(1 - look.alpha / 2) + Statistics.normalQuantile(0.9)
    // n = (z σ ÷ d)² launches for a mean, of which the sign test needs 1 ÷ 0.64 times as
    // many.
    let relative = z * sigma / distance
    let launches = relative * relative / 0.64
    guard launches * Double(pairsPerLaunch) <= 1e6 else { return nil }
    let more = Int(launches.rounded(.up)) - logRatios.count
    return max(more, toFirstLook, 1) * pairsPerLaunch
  }

  /// How far a median is from where it would leave a question open; at most 0 where nothing would settle it.
  private func distance(of median: Double) -> Double {
    guard let gate else { return abs(abs(median) - margin) }
    return max(gate.limit - median, median - margin) - gate.allowance
  }
}
