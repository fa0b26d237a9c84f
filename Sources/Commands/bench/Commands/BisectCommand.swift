internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandOptions
internal import CommandText
internal import Measuring
internal import Reporting

/// `bench bisect`: which commit made a benchmark slower.
struct BisectCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "bisect",
      abstract: "Find the commit that made a benchmark slower.",
      discussion: """
        First a paired session confirms that the bad commit differs from the good one. Then commits \
        between them are built (once each, in checkouts of their own) and compared with the good one, \
        always the one whose answer is closest to an even bet, until one commit is the first slow one \
        with the confidence asked for. A doubtful commit is measured again; a commit that does not \
        build is skipped, and named with the next one that does where it may be the first slow one. \
        --only or the parameters of the suite choose the benchmark.

        EXAMPLES
          bench bisect v1.2 HEAD --only parse
          bench bisect 1a2b3c4 5d6e7f8 --kernel tiles --image noise --size 4MP

        EXIT CODES (those of all commands: bench --help)
          0    a commit was named, or several where only the last of them builds
          1    a commit at the ends could not be built or measured
          3    no commit: no significant difference, or too few probes to tell
          66   there is no suite file
        """ + ParameterHelp.section)
  }

  @Argument(
    help: ArgumentHelp("A commit that is fast.", valueName: "good"),
    completion: .revision)
  var good: String

  @Argument(
    help: ArgumentHelp("A later commit that is slow.", valueName: "bad"),
    completion: .revision)
  var bad: String

  @OptionGroup var suite: SuiteOptions

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How many probes are allowed.", valueName: "count"))
  var probes: Int = 16

  @Option(help: ArgumentHelp("How probable the answer must be.", valueName: "percent"))
  var confidence: String = "99%"

  @OptionGroup var results: FormatOptions

  @OptionGroup var messages: MessageOptions

  private var sureness = Once<Percentage>()

  func validate() throws {
    _ = try reportingFailures { try leastConfidence() }
    guard (1...1000).contains(probes) else {
      throw ValidationError("--probes takes 1 to 1000, not \(probes).")
    }
  }

  func run() throws {
    Interruption.watch()
    let live = messages.live
    let report = try reportingFailures {
      defer { live.clear() }
      return try suite.source().bisect(
        good: good, bad: bad, confidence: try leastConfidence().fraction, probes: probes,
        live.context)
    }
    results.format.write(table: report.words, json: report.json)
    if !report.isSettled { throw ExitCode(.cannotTell) }
  }

  private func leastConfidence() throws -> Percentage {
    try sureness.value { try Percentage(parsing: confidence) }
  }
}
