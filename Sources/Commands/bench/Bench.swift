internal import ArgumentParser
internal import CommandText

/// The command `bench`; the work is done in the libraries.
@main
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Run competing dominant-colour kernels on images, check them, time them.",
    discussion: """
      Every kernel answers the same question about an image: which colour is it mostly? bench \
      checks each answer against the method's scalar reference, bit for bit, and only then times \
      it, in turns with the others and with a plain read of the same memory.

      EXAMPLES
        bench init && bench compare HEAD~1          in any other repository
        bench run                                   every kernel on a photo and synthetic images
        bench run --kernel simd --image photo.jpg   one kernel on one photo
        bench run --image planted --size 100MP      an image whose answer is known
        bench run --format json > night.json        for other programs
        bench compare --kernel simd --against tiles which is faster, decided
        bench compare main~3 HEAD                   did three commits make it slower?
        bench history                               what is recorded
        bench show simd/photo/6000x4000             every point of a series
        bench nightly --report night.md             slower than last night?
        bench bisect v1.2 HEAD --kernel simd        which commit made it slower
        bench check --input nights.csv              where a series' level changed
        bench selftest --aa                         how far to trust that, on this machine
        bench trust                                 methods of comparing, raced
        bench unchanged                             commits that change nothing
        bench goals                                 what this project promises, measured
        bench peers                                 other software on the same pixels
        bench tune                                  tell the library what is fastest here
        bench report --output site                  the history as a dashboard
        bench push --history postgresql://db/bench  share runs with other machines
        bench list                                  kernels, images, instruction sets
        bench env                                   the machine, as results record it

      EXIT CODES
        0    done, and every answer was right
        1    a kernel answered wrongly, or bench itself failed
        2    bench compare, nightly: slower; bench check: a level changed
        3    bench compare, nightly, bisect: cannot tell
        4    bench compare: not comparable; bench nightly: the environment changed
        64   the command line was wrong
        65   an input was damaged or of the wrong kind
        66   an input was missing or could not be read
        73   an output file could not be written
        74   the history or standard output could not be written
        130  interrupted: the rows finished by then were printed
        141  the reader of standard output went away (128 + SIGPIPE, as shells report it)
      """,
    version: "0.1.0",
    subcommands: [
      InitCommand.self, RunCommand.self, CompareCommand.self, SelftestCommand.self,
      TrustCommand.self, UnchangedCommand.self, CheckCommand.self,
      GoalsCommand.self, PeersCommand.self, TuneCommand.self, HistoryCommand.self, ShowCommand.self,
      NightlyCommand.self, AcceptCommand.self, BisectCommand.self, SimulateNightsCommand.self,
      SimulateSeriesCommand.self, ExportCommand.self, ImportCommand.self, MergeCommand.self,
      PushCommand.self, FleetCommand.self, WorkCommand.self,
      PruneCommand.self, ReportCommand.self, ListCommand.self, EnvCommand.self,
      WorkerCheckCommand.self, WorkerCommand.self,
    ])

  static func main() {
    StandardStreams.reserveClosedDescriptors()
    let commands = configuration.subcommands.map { $0.configuration }
    let complaint = unknownCommand(
      in: Array(CommandLine.arguments.dropFirst()),
      commands: commands.compactMap { $0.commandName },
      shown: commands.filter { $0.shouldDisplay }.compactMap { $0.commandName })
    if let complaint { exit(withError: ValidationError(complaint)) }
    main(nil)
    if StandardOutput.isLost { exit(withError: ExitCode(.ioFailure)) }
  }
}
