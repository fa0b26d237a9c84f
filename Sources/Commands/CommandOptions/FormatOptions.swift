package import ArgumentParser
internal import CommandText
package import OrderedJSON

/// How most commands write results.
package enum TableOrJSON: String, CaseIterable, Sendable {
  /// For people.
  case table
  /// For programs.
  case json

  /// Writes results: the one that was asked for is made.
  package func write(table: @autoclosure () -> String, json: @autoclosure () -> JSONValue) {
    switch self {
    case .table: StandardOutput.write(table())
    case .json: StandardOutput.write(json().text + "\n")
    }
  }
}

/// The option `--format` of commands that write a table or JSON.
package struct FormatOptions: ParsableArguments {
  /// How to write results.
  @Option(
    help: ArgumentHelp("How to write results: table or json. Default: table.", valueName: "format"),
    completion: .list(TableOrJSON.allCases.map(\.rawValue)),
    transform: { try choice($0, kind: "format") })
  package var format: TableOrJSON = .table

  /// Makes the option with its default.
  package init() {}
}
