package import Measuring

/// Times candidates in turns, with the fewest rounds that give an interval of some width.
package struct TuneTimer: ContenderTimer {
  /// Nine rounds give an interval at 95 % that leaves out the extremes.
  package var minimumRounds = 9

  package init(minimumRounds: Int = 9) {
    self.minimumRounds = minimumRounds
  }

  package func run(
    _ contenders: [Contender], seconds: Double, isCancelled: () -> Bool,
    onRound: (_ number: Int, _ epochs: [Epoch]) -> Void,
    progress: (TimingProgress) -> Void
  ) -> InterleavedTiming {
    let plan = TimingPlan(
      budget: seconds, minimumRounds: minimumRounds, maximumRounds: 400, warmUp: 0.02)
    return InterleavedTimer(plan: plan).run(
      contenders, isCancelled: isCancelled, onRound: onRound, progress: progress)
  }
}
