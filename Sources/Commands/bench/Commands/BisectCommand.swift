internal import KernelBenchmarks
internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandText
internal import DominantColor
internal import Measuring
internal import Reporting
internal import TimingHistory

/// `bench bisect`: which commit made a kernel slower.
struct BisectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bisect",
    abstract: "Find the commit that made a benchmark slower.",
    discussion: """
      First a paired session confirms that the bad commit differs from the good one. Then commits \
      between them are built (in .build-compare, once each) and compared with the good one, always \
      the one whose answer is closest to an even bet, until one commit is the first slow one with \
      the confidence asked for. A doubtful commit is measured again; a commit that does not build is \
      skipped for its neighbour.

      In a repository with a suite file it searches for one of the suite's benchmarks, unless a \
      kernel is named.

      EXAMPLES
        bench bisect v1.2 HEAD --only parse
        bench bisect v1.2 HEAD --kernel simd
        bench bisect 1a2b3c4 5d6e7f8 --kernel tiles --image noise --size 4MP
        bench bisect --simulate --trials 1000 --format json

      EXIT CODES (those of all commands: bench --help)
        0    a commit was named, or the simulation is done
        1    a commit at the ends could not be built or measured
        3    no commit: no significant difference, or too few probes to tell
      """)

  @Argument(help: ArgumentHelp("A commit that is fast.", valueName: "good"))
  var good: String?

  @Argument(help: ArgumentHelp("A later commit that is slow.", valueName: "bad"))
  var bad: String?

  @Option(help: ArgumentHelp("The kernel that became slower.", valueName: "name"))
  var kernel: String?

  @Option(
    help: ArgumentHelp(
      "What it works on: a synthetic image or a PNG or JPEG file.", valueName: "image"))
  var image: String = CompareRequest.standardImage.name

  @Option(
    help: ArgumentHelp(
      "At which size: 24MP, 1.5MP, 6000x4000. Default: 1MP, a file's own size.",
      valueName: "size"))
  var size: String?

  @OptionGroup var suite: SuiteOptions

  @OptionGroup var machine: MachineOptions

  @Option(help: ArgumentHelp("How many probes are allowed.", valueName: "count"))
  var probes: Int = 8

  @Option(help: ArgumentHelp("How probable the answer must be.", valueName: "percent"))
  var confidence: String = "99%"

  @Flag(help: "Search with simulated workers instead, and count how often the commit is found.")
  var simulate = false

  @Option(help: ArgumentHelp("With --simulate: how many searches.", valueName: "count"))
  var trials: Int = 1000

  @Option(help: ArgumentHelp("With --simulate: among how many commits.", valueName: "count"))
  var commits: Int = 60

  @Option(
    help: ArgumentHelp("With --simulate: how much slower the code gets.", valueName: "percent"))
  var step: String = "1%"

  @Option(help: ArgumentHelp("With --simulate: the start of the random sequence.", valueName: "n"))
  var seed: UInt64 = 1

  @OptionGroup var results: FormatOptions

  @OptionGroup var messages: MessageOptions

  private enum Task {
    case simulation(SimulatedBisection)
    case search(any BenchmarkSource, good: String, bad: String)
  }

  private var planned = Once<Task>()
  private var sureness = Once<Percentage>()

  func validate() throws {
    _ = try task()
    guard (1...1000).contains(probes) else {
      throw ValidationError("--probes takes 1 to 1000, not \(probes).")
    }
  }

  func run() throws {
    switch try task() {
    case .simulation(let simulation):
      let result = try simulation.run()
      results.format.write(table: simulation.words(result), json: simulation.json(result))
    case .search(let source, let good, let bad):
      Interruption.watch()
      let live = messages.live
      let context = WorkContext(live)
      let report = try reportingFailures {
        defer { live.clear() }
        return try source.search(good: good, bad: bad, context).run(
          confidence: try leastConfidence().fraction, maximumProbes: probes, context)
      }
      results.format.write(table: report.words, json: report.json)
      if !report.isSettled { throw ExitCode(.cannotTell) }
    }
  }

  private func task() throws -> Task {
    try planned.value {
      try reportingFailures {
        _ = try leastConfidence()
        if simulate { return .simulation(try simulation()) }
        let isSuite = kernel == nil && good != nil && bad != nil
        let source: any BenchmarkSource =
          try suite.choice.source(
            of: isSuite ? suite.file : nil, hasMore: suite.path != nil,
            complaint: "--suite, --only and --cache go with two commits and a suite file: "
              + "bench bisect GOOD BAD --only TEXT.") ?? kernels()
        guard let good, let bad else { throw Self.missingCommits }
        return .search(source, good: good, bad: bad)
      }
    }
  }

  private static let missingCommits = UsageError(
    "Specify the commits: bench bisect GOOD BAD --kernel simd.")

  private func leastConfidence() throws -> Percentage {
    try sureness.value { try Percentage(parsing: confidence) }
  }

  private func simulation() throws(UsageError) -> SimulatedBisection {
    guard good == nil, bad == nil else {
      throw UsageError("--simulate takes no commits: it simulates them.")
    }
    guard (1...1_000_000).contains(trials) else {
      throw UsageError("--trials takes 1 to 1000000, not \(trials).")
    }
    guard (1...100_000).contains(commits) else {
      throw UsageError("--commits takes 1 to 100000, not \(commits).")
    }
    var trial = BisectionTrial()
    trial.commits = commits
    trial.slowdown = LogRatio(try Percentage(parsing: step).logRatio)
    trial.maximumProbes = probes
    return SimulatedBisection(trial: trial, searches: trials, seed: seed)
  }

  /// The kernel and the image that were asked for.
  private func kernels() throws(UsageError) -> any BenchmarkSource {
    guard good != nil, bad != nil else { throw Self.missingCommits }
    guard let name = kernel else {
      throw UsageError("Specify which kernel became slower: --kernel simd.")
    }
    let standard = CompareRequest.standardImage
    let image = ComparedImage(
      name: image, size: size ?? (image == standard.name ? standard.size : nil))
    _ = try image.request()
    let set = try BenchmarkPlan.instructionSet(machine.isa)
    return KernelSource(
      plan: BenchmarkPlan(
        kernels: [try KernelWorkloads.kernel(named: name)], images: [], instructionSet: set,
        threads: machine.threads ?? usableCoreCount(), secondsPerKernel: 0),
      images: [image], instructionSet: machine.isa)
  }
}
