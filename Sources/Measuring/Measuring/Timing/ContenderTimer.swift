/// What times work in turns: the machine's clock, or a script in a test.
package protocol ContenderTimer {
  /// Times contenders against each other until their budget is spent.
  ///
  /// - Parameters:
  ///   - contenders: the work to time.
  ///   - seconds: for all contenders together.
  ///   - isCancelled: asked between epochs; when it answers true, what is measured is returned.
  ///   - onRound: called with the number of each complete round and every contender's epoch in it.
  ///   - progress: called with how far things are.
  /// - Returns: every sample, in rounds.
  func run(
    _ contenders: [Contender], seconds: Double, isCancelled: () -> Bool,
    onRound: (_ number: Int, _ epochs: [Epoch]) -> Void,
    progress: (TimingProgress) -> Void
  ) -> InterleavedTiming
}

extension ContenderTimer {
  /// Times contenders for someone who waits for all rounds.
  package func run(
    _ contenders: [Contender], seconds: Double, isCancelled: () -> Bool,
    progress: (TimingProgress) -> Void
  ) -> InterleavedTiming {
    run(
      contenders, seconds: seconds, isCancelled: isCancelled, onRound: { _, _ in },
      progress: progress)
  }
}

/// Times with this machine's clocks.
package struct SystemContenderTimer: ContenderTimer, Sendable {
  package init() {}

  /// Enough for an interval at 95 %, which takes six, with one to spare.
  private static let minimumRounds = 7

  /// Times contenders against each other until their budget is spent.
  package func run(
    _ contenders: [Contender], seconds: Double, isCancelled: () -> Bool,
    onRound: (_ number: Int, _ epochs: [Epoch]) -> Void,
    progress: (TimingProgress) -> Void
  ) -> InterleavedTiming {
    let plan = TimingPlan(budget: seconds, minimumRounds: Self.minimumRounds)
    return InterleavedTimer(plan: plan).run(
      contenders, isCancelled: isCancelled, onRound: onRound, progress: progress)
  }
}
