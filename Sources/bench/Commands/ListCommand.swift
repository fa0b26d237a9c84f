internal import ArgumentParser
internal import CommandText

/// `bench list`: what there is to run.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List kernels, images and instruction sets, and which run here.")

  /// How the list is written.
  enum Format: String, CaseIterable {
    case table
    case json
  }

  @Option(help: ArgumentHelp("How to write the list: table or json.", valueName: "format"))
  var format: String = Format.table.rawValue

  func validate() throws { _ = try listFormat() }

  func run() throws {
    let inventory = Inventory.current
    switch try listFormat() {
    case .table: StandardOutput.write(inventory.table)
    case .json: StandardOutput.write(inventory.json.text + "\n")
    }
  }

  private func listFormat() throws -> Format {
    guard let known = Format(rawValue: format) else {
      throw ValidationError(
        unknownChoice(format, kind: "format", choices: Format.allCases.map(\.rawValue)))
    }
    return known
  }
}
