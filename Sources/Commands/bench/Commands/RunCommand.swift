internal import KernelBenchmarks
internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandText
internal import DominantColor
internal import HistoryReports
internal import Measuring

/// `bench run`: check kernels, then time them.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Time the benchmarks of a suite, or check kernels and time them in turns.",
    discussion: """
      In a repository with a suite file (bench.toml; `bench init` writes one) it builds the working \
      tree, or the commit that you name, in a checkout of its own, and times its benchmarks: each \
      in eight fresh processes, in turns with a loop of fixed length (the reference of the series in \
      the history). Which of two commits is faster decides `bench compare`.

      Elsewhere it checks kernels. Without --image the default suite runs: a real photo and synthetic images whose answers are \
      known. Kernels of one image take turns, round by round and in random order, together with a \
      plain read of the same memory, so that a slow moment of the machine hits all of them; \
      ratios are taken within rounds. Intervals hold the median with 95 % confidence.

      Every run is recorded in the history while it is measured: a run that is killed loses at most \
      the last tenth of a second. Where recording fails, a warning says why and the results are \
      printed all the same; with --history it is an error, exit code 74. Runs of a debug build \
      are recorded only with --history.

      EXAMPLES
        bench run                                    the suite of this repository
        bench run v1.2 --only parse                  some benchmarks of a commit
        bench run --kernel simd --image photo.jpg
        bench run --method histogram --image noise --size 6000x4000 --size 0.25MP
        bench run --image holiday/ --format csv > holiday.csv
        bench run --kernel simd --image planted --isa baseline --time 2
      """)

  @Argument(
    help: ArgumentHelp(
      "With a suite: the commit to measure. Default: the working tree.", valueName: "commit"))
  var revision: String?

  @OptionGroup var suite: SuiteOptions

  @Option(
    help: ArgumentHelp(
      "With a suite: in how many fresh processes a benchmark is timed. Default: 8.",
      valueName: "count"))
  var launches: Int?

  @OptionGroup var input: InputOptions

  @OptionGroup var method: MethodOptions

  @OptionGroup var machine: MachineOptions

  @OptionGroup var race: RaceOptions

  @Flag(
    help: """
      Also count the instructions of a call: by perf events where permitted, else by callgrind, \
      else it says why not. With a suite: instructions and allocations, by valgrind.
      """)
  var counters = false

  @Option(
    help: ArgumentHelp(
      "How to write results: table, json, csv or markdown. Default: table.", valueName: "format"),
    transform: { try choice($0, kind: "format") })
  var format: RunSettings.Format = .table

  @OptionGroup var history: HistoryOptions

  @Flag(help: "Keep this run out of the timing history.")
  var noRecord = false

  @OptionGroup var messages: MessageOptions

  @OptionGroup var build: BuildOptions

  private var chosen = Once<any BenchmarkSource>()

  func validate() throws {
    if let launches, !(1...1000).contains(launches) {
      throw ValidationError("--launches takes 1 to 1000, not \(launches).")
    }
    let source = try source()
    if !source.measuresThisProgram, let time = race.time, !(time > 0 && time <= 86_400) {
      throw ValidationError("--time takes seconds above 0 and up to 86400, not \(time).")
    }
    if noRecord, history.path != nil {
      throw ValidationError("--no-record and --history contradict each other: give one of them.")
    }
  }

  func run() throws {
    let source = try source()
    if source.measuresThisProgram {
      // Not while arguments are checked: a mistyped option before it is the better complaint.
      if let revision {
        throw ValidationError(
          "Unexpected argument '\(revision)': commits are measured with a suite file, and there is "
            + "none here, or kernels were asked for. Images are named with --image.")
      }
      try build.requireRelease(for: "run")
    }
    Interruption.watch()
    let status = try reportingFailures {
      let status = try source.run(
        RunSettings(
          format: format, launches: launches, seconds: race.time, countsCosts: counters,
          on: Terminal(descriptor: 1)), desk(suite: (source as? SuiteSource)?.path))
      if !noRecord { try history.share(message: messages.message) }
      return status
    }
    try status.exitUnlessSuccess()
  }

  private func desk(suite: String?) -> RunDesk {
    let clock = ContinuousClock()
    let start = clock.now
    return RunDesk(
      output: { StandardOutput.write($0) }, message: messages.message,
      isCancelled: { Interruption.isRequested }, progress: messages.progressLine,
      elapsed: { (clock.now - start) / .seconds(1) },
      recorder: { kind, environment in
        noRecord
          ? nil
          : try history.recorder(
            kind: kind, environment: environment, suite: suite, message: messages.message)
      })
  }

  /// The suite's benchmarks, or the kernels where one of their options is given.
  private func source() throws -> any BenchmarkSource {
    try chosen.value {
      try reportingFailures {
        let asksForKernels =
          input.isGiven || !method.methods.isEmpty || machine.isGiven
        return try suite.choice.source(
          of: asksForKernels ? nil : suite.file, revision: revision,
          hasMore: suite.path != nil || launches != nil,
          complaint:
            "--suite, --only, --cache and --launches apply to the benchmarks of a suite file: "
            + "there is none here, or kernels were asked for.") ?? kernels()
      }
    }
  }

  private func kernels() throws -> any BenchmarkSource {
    KernelSource(
      plan: try BenchmarkPlan(
        RunRequest(
          kernels: input.kernels, methods: method.methods, images: input.images,
          sizes: input.sizes, threads: machine.threads, instructionSet: machine.isa,
          seconds: race.time),
        usableCores: usableCoreCount()),
      instructionSet: machine.isa)
  }
}
