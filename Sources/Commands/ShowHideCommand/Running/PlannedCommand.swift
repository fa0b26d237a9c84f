internal import ArgumentParser
internal import CommandText
internal import Reporting

/// A command that works out what its arguments mean when they are checked, for when it runs.
protocol PlannedCommand: ParsableCommand {
  /// What the arguments say, checked.
  associatedtype Plan

  /// The plan, once the arguments are checked.
  var plan: Validated<Plan> { get set }

  /// Checks the arguments.
  func makePlan() throws(UsageError) -> Plan
}

extension PlannedCommand {
  mutating func validate() throws { plan.keep(try checkingUsage { try makePlan() }) }
}
