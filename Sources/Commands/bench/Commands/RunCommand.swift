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
  var format: OutputFormat = .table

  @OptionGroup var history: HistoryOptions

  @Flag(help: "Keep this run out of the timing history.")
  var noRecord = false

  @OptionGroup var messages: MessageOptions

  @OptionGroup var build: BuildOptions

  private var planned = Once<BenchmarkPlan>()

  /// The suite to measure; `nil` for kernels.
  private var suiteFile: String? {
    let isOther =
      !input.kernels.isEmpty || !input.images.isEmpty || !input.sizes.isEmpty
      || !method.methods.isEmpty || machine.threads != nil || machine.isa != nil
    return isOther ? nil : suite.file
  }

  func validate() throws {
    if let launches, !(1...1000).contains(launches) {
      throw ValidationError("--launches takes 1 to 1000, not \(launches).")
    }
    if suiteFile != nil {
      if let time = race.time, !(time > 0 && time <= 86_400) {
        throw ValidationError("--time takes seconds above 0 and up to 86400, not \(time).")
      }
    } else {
      guard suite.path == nil, !suite.choice.isGiven, launches == nil else {
        throw ValidationError(
          "--suite, --only, --cache and --launches apply to the benchmarks of a suite file: there "
            + "is none here, or kernels were asked for.")
      }
      _ = try plan()
    }
    if noRecord, history.path != nil {
      throw ValidationError("--no-record and --history contradict each other: give one of them.")
    }
  }

  func run() throws {
    if let suiteFile {
      Interruption.watch()
      let status = try reportingFailures {
        try SuiteRunRequest(
          path: suiteFile, options: suite.choice, revision: revision,
          launches: launches ?? SuiteMeasurement.standardLaunches,
          seconds: race.time ?? SuiteMeasurement.standardSeconds, countsCosts: counters,
          format: format,
          history: noRecord ? nil : history, messages: messages
        ).run()
      }
      try status.exitUnlessSuccess()
      return
    }
    // Not while arguments are checked: a mistyped option before it is the better complaint.
    if let revision {
      throw ValidationError(
        "Unexpected argument '\(revision)': commits are measured with a suite file, and there is "
          + "none here, or kernels were asked for. Images are named with --image.")
    }
    try build.requireRelease(for: "run")
    let plan = try plan()
    Interruption.watch()
    let clock = ContinuousClock()
    let start = clock.now
    let environment = RunEnvironment.current(inputs: plan.images)
    var session = RunSession(
      race: KernelRace(
        kernels: plan.kernels, instructionSet: plan.instructionSet, threads: plan.threads,
        secondsPerKernel: plan.secondsPerKernel, timer: SystemContenderTimer()),
      images: plan.images, load: ImageLoader.load, expand: ImageLoader.expand,
      format: format.report(on: Terminal(descriptor: 1)),
      environment: environment,
      output: { StandardOutput.write($0) },
      message: messages.message, isCancelled: { Interruption.isRequested },
      counter: counters ? counter(for: plan) : nil,
      recorder: try noRecord
        ? nil
        : reportingFailures {
          try history.recorder(
            kind: "bench", environment: environment, message: messages.message)
        },
      progress: messages.progressLine,
      elapsed: { (clock.now - start) / .seconds(1) })
    let status = session.run()
    if !noRecord { try reportingFailures { try history.share(message: messages.message) } }
    try status.exitUnlessSuccess()
  }

  /// Counts a kernel's instructions in a process of its own.
  private func counter(
    for plan: BenchmarkPlan
  ) -> (_ kernel: String, _ image: ImageRequest) -> InstructionCount {
    let counter = InstructionCounter.forThisMachine(WorkerStarter(timeout: 60))
    let program = Executable.currentPath ?? CommandLine.arguments[0]
    return { kernel, image in
      guard let image = ComparedImage(image) else {
        return .unavailable("the photo kept with the package is not here")
      }
      guard let kernel = KernelCatalog.kernel(named: kernel) else {
        return .unavailable("there is no kernel '\(kernel)'")
      }
      return counter.count(
        program,
        KernelWork.benchmark(
          of: kernel, on: image, threads: plan.threads,
          instructionSet: plan.instructionSet.rawValue))
    }
  }

  private func plan() throws -> BenchmarkPlan {
    try planned.value {
      let request = RunRequest(
        kernels: input.kernels, methods: method.methods, images: input.images,
        sizes: input.sizes, threads: machine.threads, instructionSet: machine.isa,
        seconds: race.time)
      return try reportingFailures {
        try BenchmarkPlan(request, usableCores: usableCoreCount())
      }
    }
  }
}
