internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import CommandText
internal import DominantColor
internal import HistoryReports
internal import Measuring

/// `bench goals`: what this project promises, measured.
struct GoalsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "goals",
    abstract: "Measure every speed goal of this project as a ratio in one interleaved run.",
    discussion: """
      Each line is a goal: what was measured, the exact 95 % interval, the limit, and whether the \
      whole interval keeps it (met), breaks it (missed) or neither (open). Ratios are taken \
      within rounds of one run, on one image. Then: how `simd` grows with the image, peak memory, and \
      how far answers are from colours planted in 1,000 images. A missed goal is not an error.

      EXAMPLES
        bench goals                     under a minute
        bench goals --thorough          with 100 and 400 MP; takes 1.6 GB and a few minutes
        bench goals --format json
      """)

  @Flag(help: "Also 100 MP on all cores, and growth to 400 MP.")
  var thorough = false

  @Option(help: ArgumentHelp("Seconds of timing for each piece of work.", valueName: "seconds"))
  var time: Double = 0.4

  @Option(
    help: ArgumentHelp(
      "Threads for concurrent kernels. Default: every core this process may use.",
      valueName: "count"))
  var threads: Int?

  @OptionGroup var results: FormatOptions

  @OptionGroup var messages: MessageOptions

  @OptionGroup var build: BuildOptions

  func validate() throws {
    guard time > 0, time <= 3600 else {
      throw ValidationError("--time takes seconds above 0 and up to 3600, not \(time).")
    }
    if let threads, threads < 1 || threads > 1024 {
      throw ValidationError("--threads takes a number from 1 to 1024, not \(threads).")
    }
  }

  func run() throws {
    try build.requireRelease(for: "goals")
    Interruption.watch()
    let clock = ContinuousClock()
    let start = clock.now
    var session = GoalSession(
      secondsPerWork: time, timer: SystemContenderTimer(), load: ImageLoader.load,
      message: { StandardError.write($0 + "\n") }, isCancelled: { Interruption.isRequested },
      progress: messages.progressLine,
      elapsed: { (clock.now - start) / .seconds(1) })
    // Growth first: later, memory that was given back would still count as this process's.
    _ = PeakMemory.reset()
    var growth: GrowthCurve?
    var accuracy: AccuracyCheck?
    var failure = ExitCode.success
    do throws(InputFailure) {
      growth = try GrowthCurve.measure(
        GrowthCurve.sizes(isThorough: thorough), load: ImageLoader.load,
        isCancelled: { Interruption.isRequested },
        progress: { size, fraction in
          session.progress.update(
            label: "growth, \(Quantities.megapixels(size))", fraction: fraction,
            elapsed: session.elapsed())
        })
      accuracy = try AccuracyCheck.measure(
        images: 1000, isCancelled: { Interruption.isRequested },
        progress: { fraction in
          session.progress.update(
            label: "accuracy", fraction: fraction, elapsed: session.elapsed())
        })
    } catch {
      StandardError.write("Error: \(error.message)\n")
      failure = error.exitCode
    }
    let peak = PeakCheck(imageBytes: 4 * (growth?.points.last?.pixels ?? 0))
    let (measured, code) = session.run(
      GoalCatalog.cases(
        photo: PackagedPhoto.path(), threads: threads ?? usableCoreCount(), isThorough: thorough))
    if failure == .success { failure = code }
    session.progress.clear()
    switch results.format {
    case .table:
      StandardOutput.write(
        RunEnvironment.current(inputs: []).summary + "\n\n"
          + GoalReport.table(measured, growth: growth, peak: peak, accuracy: accuracy))
    case .json:
      StandardOutput.write(
        GoalReport.json(
          measured, growth: growth, peak: peak, accuracy: accuracy,
          environment: RunEnvironment.current(inputs: [])))
    }
    if failure != .success { throw failure }
  }
}
