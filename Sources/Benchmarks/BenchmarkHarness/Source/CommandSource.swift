package import Measuring
package import Reporting

/// Two commands, compared from start to end or, where they obey the worker protocol, inside of them.
package struct CommandSource: ComparisonSource {
  package let commands: CommandComparison
  /// Whether they obey the worker protocol.
  package let areWorkers: Bool

  /// Makes a source of two commands.
  package init(_ commands: CommandComparison, areWorkers: Bool) {
    self.commands = commands
    self.areWorkers = areWorkers
  }

  /// The one case.
  package func comparison(
    _ settings: ComparisonSettings, _ context: RunContext
  ) throws(HarnessFailure) -> SourceComparison {
    let starter = WorkerStarter(timeout: settings.timeout ?? 60)
    let plan = SessionPlan(comparing: settings)
    let one =
      areWorkers
      ? commands.makeWorkerCase(starter: starter, plan: plan, clock: settings.clock)
      : commands.makeCase(starter: starter, plan: plan, clock: settings.clock)
    return SourceComparison(title: "bench compare", cases: [one])
  }
}

extension SessionPlan {
  /// The plan of a comparison, with its margin.
  package init(comparing settings: ComparisonSettings) {
    self.init()
    if let margin = settings.margin { rule = SequentialRule(margin: margin.logRatio) }
  }
}
