internal import ArgumentParser
internal import CommandText
internal import OrderedJSON

/// How most commands write results.
enum TableOrJSON: String, CaseIterable {
  /// For people.
  case table
  /// For programs.
  case json

  /// Writes results: the one that was asked for is made.
  func write(table: @autoclosure () -> String, json: @autoclosure () -> JSONValue) {
    switch self {
    case .table: StandardOutput.write(table())
    case .json: StandardOutput.write(json().text + "\n")
    }
  }
}

/// The option `--format` of commands that write a table or JSON.
struct FormatOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("How to write results: table or json. Default: table.", valueName: "format"),
    transform: { try choice($0, kind: "format") })
  var format: TableOrJSON = .table
}
