internal import ArgumentParser
internal import CommandOptions
internal import CommandText
internal import Reporting

/// The command `bench`; the work is done in the libraries.
@main
struct Bench: ParsableCommand {
  /// Depends on where it is asked: help describes the suite that the working folder has.
  static var configuration: CommandConfiguration { configuration(suite: SuiteOptions.nearby) }

  /// The commands, in the groups in which help lists them.
  static let groups = [
    CommandGroup(
      name: "Any repository",
      subcommands: [
        InitCommand.self, CompareCommand.self, ExplainCommand.self, RunCommand.self,
        ListCommand.self, NightlyCommand.self, BisectCommand.self, RefereeCommand.self,
        EnvCommand.self,
      ]),
    CommandGroup(
      name: "History",
      subcommands: [
        HistoryCommand.self, ShowRecordCommand.self, ReportCommand.self, CheckCommand.self,
        AcceptCommand.self, NoteCommand.self, ExportCommand.self, ImportCommand.self,
        MergeCommand.self,
        PruneCommand.self,
      ]),
    CommandGroup(
      name: "A fleet", subcommands: [PushCommand.self, FleetCommand.self, WorkCommand.self]),
    CommandGroup(
      name: "Trust",
      subcommands: [
        SelftestCommand.self, WorkerCheckCommand.self,
      ]),
  ]

  /// The command as it describes itself in a repository.
  ///
  /// - Parameter suite: the suite file; `nil` where there is none.
  /// - Returns: the configuration.
  static func configuration(suite: String?) -> CommandConfiguration {
    let help = BenchHelp(suite: suite)
    return CommandConfiguration(
      commandName: "bench", abstract: help.abstract, discussion: help.discussion,
      version: versionText(of: ProjectVersion.text), groupedSubcommands: groups)
  }

  static func main() {
    StandardStreams.reserveClosedDescriptors()
    if !answersVersion(ProjectVersion.text) { parseAndRun() }
    if StandardOutput.isLost { exit(withError: ExitCode(.ioFailure)) }
  }

  private static func parseAndRun() {
    let commands = configuration.subcommands.map { $0.configuration }
    let complaint = unknownCommand(
      in: Array(CommandLine.arguments.dropFirst()),
      commands: commands.compactMap { $0.commandName },
      shown: commands.filter { $0.shouldDisplay }.compactMap { $0.commandName })
    if let complaint { exit(withError: ValidationError(complaint)) }
    do throws(UsageError) {
      let divided = try ParameterArguments.divide(Array(CommandLine.arguments.dropFirst()))
      ParameterArguments.$current.withValue(divided.parameters) { main(divided.rest) }
    } catch {
      exit(withError: ValidationError(error.description))
    }
  }
}
