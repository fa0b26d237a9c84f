internal import ArgumentParser
internal import CommandText
internal import DominantColor
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

      Every run is remembered in the history, round by round, so that a run that is killed loses \
      the round in flight. Where that fails a warning says why and the results are printed all the \
      same; with --history it is an error, exit code 74. Runs of a debug build are remembered only \
      with --history.

      EXAMPLES
        bench run --kernel simd --image photo.jpg
        bench run --method histogram --image noise --size 6000x4000 --size 0.25MP
        bench run --image holiday/ --format csv > holiday.csv
        bench run --kernel simd --image planted --isa baseline --time 2
      """)

  @Option(
    name: .customLong("kernel"),
    help: ArgumentHelp(
      "A kernel to run, by the name `bench list` gives; repeatable. Default: all.",
      valueName: "name"))
  var kernels: [String] = []

  @Option(
    name: .customLong("method"),
    help: ArgumentHelp(
      "Run all kernels of a method: histogram, kmeans or hue; repeatable.", valueName: "name"))
  var methods: [String] = []

  @Option(
    name: .customLong("image"),
    help: ArgumentHelp(
      "A synthetic image (flat, photo, screen, gradient, planted, straddle, noise, alpha), a PNG "
        + "or JPEG file, or a folder of them; repeatable. Default: the suite.",
      valueName: "image"))
  var images: [String] = []

  @Option(
    name: .customLong("size"),
    help: ArgumentHelp(
      "A size to run every image at: 24MP, 1.5MP, 6000x4000; repeatable. Files are resampled "
        + "(bilinear); without it they run at their own size, synthetic images at 24MP.",
      valueName: "size"))
  var sizes: [String] = []

  @Option(
    help: ArgumentHelp(
      "Threads for concurrent kernels. Default: every core this process may use.",
      valueName: "count"))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "The instruction set for vector kernels: baseline, avx2 or avx512. Default: the best here.",
      valueName: "name"))
  var isa: String?

  @Option(
    help: ArgumentHelp(
      "Seconds of timing for each kernel and image. Default: 0.5, or less in the suite, which "
        + "ends in under a minute.", valueName: "seconds"))
  var time: Double?

  @Flag(
    help: """
      Also count the instructions of a call: by perf events where permitted, else by callgrind, \
      else it says why not.
      """)
  var counters = false

  @Option(
    help: ArgumentHelp(
      "How to write results: table, json, csv or markdown.", valueName: "format"))
  var format: String = OutputFormat.table.rawValue

  @OptionGroup var history: HistoryOptions

  @Flag(help: "Keep this run out of the timing history.")
  var noRecord = false

  @Flag(help: "No progress line and no warnings; errors are still told.")
  var quiet = false

  @Flag(help: "Time even this debug build, whose times say nothing about release.")
  var allowDebug = false

  func validate() throws {
    // ArgumentParser words an unknown value of its own types without suggesting one.
    _ = try plan()
    _ = try outputFormat()
    if noRecord, history.path != nil {
      throw ValidationError("--no-record and --history contradict each other: give one of them.")
    }
  }

  func run() throws {
    if BuildConfiguration.isDebug && !allowDebug {
      StandardError.write(
        "Error: This is a debug build, whose times say nothing. Use a release build, as in "
          + "`swift run -c release bench run`, or insist with --allow-debug.\n")
      throw ExitCode.validationFailure
    }
    let screen = Terminal(descriptor: 1)
    let isQuiet = quiet
    let plan = try plan()
    Interruption.watch()
    let clock = ContinuousClock()
    let start = clock.now
    let environment = RunEnvironment.current(inputs: plan.images)
    let message: (String) -> Void = { line in
      let isNews = ["Warning", "Recorded"].contains { line.hasPrefix($0) }
      if !isQuiet || !isNews { StandardError.write(line + "\n") }
    }
    var session = RunSession(
      race: KernelRace(
        kernels: plan.kernels, instructionSet: plan.instructionSet, threads: plan.threads,
        secondsPerKernel: plan.secondsPerKernel, timer: SystemContenderTimer()),
      images: plan.images, load: ImageLoader.load, expand: ImageLoader.expand,
      format: try outputFormat().report(on: screen),
      environment: environment,
      output: { StandardOutput.write($0) },
      message: message, isCancelled: { Interruption.isRequested },
      counter: counters ? counter(for: plan) : nil,
      recorder: noRecord
        ? nil : history.recorder(kind: "bench", environment: environment, message: message),
      progress: .onStandardError(isQuiet: quiet),
      elapsed: { (clock.now - start) / .seconds(1) })
    let code = session.run()
    if code != .success { throw code }
  }

  /// Counts a kernel's instructions in a process of its own.
  private func counter(
    for plan: BenchmarkPlan
  ) -> (_ kernel: String, _ image: ImageRequest) -> InstructionCount {
    let counter = InstructionCounter.forThisMachine(
      WorkerStarter(environment: WorkerStarter.ownEnvironment, timeout: 60))
    let program = CommandLine.executablePath ?? CommandLine.arguments[0]
    return { kernel, image in
      guard let image = ComparedImage(image) else {
        return .unavailable("the photo kept with the package is not here")
      }
      return counter.count(
        program,
        KernelWork(
          kernels: [kernel], image: image, threads: plan.threads,
          instructionSet: plan.instructionSet.rawValue))
    }
  }

  private func plan() throws -> BenchmarkPlan {
    let request = RunRequest(
      kernels: kernels, methods: methods, images: images, sizes: sizes, threads: threads,
      instructionSet: isa, seconds: time)
    do {
      return try BenchmarkPlan(request, usableCores: usableCoreCount())
    } catch {
      throw ValidationError(error.description)
    }
  }

  private func outputFormat() throws -> OutputFormat { try choice(format, kind: "format") }
}
