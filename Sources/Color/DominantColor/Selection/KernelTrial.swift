/// What is learnt about images of one class of size: which kernel runs, and which are still to be raced with it.
struct KernelTrial: Sendable {
  /// The images that a trial is about: from 2^(*class* − 1) pixels to under 2^*class*.
  struct Key: Hashable, Sendable {
    let question: Question
    let content: ImageContent
    let sizeClass: Int
    /// Threads allowed.
    let threads: Int
    /// Bytes of tables allowed.
    let tableLimit: Int?

    init(
      _ question: Question, _ content: ImageContent, pixels: Int, threads: Int, tableLimit: Int?
    ) {
      self.question = question
      self.content = content
      // The bits that the number needs: one class for each power of two.
      sizeClass = Int.bitWidth - pixels.leadingZeroBitCount
      self.threads = threads
      self.tableLimit = tableLimit
    }
  }

  /// Who runs.
  private(set) var incumbent: KernelCandidate
  /// Who is still to be raced, cheapest first.
  private(set) var challengers: [KernelCandidate]
  /// The duel under way.
  private(set) var duel = Duel()
  /// The incumbent's last time, in nanoseconds; `nil` before the first.
  private(set) var incumbentTime: Double?
  /// The challenger's last time, in nanoseconds; `nil` before its first race.
  private(set) var challengerTime: Double?
  /// Whether a race is under way: one at a time, or they would disturb each other.
  var isRacing = false

  init(incumbent: KernelCandidate, candidates: [KernelCandidate]) {
    self.incumbent = incumbent
    challengers = candidates.filter { $0 != incumbent }
    // A cheap one first: what it costs is known soonest, and a faster incumbent makes later
    // races cheaper.
    challengers.sort {
      Self.handicap(of: $0, against: incumbent) < Self.handicap(of: $1, against: incumbent)
    }
  }

  /// Whether no challenger is left to race.
  var isSettled: Bool { challengers.isEmpty }

  /// What the next race is expected to cost in nanoseconds; `nil` when there is nothing to race or
  /// the incumbent has no time yet.
  ///
  /// Before a challenger's first race that is a guess on the safe side: see
  /// ``handicap(of:against:)``. After it, one and a half times what it took last.
  var expectedCost: Double? {
    guard let challenger = challengers.first, let incumbentTime else { return nil }
    if let challengerTime { return 1.5 * challengerTime }
    return incumbentTime * Self.handicap(of: challenger, against: incumbent)
  }

  /// How many times the incumbent's time a challenger may take, before anything is known: a scalar
  /// loop up to 32 times a vector kernel's, fewer threads in proportion, and twice to be safe.
  static func handicap(of challenger: KernelCandidate, against incumbent: KernelCandidate) -> Double
  {
    let scalar = incumbent.kernel.isVectorised && !challenger.kernel.isVectorised ? 32.0 : 1
    let threads = max(Double(incumbent.threads) / Double(challenger.threads), 1)
    return 2 * scalar * threads
  }

  /// Takes in the time of a call without a race.
  mutating func record(incumbent time: Double) { incumbentTime = time }

  /// Takes in a race; when it decides the duel, the next challenger is up.
  mutating func record(challenger: Double, incumbent time: Double) {
    incumbentTime = time
    challengerTime = challenger
    duel.record(challenger: challenger, incumbent: time)
    switch duel.verdict {
    case .open: return
    case .challengerWins: succeed()
    case .incumbentStays: break
    // Of two that are alike the one with fewer threads leaves more to others.
    case .tie: if challengers[0].threads < incumbent.threads { succeed() }
    }
    nextChallenger()
  }

  /// Takes out a kernel that answers wrongly; the reference, which is right, takes an incumbent's place.
  mutating func disqualify(
    challenger: Bool, incumbent isIncumbentWrong: Bool, reference: KernelCandidate
  ) {
    if isIncumbentWrong {
      incumbent = reference
      incumbentTime = nil
      challengers.removeAll { $0 == reference }
    }
    // A challenger that is the reference itself is right, and was removed above.
    if challenger || isIncumbentWrong { nextChallenger(removing: challenger) }
  }

  private mutating func succeed() {
    incumbent = challengers[0]
    incumbentTime = challengerTime
  }

  private mutating func nextChallenger(removing: Bool = true) {
    if removing, !challengers.isEmpty { challengers.removeFirst() }
    challengerTime = nil
    duel = Duel()
  }
}
