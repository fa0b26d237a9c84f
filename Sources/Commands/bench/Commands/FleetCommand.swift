internal import ArgumentParser
internal import CommandOptions
internal import CommandText
internal import FleetHistory
internal import HistoryReports
internal import Reporting
internal import TimingHistory

/// `bench fleet`: the server that many machines share.
struct FleetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "Prepare and look at a history on a PostgreSQL server.",
    discussion: """
      EXAMPLES
        bench fleet setup --history postgresql://owner@db.example.org/bench
        bench fleet roles | psql postgresql://owner@db.example.org/bench
        bench fleet machines --history postgresql://reader@db.example.org/bench
      """,
    subcommands: [SetupCommand.self, RolesCommand.self, MachinesCommand.self])

  /// The server of `--history`; asked for while a command line is judged, where the parser still
  /// knows the command whose usage it prints.
  static func address(_ history: HistoryOptions) throws -> FleetAddress {
    guard let chosen = history.chosen, FleetAddress.isAddress(chosen) else {
      throw UsageError("There is no server: add --history postgresql://….")
    }
    return try FleetAddress(chosen)
  }

  /// `bench fleet setup`: makes or updates the tables.
  struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "setup",
      abstract: "Make the tables in a database, or bring them up to date.",
      discussion: """
        The role must own the database or its schema "bench". Two that do this at once take turns; \
        everything happens or nothing. Doing it again changes nothing.
        """)

    @OptionGroup var history: HistoryOptions

    func validate() throws { _ = try reportingFailures { try FleetCommand.address(history) } }

    func run() throws {
      let steps = try reportingFailures {
        try FleetStore.prepare(try FleetCommand.address(history))
      }
      StandardOutput.write(
        steps.isEmpty
          ? "The tables are up to date.\n"
          : "Took steps \(steps.map { String($0) }.joined(separator: ", ")).\n")
    }
  }

  /// `bench fleet roles`: a script for psql.
  struct RolesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "roles",
      abstract: "Print a psql script that makes the roles of readers and writers.",
      discussion: """
        bench_reader reads; bench_writer also adds runs and claims jobs, and can change and remove \
        nothing. Give people and machines roles of their own that are members of one of them. Run \
        it after every `bench fleet setup`.
        """)

    func run() { StandardOutput.write(FleetRoles.script) }
  }

  /// `bench fleet machines`: who measures, and who drifts.
  struct MachinesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "machines",
      abstract: "List the machines with their classes, and those that drift from their class.",
      discussion: """
        The control is how long reference kernels take, whose code hardly ever changes: the median \
        of the last 30 days over that of the class's other machines. A machine drifts when that is \
        more than 5 % from 1.
        """)

    @OptionGroup var history: HistoryOptions

    @OptionGroup var results: FormatOptions

    func validate() throws { _ = try reportingFailures { try FleetCommand.address(history) } }

    func run() throws {
      let machines = try reportingFailures {
        try FleetStore(try FleetCommand.address(history)).machines()
      }
      let page = MachinesPage(machines)
      results.format.write(table: page.table, json: page.json)
    }
  }
}
