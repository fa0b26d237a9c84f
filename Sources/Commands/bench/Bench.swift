internal import ArgumentParser
internal import CommandText
internal import DominantColor
internal import Reporting

/// The command `bench`; the work is done in the libraries.
@main
struct Bench: ParsableCommand {
  /// Depends on where it is asked: help speaks of the suite that the working folder has.
  static var configuration: CommandConfiguration { configuration(suite: SuiteOptions.nearby) }

  /// The commands, in the groups in which help lists them.
  static let groups = [
    CommandGroup(
      name: "Any repository",
      subcommands: [
        InitCommand.self, CompareCommand.self, RunCommand.self, NightlyCommand.self,
        BisectCommand.self, EnvCommand.self,
      ]),
    CommandGroup(
      name: "History",
      subcommands: [
        HistoryCommand.self, ShowCommand.self, ReportCommand.self, CheckCommand.self,
        AcceptCommand.self, NoteCommand.self, ExportCommand.self, ImportCommand.self,
        MergeCommand.self,
        PruneCommand.self,
      ]),
    CommandGroup(
      name: "A fleet", subcommands: [PushCommand.self, FleetCommand.self, WorkCommand.self]),
    CommandGroup(
      name: "Trust",
      subcommands: [
        SelftestCommand.self, TrustCommand.self, WorkerCheckCommand.self,
      ]),
    CommandGroup(name: "Dominant-colour kernels", subcommands: [ListCommand.self]),
  ]

  /// The command as it describes itself in a repository.
  ///
  /// - Parameter suite: the suite file; `nil` where there is none.
  /// - Returns: the configuration.
  static func configuration(suite: String?) -> CommandConfiguration {
    let help = BenchHelp(suite: suite)
    return CommandConfiguration(
      commandName: "bench", abstract: help.abstract, discussion: help.discussion,
      version: versionText(of: Dominant.version), groupedSubcommands: groups)
  }

  static func main() {
    StandardStreams.reserveClosedDescriptors()
    if !answersVersion(Dominant.version) { parseAndRun() }
    if StandardOutput.isLost { exit(withError: ExitCode(.ioFailure)) }
  }

  private static func parseAndRun() {
    let commands = configuration.subcommands.map { $0.configuration }
    let complaint = unknownCommand(
      in: Array(CommandLine.arguments.dropFirst()),
      commands: commands.compactMap { $0.commandName },
      shown: commands.filter { $0.shouldDisplay }.compactMap { $0.commandName })
    if let complaint { exit(withError: ValidationError(complaint)) }
    main(nil)
  }
}
