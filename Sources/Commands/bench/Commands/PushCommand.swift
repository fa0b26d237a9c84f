internal import ArgumentParser
internal import CommandOptions
internal import CommandText
internal import FleetHistory
internal import Reporting
internal import TimingHistory

/// `bench push`: shares what is on this machine.
struct PushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Bring the runs of this machine to the history on a server.",
    discussion: """
      `bench run` and `bench nightly` with a history on a server record on this machine first and \
      then do the same, so this is only needed after the server could not be reached. A run is \
      named by its content: pushing it twice adds it once.

      EXAMPLES
        bench push --history postgresql://writer@db.example.org/bench
        BENCH_HISTORY='postgresql:///?service=bench' bench push

      EXIT CODES (those of all commands: bench --help)
        0    everything is on the server
        65   the server cannot take some runs; the others are there
        74   the server could not be used; nothing is lost, push again later
      """)

  @OptionGroup var history: HistoryOptions

  @Flag(help: "Offer every run again, after the server was set back to an older state.")
  var all = false

  // Judged here, where the parser still knows the command whose usage it prints.
  func validate() throws { _ = try reportingFailures { try fleet() } }

  private func fleet() throws -> FleetSession {
    guard let fleet = try history.fleet() else {
      throw UsageError("There is no server to push to: add --history postgresql://….")
    }
    return fleet
  }

  func run() throws {
    let pushed = try reportingFailures { try fleet().push(all: all) }
    StandardOutput.write("Pushed \(pushed.runs) runs.\n")
    if !pushed.refused.isEmpty { throw ExitCode(.damagedInput) }
  }
}
