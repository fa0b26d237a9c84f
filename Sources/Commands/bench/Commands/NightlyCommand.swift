internal import KernelBenchmarks
internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandText
internal import DominantColor
internal import Files
internal import FleetHistory
internal import HistoryReports
internal import Measuring
internal import Reporting
internal import TimingHistory

/// `bench nightly`: whether the code became slower since the nights before.
struct NightlyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nightly",
    abstract: "Measure the suite, compare with the nights before, confirm, and report.",
    discussion: """
      A night measures every kernel on every image and records it. A series is suspected when its \
      values show another level, or when tonight's build is a new one and a short paired session \
      against the build of the night before sees any difference. What is suspected is measured \
      again, in a fresh paired session of the last good build against tonight's, and called slower \
      only for a significant 1 % or more (0.3 % of nights, over all series together). Builds are \
      kept in .build-compare, or built again at their commit.

      In a repository with a suite file the benchmarks of the suite are measured, and earlier builds \
      are commits, built again where they are not kept.

      A series goes ok → suspect → regressed → accepted (bench accept) or recovered. The kernels \
      that ratios are taken to are measured and not judged.

      EXAMPLES
        bench nightly --report night.md
        bench nightly --suite quick --kernel simd --kernel tiles
        bench nightly --resume                     continue a night that was killed

      EXIT CODES (those of all commands: bench --help)
        0    clean: no series is slower
        1    a kernel answered wrongly, or bench itself failed
        2    a series is slower: confirmed
        3    cannot tell: a suspicion could not be settled
        4    levels or the machine changed, and the code did not become slower
        65   an image was damaged, or the history; the other images were measured
        66   an image was missing; the others were measured
        73   the report could not be written
        74   the history could not be written, or another night is running
        130  interrupted: --resume continues
      """)

  @Option(
    help: ArgumentHelp(
      "The suite file, or what to measure where no --image is given: quick (three images of 1 MP) "
        + "or default. Default: bench.toml in this folder or one above, else default.",
      valueName: "name"))
  var suite: String?

  @OptionGroup var choice: SuiteChoiceOptions

  @OptionGroup var input: InputOptions

  @OptionGroup var method: MethodOptions

  @OptionGroup var machine: MachineOptions

  @OptionGroup var race: RaceOptions

  @OptionGroup var history: HistoryOptions

  @Option(help: ArgumentHelp("A Markdown file to write the report to.", valueName: "path"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "The folder to keep builds in. Default: .build-compare/kept of the checkout, else "
        + "swift-dominant-color/builds in $XDG_CACHE_HOME or ~/.cache.", valueName: "path"))
  var builds: String?

  @Flag(help: "Continue the newest night if it was killed and measured the same; else start one.")
  var resume = false

  @Flag(help: "Do not count instructions to explain a slowdown.")
  var noCounters = false

  @OptionGroup var results: FormatOptions

  @OptionGroup var messages: MessageOptions

  @OptionGroup var build: BuildOptions

  private var planned = Once<BenchmarkPlan>()

  /// The suite file to measure; `nil` for kernels.
  private var suiteFile: String? {
    let isOther =
      !input.kernels.isEmpty || !input.images.isEmpty || !input.sizes.isEmpty
      || !method.methods.isEmpty || machine.threads != nil || machine.isa != nil
      || suite.map { NightSuite(rawValue: $0) != nil } == true
    return isOther ? nil : suite ?? SuiteOptions.nearby
  }

  func validate() throws {
    if let suite, suiteFile == suite, PathParts(suite).fileExtension != "toml",
      FileKind(path: suite) == .absent
    {
      throw ValidationError(
        unknownChoice(suite, kind: "suite", choices: NightSuite.allCases.map(\.rawValue)))
    }
    guard suiteFile == nil else { return }
    guard !choice.isGiven else {
      throw ValidationError(
        "--only and --cache apply to the benchmarks of a suite file: there is none here, or "
          + "kernels were asked for.")
    }
    let plan = try plan()
    let isJudged = plan.kernels.contains { $0.id != KernelCatalog.reference(for: $0.method).id }
    guard isJudged else {
      throw ValidationError(
        "There is nothing to judge: \(plan.kernels.map(\.id).joined(separator: ", ")) is what "
          + "ratios are taken to. Add a kernel that competes with it.")
    }
  }

  func run() throws {
    if suiteFile == nil { try build.requireRelease(for: "nightly") }
    Interruption.watch()
    let live = messages.live
    let status = try reportingFailures {
      let location = try history.requiredLocation(suite: suiteFile)
      guard !BuildConfiguration.isDebug || history.chosen != nil else {
        throw HarnessFailure.wrongUsage(
          "Nights of a debug build are recorded only with --history.")
      }
      let fleet = try history.fleet(message: live.message)
      // What the other machines of the class measured is part of the night's history.
      let store =
        try fleet?.openUpToDate(
          FleetScope(since: LookBack.standard.start(at: WallClock.now)), recordingHere: true)
        ?? location.open(recording: HistoryOptions.machine)
      guard let lock = NightLock(history: location.path) else {
        throw HarnessFailure(
          message:
            "Another night is being measured into '\(location.path)'. Wait until it is done.",
          status: .ioFailure)
      }
      defer { lock.release() }
      let job = NightJob(store: store, location: location, live: live, fleet: fleet)
      return try suiteFile.map { try run(suite: $0, job) } ?? run(job)
    }
    try status.exitUnlessSuccess()
  }

  /// What a night writes to.
  private struct NightJob {
    let store: HistoryStore
    let location: HistoryLocation
    let live: LiveMessages
    let fleet: FleetSession?
    var environment = RunEnvironment.current(inputs: [])
  }

  /// A night of a suite.
  private func run(suite path: String, _ job: NightJob) throws -> WorkStatus {
    let live = job.live
    let request = try SuiteNightRequest(
      path: path, options: choice, seconds: race.time ?? SuiteMeasurement.standardSeconds,
      note: { live.message(.note($0)) })
    var job = job
    job.environment = request.environment
    let (made, output) = (job, report)
    let night = try request.night(store: job.store, location: job.location, live: live) {
      result throws(NightFailure) in
      if let output { try Self.write(result, made, to: output) }
    }
    let result = try finish(night, job)
    _ = job.fleet?.share()
    let report = try Self.report(result, job)
    results.format.write(table: report.words, json: report.json)
    return result.status
  }

  /// Runs a night to its end.
  private func finish(_ night: NightRun, _ job: NightJob) throws(HarnessFailure) -> NightResult {
    defer { job.live.clear() }
    do throws(NightFailure) {
      return try night.run(resuming: resume)
    } catch {
      job.live.clear()
      throw error.failure
    }
  }

  private func run(_ job: NightJob) throws -> WorkStatus {
    let plan = try plan()
    var requests: [ImageRequest] = []
    var missing: WorkStatus?
    for image in plan.images {
      do throws(HarnessFailure) {
        requests += try ImageLoader.expand(image)
      } catch {
        job.live.message(.error(error.message))
        missing = missing ?? error.status
      }
    }
    let result = try finish(night(plan, requests, job), job)
    if let fleet = job.fleet, fleet.share() {
      fleet.add(try NightJobs.jobs(of: result, in: job.store, environment: job.environment.values))
    }
    let report = try Self.report(result, job)
    results.format.write(table: report.words, json: report.json)
    return result.status == .success ? missing ?? .success : result.status
  }

  /// Builds the nightly job with its production dependencies.
  private func night(
    _ plan: BenchmarkPlan, _ requests: [ImageRequest], _ job: NightJob
  ) -> NightRun {
    let live = job.live
    let starter = WorkerStarter(timeout: 120)
    let executable = Executable.currentPath ?? CommandLine.arguments[0]
    let builds = KeptBuilds(
      in: self.builds, of: .dominantColor, note: { live.message(.note($0)) })
    let policy = NightlyPolicy()
    let measurement = NightMeasurement(
      race: KernelRace(
        kernels: plan.kernels, instructionSet: plan.instructionSet, threads: plan.threads,
        secondsPerKernel: plan.secondsPerKernel, timer: SystemContenderTimer()),
      instructionSet: machine.isa, store: job.store, location: job.location,
      environment: job.environment.values, load: ImageLoader.load,
      now: { WallClock.now }, message: { live.message($0) },
      isCancelled: { Interruption.isRequested }, progress: { live.progress($0, $1) })
    let pairing = NightPairing(
      starter: starter, program: executable, builds: builds,
      counter: noCounters ? nil : .forThisMachine(starter),
      layouts: LayoutChooser(of: .dominantColor, note: { live.message(.note($0)) }),
      isCancelled: { Interruption.isRequested }, progress: { live.progress($0, $1) })
    let path = report
    return NightRun(
      store: job.store, policy: policy, planText: planText(plan, requests), parts: requests.count,
      environment: job.environment.values,
      measure: { part, run throws(NightFailure) in
        let measured = try measurement.measure(requests[part], in: run)
        keep(executable, builds, job)
        return measured
      },
      pair: { subject, base, purpose throws(NightFailure) in
        try pairing.session(subject, base, purpose, minimumEffect: policy.minimumEffect)
      },
      report: { result throws(NightFailure) in
        guard let path else { return }
        try Self.write(result, job, to: path)
      }, now: { WallClock.now }, message: { live.message($0) })
  }

  /// Keeps tonight's executable for later nights.
  private func keep(_ executable: String, _ builds: KeptBuilds, _ job: NightJob) {
    guard let hash = job.environment.values[.codeHash].value else { return }
    do throws(FileAccessError) {
      try builds.keep(executable, hash: hash)
    } catch {
      job.live.message(
        .warning("This build is not kept, so a later night may have to build it again: \(error)"))
    }
  }

  private static func report(
    _ result: NightResult, _ job: NightJob
  ) throws(HistoryError) -> NightReport {
    let measured = Set(result.outcomes.map(\.series))
    let courses = try job.store.series(recent: SeriesSparkline.width).filter {
      measured.contains($0.series.name)
    }
    return NightReport(
      result: result, environment: job.environment, history: job.store.path,
      courses: courses.map { ($0.series.name, $0.recentValues) },
      alertAdvice: "`bench accept SERIES --reason TEXT` accepts a slower level, "
        + "`bench bisect GOOD BAD` searches for the commit")
  }

  private static func write(
    _ result: NightResult, _ job: NightJob, to path: String
  ) throws(NightFailure) {
    let text: String
    do throws(HistoryError) {
      text = try report(result, job).markdown
    } catch {
      throw .history(error)
    }
    do throws(HarnessFailure) {
      try bench.write(text, to: path, replacingExisting: true)
    } catch {
      throw .report(error.message)
    }
  }

  private func plan() throws -> BenchmarkPlan {
    try planned.value {
      let isSuite = input.images.isEmpty
      let images = (suite.flatMap(NightSuite.init) ?? .default).request
      let request = RunRequest(
        kernels: input.kernels, methods: method.methods,
        images: isSuite ? images.images : input.images,
        sizes: isSuite && input.sizes.isEmpty ? images.sizes : input.sizes,
        threads: machine.threads, instructionSet: machine.isa, seconds: race.time)
      return try reportingFailures {
        try BenchmarkPlan(request, usableCores: usableCoreCount())
      }
    }
  }

  /// What a night measures: two nights of equal text can be one.
  private func planText(_ plan: BenchmarkPlan, _ requests: [ImageRequest]) -> String {
    let parts = [
      "kernels \(plan.kernels.map(\.id).joined(separator: " "))",
      "images \(requests.map { "\($0)" }.joined(separator: " ")) \(ImageRequest.hash(of: requests))",
      "threads \(plan.threads)", "isa \(plan.instructionSet.rawValue)",
      "seconds \(plan.secondsPerKernel)",
    ]
    return parts.joined(separator: "; ")
  }
}

extension NightFailure {
  /// The failure as a command reports it.
  fileprivate var failure: HarnessFailure {
    switch self {
    case .history(let error): HarnessFailure(error)
    case .report(let words):
      HarnessFailure(
        message: "The report could not be written: \(words)", status: .unwritableOutput)
    case .input(let error): error
    case .incomparable(let words): .failed(words)
    case .interrupted:
      HarnessFailure(message: "Interrupted: --resume continues this night.", status: .interrupted)
    }
  }
}
