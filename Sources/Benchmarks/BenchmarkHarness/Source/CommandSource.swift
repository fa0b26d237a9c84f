public import Measuring
public import Reporting

/// Two commands, compared from start to end or, where they obey the worker protocol, inside of them.
public struct CommandSource: ComparisonSource {
  /// The commands.
  public let commands: CommandComparison
  /// Whether they obey the worker protocol.
  public let areWorkers: Bool

  /// Makes a source of two commands.
  public init(_ commands: CommandComparison, areWorkers: Bool) {
    self.commands = commands
    self.areWorkers = areWorkers
  }

  /// The one case.
  public func comparison(
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
  public init(comparing settings: ComparisonSettings) {
    self.init()
    if let margin = settings.margin { rule = SequentialRule(margin: margin.logRatio) }
  }
}
