internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import CommandText
internal import DominantColor
internal import HistoryReports
internal import Measuring

/// `bench run`: check kernels, then time them.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Check kernels against their references, then time them in turns.",
    discussion: """
      Without --image the default suite runs: a real photo and synthetic images whose answers are \
      known. Kernels of one image take turns, round by round and in random order, together with a \
      plain read of the same memory, so that a slow moment of the machine hits all of them; \
      ratios are taken within rounds. Intervals hold the median with 95 % confidence.

      Every run is recorded in the history while it is measured: a run that is killed loses at most \
      the last tenth of a second. Where recording fails, a warning says why and the results are \
      printed all the same; with --history it is an error, exit code 74. Runs of a debug build \
      are recorded only with --history.

      EXAMPLES
        bench run --kernel simd --image photo.jpg
        bench run --method histogram --image noise --size 6000x4000 --size 0.25MP
        bench run --image holiday/ --format csv > holiday.csv
        bench run --kernel simd --image planted --isa baseline --time 2
      """)

  @OptionGroup var input: InputOptions

  @OptionGroup var method: MethodOptions

  @OptionGroup var machine: MachineOptions

  @OptionGroup var race: RaceOptions

  @Flag(
    help: """
      Also count the instructions of a call: by perf events where permitted, else by callgrind, \
      else it says why not.
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

  func validate() throws {
    _ = try plan()
    if noRecord, history.path != nil {
      throw ValidationError("--no-record and --history contradict each other: give one of them.")
    }
  }

  func run() throws {
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
