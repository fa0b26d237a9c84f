internal import ArgumentParser
internal import CommandText

/// `bench env`: the environment record that results carry.
struct EnvCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "env",
    abstract: "Print the machine and build as results record them.",
    discussion: "Each field has a value, or says why it is unknown.")

  @Option(help: ArgumentHelp("How to write the record: table or json.", valueName: "format"))
  var format: String = ListCommand.Format.table.rawValue

  func validate() throws { _ = try recordFormat() }

  func run() throws {
    let environment = RunEnvironment.current(inputs: [])
    switch try recordFormat() {
    case .table: StandardOutput.write(environment.table)
    case .json: StandardOutput.write(environment.record.text + "\n")
    }
  }

  private func recordFormat() throws -> ListCommand.Format { try choice(format, kind: "format") }
}
