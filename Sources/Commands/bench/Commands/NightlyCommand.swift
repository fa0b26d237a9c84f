internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandOptions
internal import CommandText
internal import Explanations
internal import Files
internal import FleetHistory
internal import HistoryReports
internal import Measuring
internal import Reporting
internal import TimingHistory

/// `bench nightly`: whether the code became slower since the nights before.
struct NightlyCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "nightly",
      abstract: "Measure the suite, compare with the nights before, confirm, and report.",
      discussion: """
        A night measures every benchmark of the suite and records it. A series is suspected when its \
        values show another level, or when tonight's build is a new one and a short paired session \
        against the build of the night before sees any difference. What is suspected is measured \
        again, in a fresh paired session of the last good build against tonight's, and called slower \
        only for a significant 1 % or more (0.3 % of nights, over all series together). Earlier builds \
        are commits, built again where they are not kept. Benchmarks that became slower tonight, three \
        at most, are explained as by bench explain, in two minutes each.

        A series goes ok → suspect → regressed → accepted (bench accept) or recovered. The benchmarks \
        that ratios are taken to are measured and not judged. Each parameter of the suite is an option.

        EXAMPLES
          bench nightly --report night.md
          bench nightly --kernel simd --kernel tiles --size 1MP
          bench nightly --resume                     continue a night that was killed

        EXIT CODES (those of all commands: bench --help)
          0    clean: no series is slower
          1    a benchmark answered wrongly or failed, or bench itself
          2    a series is slower: confirmed
          3    cannot tell: a suspicion could not be settled
          4    levels or the machine changed and not the code, or a benchmark is gone
          65   the suite file or the history was damaged, or a value was refused
          66   there is no suite file
          73   the report, the cache or the history may not be written
          74   the disk of the history failed, or another night is running
          130  interrupted: --resume continues
        """ + ParameterHelp.section)
  }

  @OptionGroup var suite: SuiteOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds of timing for each benchmark. Default: the suite's, else 0.5.",
      valueName: "seconds"))
  var time: Double?

  @OptionGroup var history: HistoryOptions

  @Option(
    help: ArgumentHelp("A Markdown file to write the report to.", valueName: "path"),
    completion: .file())
  var report: String?

  @Flag(help: "Continue the newest night if it was killed and measured the same; else start one.")
  var resume = false

  @OptionGroup var results: FormatOptions

  @OptionGroup var messages: MessageOptions

  func validate() throws {
    try checkSeconds(time)
  }

  func run() throws {
    Interruption.watch()
    let status = try reportingFailures {
      try measure(try suite.source(), messages.live)
    }
    try status.exitUnlessSuccess()
  }

  private func measure(_ source: SuiteSource, _ live: LiveMessages) throws -> WorkStatus {
    let location = try history.requiredLocation(suite: source.path)
    guard !BuildConfiguration.isDebug || history.chosen != nil else {
      throw HarnessFailure.wrongUsage("Nights of a debug build are recorded only with --history.")
    }
    let fleet = try history.fleet(message: live.message)
    // What the other machines of the class measured is part of the night's history.
    let store =
      try fleet?.openUpToDate(
        FleetScope(since: LookBack.standard.start(at: WallClock.now)), recordingHere: true)
      ?? location.open(recording: HistoryOptions.machine)
    guard let lock = NightLock(history: location.path) else {
      throw HarnessFailure(
        message: "Another night is being measured into '\(location.path)'. Wait until it is done.",
        status: .ioFailure)
    }
    defer { lock.release() }
    let night = try source.night(seconds: time, live.context)
    let pages = NightPages(store: store, environment: night.environment)
    let result = try finish(night, of: source, in: store, at: location, pages, live)
    if let fleet, fleet.share(), night.canBeSettledElsewhere {
      fleet.add(try NightJobs.jobs(of: result, in: store, environment: night.environment.values))
    }
    let report = try pages.report(result)
    results.format.write(table: report.words, json: report.json)
    return result.status
  }

  /// Seconds of measuring that the explanation of an alarm takes at most.
  private static let longestExplanation = 120.0

  /// Runs a night to its end.
  private func finish(
    _ night: SuiteNight, of source: SuiteSource, in store: HistoryStore,
    at location: HistoryLocation, _ pages: NightPages, _ live: LiveMessages
  ) throws -> NightResult {
    let (environment, output) = (night.environment.values, report)
    var run = NightRun(
      store: store, policy: NightlyPolicy(), planText: night.planText, parts: night.parts,
      environment: environment,
      measure: { part, run, share in
        try night.measure(
          part,
          recorder: HistoryRecorder(
            continuing: run, in: store, location: location, environment: environment,
            now: { WallClock.now }, message: live.message), share: share)
      }, pair: night.pair, report: { if let output { try pages.write($0, to: output) } },
      now: { WallClock.now }, message: live.message)
    run.measuresAll = night.measuresAll
    run.renamedFiles = night.renamedFiles(since:)
    let commit = environment[.gitState].value == "clean" ? environment[.gitCommit].value : nil
    run.explain = { subject, base in
      try source.reason(
        for: subject, since: base, until: commit, seconds: Self.longestExplanation, live.context)
    }
    run.howToJoin = { "`bench note --renamed '\($0)' '\($1)'` lets the series go on." }
    defer { live.clear() }
    do {
      return try run.run(resuming: resume)
    } catch let error as HistoryError {
      throw HarnessFailure(error)
    } catch let error as HarnessFailure where error.status == .interrupted {
      throw HarnessFailure(
        message: "Interrupted: --resume continues this night.", status: .interrupted)
    }
  }
}

/// The pages that report a night.
private struct NightPages {
  let store: HistoryStore
  let environment: RunEnvironment

  func report(_ result: NightResult) throws(HistoryError) -> NightReport {
    let measured = Set(result.outcomes.map(\.series))
    let courses = try store.series(recent: SeriesSparkline.width).filter {
      measured.contains($0.series.name)
    }
    return NightReport(
      result: result, environment: environment, history: store.path,
      courses: courses.map { ($0.series.name, $0.recentValues) },
      alertAdvice: "`bench accept SERIES --reason TEXT` accepts a slower level, "
        + "`bench bisect GOOD BAD` searches for the commit")
  }

  func write(_ result: NightResult, to path: String) throws {
    let text = try report(result).markdown
    do throws(HarnessFailure) {
      try bench.write(text, to: path, replacingExisting: true)
    } catch {
      throw HarnessFailure(
        message: "The report could not be written: \(error.message)", status: error.status)
    }
  }
}
