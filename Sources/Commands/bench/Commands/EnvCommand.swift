internal import ArgumentParser
internal import BenchmarkHarness
internal import CommandOptions
internal import HistoryReports

/// `bench env`: the environment record that results carry.
struct EnvCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "env",
    abstract: "Print the machine and build as results record them.",
    discussion: "Each field has a value, or says why it is unknown.")

  @OptionGroup var results: FormatOptions

  func run() throws {
    let environment = RunEnvironment.current
    results.format.write(table: environment.table, json: environment.record)
  }
}
