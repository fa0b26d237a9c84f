internal import ArgumentParser
internal import CommandText
internal import DominantColor
internal import Files
internal import Measuring
internal import TimingHistory

/// `bench nightly`: whether the code became slower since the nights before.
struct NightlyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nightly",
    abstract: "Measure the suite, compare with the nights before, confirm, and report.",
    discussion: """
      A night measures every kernel on every image and records it. A series is suspected when its \
      course shows another level, or when tonight's build is a new one and a short paired session \
      against the build of the night before sees any difference. What is suspected is measured \
      again, in a fresh paired session of the last good build against tonight's, and called slower \
      only for 1 % or more beyond doubt (0.3 % of nights, over all series together). Builds are \
      kept in .build-compare, or built again at their commit.

      A series goes ok → suspect → regressed → accepted (bench accept) or recovered. The kernels \
      that ratios are taken to are measured and not judged.

      EXAMPLES
        bench nightly --report night.md
        bench nightly --suite quick --kernel simd --kernel tiles
        bench nightly --resume                     go on with a night that was killed

      EXIT CODES
        0    clean: no series is slower
        1    a kernel answered wrongly, or bench itself failed
        2    a series is slower: confirmed
        3    cannot tell: a suspicion could not be settled
        4    levels moved or the machine changed, and the code did not become slower
        64   the command line was wrong
        65   an image was damaged, or the history; the other images were measured
        66   an image was missing; the others were measured
        74   history or report could not be written, or another night goes on
        130  interrupted: --resume goes on
      """)

  @Option(
    help: ArgumentHelp(
      "What to measure where no --image is given: quick (three images of 1 MP) or default.",
      valueName: "name"))
  var suite: String = NightSuite.default.rawValue

  @Option(
    name: .customLong("kernel"),
    help: ArgumentHelp("A kernel to measure; repeatable. Default: all.", valueName: "name"))
  var kernels: [String] = []

  @Option(
    name: .customLong("method"),
    help: ArgumentHelp("Measure all kernels of a method; repeatable.", valueName: "name"))
  var methods: [String] = []

  @Option(
    name: .customLong("image"),
    help: ArgumentHelp(
      "A synthetic image, a PNG or JPEG file, or a folder of them; repeatable.",
      valueName: "image"))
  var images: [String] = []

  @Option(
    name: .customLong("size"),
    help: ArgumentHelp(
      "A size to measure every image at: 24MP, 1.5MP, 6000x4000; repeatable.", valueName: "size"))
  var sizes: [String] = []

  @Option(
    help: ArgumentHelp(
      "Threads for concurrent kernels. Default: every core this process may use.",
      valueName: "count"))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "The instruction set for vector kernels. Default: the best here.", valueName: "name"))
  var isa: String?

  @Option(
    help: ArgumentHelp(
      "Seconds of timing for each kernel and image. Default: 0.5, or less in the suite.",
      valueName: "seconds"))
  var time: Double?

  @OptionGroup var history: HistoryOptions

  @Option(help: ArgumentHelp("A Markdown file to write the report to.", valueName: "path"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "The folder to keep builds in. Default: .build-compare/kept of the checkout, else "
        + "swift-dominant-color/builds in $XDG_CACHE_HOME or ~/.cache.", valueName: "path"))
  var builds: String?

  @Flag(help: "Go on with the newest night if it was killed and measured the same; else begin one.")
  var resume = false

  @Flag(help: "Do not count instructions to explain a slowdown.")
  var noCounters = false

  @Option(help: ArgumentHelp("How to write what came of it: table or json.", valueName: "format"))
  var format: String = ListCommand.Format.table.rawValue

  @Flag(help: "No progress line and no warnings; errors are still told.")
  var quiet = false

  @Flag(help: "Measure even this debug build, whose times say nothing about release.")
  var allowDebug = false

  func validate() throws {
    let plan = try plan()
    let isJudged = plan.kernels.contains { $0.id != KernelCatalog.reference(for: $0.method).id }
    guard isJudged else {
      throw ValidationError(
        "There is nothing to judge: \(plan.kernels.map(\.id).joined(separator: ", ")) is what "
          + "ratios are taken to. Add a kernel that competes with it.")
    }
    _ = try choice(format, kind: "format") as ListCommand.Format
  }

  func run() throws {
    try CompareCommand.refuseDebug(unless: allowDebug, command: "nightly")
    guard let location = history.location else {
      StandardError.write("Error: There is no home folder for the history. Give --history.\n")
      throw ExitCode.historyFailed
    }
    guard !BuildConfiguration.isDebug || history.path != nil else {
      StandardError.write(
        "Error: Nights of a debug build are recorded only where --history says.\n")
      throw ExitCode.validationFailure
    }
    Interruption.watch()
    let plan = try plan()
    let environment = RunEnvironment.current(inputs: [])
    let isQuiet = quiet
    let live = LiveMessages(isQuiet: isQuiet)
    let store = try withHistoryErrorsTold { () throws(HistoryError) in try location.open() }
    guard let lock = NightLock(history: location.path) else {
      StandardError.write(
        "Error: Another night is being measured into '\(location.path)'. Wait until it is done.\n")
      throw ExitCode.historyFailed
    }
    defer { lock.release() }
    var requests: [ImageRequest] = []
    var missing: ExitCode?
    for image in plan.images {
      do throws(InputFailure) {
        requests += try ImageLoader.expand(image)
      } catch {
        live.message("Error: \(error.message)")
        missing = missing ?? error.exitCode
      }
    }
    let builds = KeptBuilds(in: self.builds, note: { live.message($0) })
    let night = run(
      plan, requests, environment, store: store, location: location, builds: builds, live: live)
    let result: NightResult
    do throws(NightFailure) {
      result = try night.run(resuming: resume)
      live.clear()
    } catch {
      live.clear()
      throw told(error)
    }
    let report = try withHistoryErrorsTold { () throws(HistoryError) in
      try Self.report(result, environment, store)
    }
    switch try choice(format, kind: "format") as ListCommand.Format {
    case .table: StandardOutput.write(report.words)
    case .json: StandardOutput.write(report.json.text + "\n")
    }
    let code = result.exitCode == .success ? missing ?? .success : result.exitCode
    if code != .success { throw code }
  }

  /// The night, with the world in it.
  private func run(
    _ plan: BenchmarkPlan, _ requests: [ImageRequest], _ environment: RunEnvironment,
    store: HistoryStore, location: HistoryLocation, builds: KeptBuilds, live: LiveMessages
  ) -> NightRun {
    let starter = WorkerStarter(environment: WorkerStarter.ownEnvironment, timeout: 120)
    let executable = CommandLine.executablePath ?? CommandLine.arguments[0]
    let policy = NightlyPolicy()
    let measuring = NightMeasuring(
      race: KernelRace(
        kernels: plan.kernels, instructionSet: plan.instructionSet, threads: plan.threads,
        secondsPerKernel: plan.secondsPerKernel, timer: SystemContenderTimer()),
      store: store, location: location, environment: environment.values, load: ImageLoader.load,
      now: { WallClock.now }, message: { live.message($0) },
      isCancelled: { Interruption.isRequested }, progress: { live.progress($0, $1) })
    let pairing = NightPairing(
      starter: starter, program: executable, builds: builds, threads: plan.threads,
      instructionSet: isa, counter: noCounters ? nil : .forThisMachine(starter),
      isCancelled: { Interruption.isRequested }, progress: { live.progress($0, $1) })
    let path = report
    return NightRun(
      store: store, policy: policy, planText: planText(plan, requests), images: requests,
      environment: environment.values,
      measure: { image, run throws(NightFailure) in
        let measured = try measuring.measure(image, in: run)
        keep(executable, environment, builds, live)
        return measured
      },
      pair: { subject, base, purpose throws(NightFailure) in
        try pairing.session(subject, base, purpose, minimumEffect: policy.minimumEffect)
      },
      report: { result throws(NightFailure) in
        guard let path else { return }
        try Self.write(result, environment, store, to: path)
      }, now: { WallClock.now }, message: { live.message($0) })
  }

  /// Keeps tonight's executable for the nights to come.
  private func keep(
    _ executable: String, _ environment: RunEnvironment, _ builds: KeptBuilds,
    _ live: LiveMessages
  ) {
    guard let hash = environment.values[.codeHash].value else { return }
    do throws(FileAccessError) {
      try builds.keep(executable, hash: hash)
    } catch {
      live.message(
        "Warning: This build is not kept, so a later night may have to build it again: \(error)")
    }
  }

  private static func report(
    _ result: NightResult, _ environment: RunEnvironment, _ store: HistoryStore
  ) throws(HistoryError) -> NightReport {
    let measured = Set(result.outcomes.map(\.series))
    let courses = try store.series(recent: CheckReport.sparklineWidth).filter {
      measured.contains($0.series.name)
    }
    return NightReport(
      result: result, environment: environment, history: store.path,
      courses: courses.map { ($0.series.name, $0.recentValues) })
  }

  private static func write(
    _ result: NightResult, _ environment: RunEnvironment, _ store: HistoryStore, to path: String
  ) throws(NightFailure) {
    let text: String
    do throws(HistoryError) {
      text = try report(result, environment, store).markdown
    } catch {
      throw .history(error)
    }
    do throws(FileAccessError) {
      try writeFile(Array(text.utf8), to: path, replacingExisting: true)
    } catch {
      throw .report(error.description)
    }
  }

  /// Says why a night did not come to its end, and gives the exit code.
  private func told(_ failure: NightFailure) -> ExitCode {
    switch failure {
    case .history(let error):
      StandardError.write("Error: \(error.message)\n")
      return ExitCode(error)
    case .report(let words):
      StandardError.write("Error: The report could not be written: \(words)\n")
      return .historyFailed
    case .input(let error):
      StandardError.write("Error: \(error.message)\n")
      return error.exitCode
    case .incomparable(let words):
      StandardError.write("Error: \(words)\n")
      return .failure
    case .interrupted:
      StandardError.write("Interrupted: `bench nightly --resume` goes on.\n")
      return .interrupted
    }
  }

  private func plan() throws -> BenchmarkPlan {
    let suite: NightSuite = try choice(suite, kind: "suite")
    let isSuite = images.isEmpty
    let request = RunRequest(
      kernels: kernels, methods: methods, images: isSuite ? suite.request.images : images,
      sizes: isSuite && sizes.isEmpty ? suite.request.sizes : sizes, threads: threads,
      instructionSet: isa, seconds: time)
    do throws(UsageError) {
      return try BenchmarkPlan(request, usableCores: usableCoreCount())
    } catch {
      throw ValidationError(error.description)
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
