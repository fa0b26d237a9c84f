internal import ArgumentParser
internal import Files

/// Where a command writes its result, if not to standard output.
struct ResultFileArguments: ParsableArguments {
  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      "The file to write, whole or not at all. Default: standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace a file that is there already.")
  var force = false

  /// What the parser makes of no option.
  static var plain: ResultFileArguments {
    var plain = ResultFileArguments()
    (plain.output, plain.force) = (nil, false)
    return plain
  }

  /// The folder that the file goes into.
  var folders: [String] { output.map { [PathParts($0).folder] } ?? [] }
}
