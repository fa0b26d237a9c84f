internal import ArgumentParser
internal import CommandText
internal import DominantColor
internal import Measuring
internal import TimingHistory

/// `bench bisect`: which commit made a kernel slower.
struct BisectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bisect",
    abstract: "Find the commit that made a kernel slower.",
    discussion: """
      First a paired session confirms that the bad commit differs from the good one. Then commits \
      between them are built (in .build-compare, once each) and compared with the good one, always \
      the one whose answer is closest to an even bet, until one commit is the first slow one with \
      the confidence asked for. A doubtful answer is asked again; a commit that does not build is \
      passed over for its neighbour.

      EXAMPLES
        bench bisect v1.2 HEAD --kernel simd
        bench bisect 1a2b3c4 5d6e7f8 --kernel tiles --image noise --size 4MP
        bench bisect --simulate --trials 1000 --format json

      EXIT CODES
        0    a commit was named, or the simulation is done
        1    a commit at the ends could not be built or measured
        3    no commit: there is no difference beyond doubt, or the probes did not settle it
        64   the command line was wrong
        130  interrupted
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
  var image: String = ComparePlan.standardImage.name

  @Option(
    help: ArgumentHelp(
      "At which size: 24MP, 1.5MP, 6000x4000. Default: 1MP, a file's own size.",
      valueName: "size"))
  var size: String?

  @Option(
    help: ArgumentHelp(
      "Threads for a concurrent kernel. Default: every core this process may use.",
      valueName: "count"))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "The instruction set for vector kernels. Default: the best here.", valueName: "name"))
  var isa: String?

  @Option(help: ArgumentHelp("How many probes are allowed.", valueName: "count"))
  var probes: Int = 8

  @Option(help: ArgumentHelp("How sure the answer must be.", valueName: "percent"))
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

  @Option(help: ArgumentHelp("How to write the result: table or json.", valueName: "format"))
  var format: String = ListCommand.Format.table.rawValue

  @Flag(help: "No progress and no words on the way; errors are still told.")
  var quiet = false

  func validate() throws {
    _ = try choice(format, kind: "format") as ListCommand.Format
    do throws(UsageError) {
      _ = try Percentage(parsing: confidence)
      if simulate { _ = try simulation() } else { _ = try request() }
    } catch {
      throw ValidationError(error.description)
    }
    guard (1...1000).contains(probes) else {
      throw ValidationError("--probes takes 1 to 1000, not \(probes).")
    }
  }

  func run() throws {
    let isJSON = try choice(format, kind: "format") == ListCommand.Format.json
    if simulate {
      let simulation = try simulation()
      let result = try simulation.run()
      StandardOutput.write(
        isJSON ? simulation.json(result).text + "\n" : simulation.words(result))
      return
    }
    Interruption.watch()
    let report = try search(LiveMessages(isQuiet: quiet))
    StandardOutput.write(isJSON ? report.json.text + "\n" : report.words)
    if !report.isSettled { throw ExitCode.cannotTell }
  }

  private func simulation() throws(UsageError) -> SimulatedBisection {
    guard good == nil, bad == nil else {
      throw UsageError("--simulate takes no commits: it makes them up.")
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

  /// The commits and the kernel that were asked for.
  private func request() throws(UsageError) -> (good: String, bad: String, kernel: any Kernel) {
    guard let good, let bad else {
      throw UsageError("Say which commits: bench bisect GOOD BAD --kernel simd.")
    }
    guard let kernel else { throw UsageError("Say which kernel became slower: --kernel simd.") }
    _ = try comparedImage.request()
    _ = try BenchmarkPlan.instructionSet(isa)
    return (good, bad, try KernelWorkloads.kernel(named: kernel))
  }

  private var comparedImage: ComparedImage {
    let standard = ComparePlan.standardImage
    return ComparedImage(name: image, size: size ?? (image == standard.name ? standard.size : nil))
  }

  private func search(_ live: LiveMessages) throws -> BisectionReport {
    let (good, bad, kernel) = try request()
    let builds: RevisionBuilds
    let range: CommitRange
    do throws(UsageError) {
      builds = try RevisionBuilds(containing: ".", note: { live.message($0) })
      range = try CommitRange(good: good, bad: bad, in: builds)
    } catch {
      throw ValidationError(error.description)
    }
    let pairing = BuildPairing(
      starter: WorkerStarter(environment: WorkerStarter.ownEnvironment, timeout: 120),
      kernel: kernel, image: comparedImage, threads: threads ?? usableCoreCount(),
      instructionSet: isa, isCancelled: { Interruption.isRequested },
      progress: { live.progress($0, $1) })
    let bisection = Bisection(
      range: range, confidence: try Percentage(parsing: confidence).fraction,
      maximumProbes: probes,
      session: { commit, purpose throws(ComparisonFailure) in
        try pairing.session(
          base: try builds.bench(at: range.good), candidate: try builds.bench(at: commit), purpose,
          label: "comparing \(commit.prefix(12))")
      }, message: { live.message($0) })
    let finding: Bisection.Finding
    do throws(ComparisonFailure) {
      finding = try bisection.run()
      live.clear()
    } catch {
      live.clear()
      StandardError.write("Error: \(error.message)\n")
      throw error.exitCode
    }
    if Interruption.isRequested { throw ExitCode.interrupted }
    return BisectionReport(
      range: range, finding: finding, kernel: kernel.id, image: comparedImage.label)
  }
}
