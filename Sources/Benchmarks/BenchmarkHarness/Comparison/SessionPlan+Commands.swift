package import Measuring

extension SessionPlan {
  /// The plan for commands, whose every run is a process.
  ///
  /// - Parameters:
  ///   - clock: which time decides.
  ///   - hasOneThread: whether they were seen to compute on one thread: then all runs of a launch stay on
  ///     one core.
  /// - Returns: the plan.
  package func forCommands(clock: ClockChoice, hasOneThread: Bool) -> SessionPlan {
    var plan = self
    plan.threading =
      switch clock {
      case .cpu: hasOneThread ? .process : .freeProcess
      case .wall: .concurrent
      }
    // Starting a process takes longer than an epoch should, so that one run is one.
    if plan.iterationMultiple == 1 { plan.fixedIterations = 1 }
    plan.estimate = .fastestAndNeighbours
    // As long as linking the program again may take: eighty launches are a quarter of a minute.
    plan.launchBudget = min(plan.launchBudget, 0.15)
    if plan.rule.looks == SequentialRule.standardLooks {
      plan.rule = SequentialRule(
        margin: plan.rule.margin, looks: SequentialRule.looksForChanges)
    }
    return plan
  }
}
