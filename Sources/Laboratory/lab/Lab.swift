internal import ArgumentParser
internal import CommandOptions
internal import CommandText
internal import Reporting

/// The command `lab`: what this project's figures come from, for the people who work on it.
@main
struct Lab: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab",
    abstract: "Measure how good this project's benchmarks, verdicts and kernels are.",
    discussion: """
      What stands in Benchmarks/Notes and Benchmarks/Records is made with it. It is part of a \
      checkout and is not installed.

      EXAMPLES
        lab goals                  every speed goal of the project
        lab peers --files          other software on the same files
        lab simulate-nights        how often a night is falsely alarmed
        lab simulate-series        what bench check finds in simulated series
        lab otava photo.csv        what Apache Otava finds in a series
        lab trust --only fib       which way of comparing can be trusted
        lab unchanged              commits that cannot have changed a benchmark

      EXIT CODES
        0    done
        1    something was missed that must not be, or lab itself failed
        64   the command line was wrong
        65   an input was damaged or of the wrong kind
        66   an input was missing or could not be read
        73   an output file could not be written
        74   standard output could not be written
        130  interrupted: what was finished by then was printed
        141  the reader of standard output went away (128 + SIGPIPE)
      """,
    version: versionText(of: ProjectVersion.text), groupedSubcommands: groups)

  private static let groups = [
    CommandGroup(name: "Kernels", subcommands: [GoalsCommand.self, PeersCommand.self]),
    CommandGroup(
      name: "Verdicts",
      subcommands: [
        SimulateNightsCommand.self, SimulateSeriesCommand.self, SimulateBisectCommand.self,
        SimulateRefereeCommand.self, OtavaCommand.self, TrustCommand.self, UnchangedCommand.self,
      ]),
    CommandGroup(name: "Processes of lab", subcommands: [PeerWorkerCommand.self]),
  ]

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
    main(nil)
  }
}
