internal import ArgumentParser
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandOptions
internal import CommandText
internal import Reporting

/// `bench list`: what there is to run.
struct ListCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list",
      abstract: "List the benchmarks of a suite and the parameters that choose among them.",
      discussion: """
        In a repository with a suite file it builds the working tree, or the commit that you name, and \
        asks its programs. Elsewhere it lists the suite that is installed with bench.

        EXAMPLES
          bench list
          bench list --only parse
          bench list --format json
        """ + ParameterHelp.section)
  }

  @Argument(
    help: ArgumentHelp(
      "The commit whose benchmarks are listed. Default: the working tree.", valueName: "commit"),
    completion: .revision)
  var revision: String?

  @OptionGroup var suite: SuiteOptions

  @OptionGroup var place: InPlaceOption

  @OptionGroup var results: FormatOptions

  @OptionGroup var messages: MessageOptions

  func run() throws {
    Interruption.watch()
    let inventory = try reportingFailures {
      let source = try suite.sourceOrInstalled(
        revision: revision, isInPlace: place.inPlace, message: messages.message)
      return try source.inventory(
        messages.context())
    }
    results.format.write(table: inventory.table, json: inventory.json)
  }
}

/// The option `--in-place`.
struct InPlaceOption: ParsableArguments {
  @Flag(
    help: "Take the programs beside the suite file as they are, without a checkout and a build.")
  var inPlace = false
}
