internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandOptions
internal import CommandText
internal import HistoryReports
internal import Measuring
internal import Reporting

/// `bench run`: time the benchmarks of a suite.
struct RunCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "run",
      abstract: "Time the benchmarks of a suite.",
      discussion: """
        In a repository with a suite file (bench.toml; `bench init` writes one) it builds the working \
        tree, or the commit that you name, in a checkout of its own, and times its benchmarks. \
        Elsewhere it times the suite that is installed with bench.

        Each parameter of the suite is an option; `bench list` shows them. A benchmark runs in eight \
        fresh processes, or as many as the suite says. Benchmarks that name a reference take turns with \
        it, round by round in random order, and ratios are taken within rounds; others take turns with \
        a loop of fixed length, to which the history takes their ratios. Intervals hold the median \
        with 95 % confidence. Which of two commits is faster decides `bench compare`.

        Every run is recorded in the history while it is measured: a run that is killed loses at most \
        the last tenth of a second. Where recording fails, a warning says why and the results are \
        printed all the same; with --history it is an error, exit code 73 or 74. Runs of a debug build of \
        bench are recorded only with --history.

        EXAMPLES
          bench run                                    the suite of this repository
          bench run v1.2 --only parse                  some benchmarks of a commit
          bench run --codec zstd --level 3             by parameters of the suite
          bench run --kernel simd --image photo.jpg    of the suite that is installed
          bench run --format csv > today.csv
          bench run --in-place                         what is built here
        """ + ParameterHelp.section)
  }

  @Argument(
    help: ArgumentHelp(
      "The commit to measure. Default: the working tree.", valueName: "commit"),
    completion: .revision)
  var revision: String?

  @OptionGroup var suite: SuiteOptions

  @OptionGroup var place: InPlaceOption

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "In how many fresh processes a benchmark is timed. Default: the suite's number, else 8.",
      valueName: "count"))
  var launches: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds of timing for each benchmark. Default: the suite's, else 0.5.",
      valueName: "seconds"))
  var time: Double?

  @Flag(help: "Also count instructions and allocations of a call, by valgrind.")
  var counters = false

  @Option(
    help: ArgumentHelp(
      "How to write results: table, json, csv or markdown. Default: table.", valueName: "format"),
    completion: .list(RunSettings.Format.allCases.map(\.rawValue)),
    transform: { try choice($0, kind: "format") })
  var format: RunSettings.Format = .table

  @OptionGroup var history: HistoryOptions

  @Flag(help: "Keep this run out of the timing history.")
  var noRecord = false

  @OptionGroup var messages: MessageOptions

  func validate() throws {
    if let launches, !(1...1000).contains(launches) {
      throw ValidationError("--launches takes 1 to 1000, not \(launches).")
    }
    try checkSeconds(time)
    if noRecord, history.path != nil {
      throw ValidationError("--no-record and --history contradict each other: give one of them.")
    }
    if place.inPlace, revision != nil {
      throw ValidationError("--in-place measures what is there, and no commit: give one of them.")
    }
  }

  func run() throws {
    Interruption.watch()
    let screen = Terminal(descriptor: 1)
    let status = try reportingFailures {
      let source = try suite.sourceOrInstalled(
        revision: revision, isInPlace: place.inPlace, message: messages.message)
      let status = try source.run(
        RunSettings(
          format: format, launches: launches, seconds: time, countsCosts: counters),
        messages.context(output: { write($0, on: screen) }),
        recorder: { kind, environment in
          noRecord
            ? nil
            : try history.recorder(
              kind: kind, environment: environment, suite: source.path, message: messages.message)
        })
      if !noRecord { try history.share(message: messages.message) }
      return status
    }
    try status.exitUnlessSuccess()
  }

  private func write(_ text: String, on screen: Terminal) {
    StandardOutput.write(format == .table ? AnswerColors.shown(in: text, on: screen) : text)
  }
}

/// Refuses seconds that no timing can take.
///
/// - Throws: a `ValidationError` with the value and the limit.
func checkSeconds(_ time: Double?) throws(ValidationError) {
  if let time, !(time > 0 && time <= 86_400) {
    throw ValidationError("--time takes seconds above 0 and up to 86400, not \(time).")
  }
}
