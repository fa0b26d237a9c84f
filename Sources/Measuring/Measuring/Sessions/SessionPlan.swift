/// How a paired session is made.
public struct SessionPlan: Equatable, Sendable {
  /// What runs where, and which clock decides.
  public enum Threading: String, Sendable, Codable {
    /// Both workers are pinned to one core, and the thread's processor time decides: other programs
    /// do not add to it.
    case single
    /// Workers are not pinned, and wall time decides: only it shows whether threads help.
    case concurrent
    /// As `single`, for work in child processes, whose processor time is that of the process.
    case process
    /// As `process`, for work that has several threads: they may use any core.
    case freeProcess
  }

  /// When to stop.
  public var rule: SequentialRule
  /// What runs where.
  public var threading: Threading
  /// How many pairs a launch makes, and when its sides are prepared again.
  public var pairs: LaunchPairs
  /// Nanoseconds an epoch should last.
  ///
  /// A busy machine disturbs work many times a millisecond. Of epochs of 0.1 ms most are free of
  /// it, and medians of their ratios are exact; of epochs of 1 ms hardly one is, and the spread of
  /// launches of equal code was ten times larger (0.5 % instead of 0.05 %) in the same time.
  public var epochNanoseconds: UInt64
  /// What the iterations of an epoch are a multiple of.
  ///
  /// Work that is slowed by one iteration in a hundred is slowed by exactly one percent only in
  /// epochs of so many hundreds.
  public var iterationMultiple: Int
  /// The iterations of every epoch; nil finds as many as fill one.
  ///
  /// For work that decides itself how long it takes, such as a run of another framework.
  public var fixedIterations: Int?
  /// Seconds of epochs a launch may take; slow work gets fewer pairs for it, but at least
  /// three, and one where an epoch takes a second or more.
  public var launchBudget: Double
  /// What a launch says about the difference of its sides.
  public var estimate = LaunchEstimate.medianOfPairs
  /// Whether both sides must give the same answer to be compared at all.
  public var answersMustAgree: Bool
  /// The largest padding of the environment in bytes, which shifts the stack between launches.
  public var maximumPadding: Int
  /// The core workers are pinned to, unless they are concurrent; nil takes the last usable one.
  public var core: Int?
  /// The seed of orders and paddings.
  public var seed: UInt64

  /// Makes a plan; the defaults found slowdowns of half a percent on a busy two-core machine.
  ///
  /// - Parameters:
  ///   - rule: When to stop.
  ///   - threading: What runs where.
  ///   - pairs: How many pairs a launch makes, and when its sides are prepared again.
  ///   - epochNanoseconds: Nanoseconds an epoch should last.
  ///   - iterationMultiple: What the iterations of an epoch are a multiple of, at least 1.
  ///   - fixedIterations: The iterations of every epoch; nil finds as many as fill one.
  ///   - launchBudget: Seconds of epochs a launch may take.
  ///   - answersMustAgree: Whether both sides must give the same answer.
  ///   - maximumPadding: The largest padding of the environment in bytes.
  ///   - core: The core workers are pinned to; nil takes the last usable one.
  ///   - seed: The seed of orders and paddings.
  public init(
    rule: SequentialRule = SequentialRule(), threading: Threading = .single,
    pairs: LaunchPairs = .preparedOnce,
    epochNanoseconds: UInt64 = 100_000, iterationMultiple: Int = 1, fixedIterations: Int? = nil,
    launchBudget: Double = 0.25, answersMustAgree: Bool = true, maximumPadding: Int = 4096,
    core: Int? = nil, seed: UInt64 = 1
  ) {
    self.rule = rule
    self.threading = threading
    self.pairs = pairs
    self.epochNanoseconds = epochNanoseconds
    self.iterationMultiple = max(iterationMultiple, 1)
    self.fixedIterations = fixedIterations.map { max($0, 1) }
    self.launchBudget = launchBudget
    self.answersMustAgree = answersMustAgree
    self.maximumPadding = max(maximumPadding, 0)
    self.core = core
    self.seed = seed
  }

  /// What the iterations of an epoch must be a multiple of for one iteration more in each so many to
  /// be exactly a share of extra work: 100 for one percent, 1 for no extra work.
  public static func iterationMultiple(injecting share: Double) -> Int {
    share > 0 ? max(1, Int(min((1 / share).rounded(), 1e9))) : 1
  }

  /// As many pairs as planned, or as fit the budget of a launch, but at least three; one where an epoch takes
  /// a second or more, which is far longer than what disturbs it.
  func pairCount(epochNanoseconds: Double) -> Int {
    // Four epochs a pair: ABBA.
    let affordable = launchBudget * 1e9 / (4 * max(epochNanoseconds, 1))
    let least = epochNanoseconds < 1e9 ? 3 : 1
    return min(pairs.perLaunch, max(least, Int(min(affordable, 1e6))))
  }

  /// About how many seconds a session takes at most whose epochs are runs of a program from start to end.
  ///
  /// - Parameter seconds: How long a run takes, at least a microsecond.
  /// - Returns: The time of all launches of the rule, without that of linking.
  public func longestSeconds(ofRun seconds: Double) -> Double {
    // Each side runs once before it is timed; a pair has two runs of each.
    let runs = 2 + 4 * pairCount(epochNanoseconds: seconds * 1e9)
    return Double(rule.maximumLaunches * runs) * seconds
  }

  /// The clock that decides.
  public var clock: ClockKind {
    switch threading {
    case .single: .threadCPU
    case .concurrent: .wall
    case .process, .freeProcess: .processCPU
    }
  }

  /// The core workers are asked to stay on; nil when they are not pinned or the system cannot pin.
  ///
  /// The last usable one by default: interrupts tend to be served by the first.
  public var pinnedCore: Int? {
    switch threading {
    case .single, .process: core ?? usableCores().last
    case .concurrent, .freeProcess: nil
    }
  }

  /// The core that both sides of a launch are asked to stay on; nil when they are not pinned or the
  /// system cannot pin.
  ///
  /// Commands take the cores in turn. Guests of the same host slow down one core for a second or a
  /// minute, and a run as long as theirs never falls between: on a virtual Xeon whose cores changed
  /// between two speeds the interval of a session was 0.75 of that with runs on any core, and up to
  /// twice that much on the slower core alone.
  ///
  /// - Parameter launch: The number of the launch, from 0.
  /// - Returns: The number of the core.
  public func core(ofLaunch launch: Int) -> Int? {
    guard threading == .process, core == nil else { return pinnedCore }
    let cores = usableCores().suffix(Self.mostCores)
    guard !cores.isEmpty else { return nil }
    return cores[cores.endIndex - 1 - launch % cores.count]
  }

  /// How many cores commands take in turn, the last usable ones.
  private static let mostCores = 4
}
