internal import OrderedJSON
internal import BenchmarkBuilds
public import BenchmarkHarness
internal import HistoryReports
internal import Measuring
public import Reporting

/// The benchmarks of a suite file, whose builds are commits and the working tree.
public struct SuiteSource: BenchmarkSource {
  /// The suite file.
  public let path: String
  /// Texts of which a benchmark's name must hold one; empty for all.
  public let only: [String]
  /// Where checkouts are kept.
  public let cacheFolder: String
  /// What is measured; `nil` for the working tree.
  public let revision: String?

  /// Names a suite; it is read when it is worked on.
  ///
  /// - Parameters:
  ///   - path: the suite file.
  ///   - only: texts of which a benchmark's name must hold one; empty for all.
  ///   - cacheFolder: where checkouts are kept.
  ///   - revision: what is measured; `nil` for the working tree.
  public init(path: String, only: [String], cacheFolder: String, revision: String? = nil) {
    self.path = path
    self.only = only
    self.cacheFolder = cacheFolder
    self.revision = revision
  }

  /// Benchmarks run in processes of their own builds.
  public var measuresThisProgram: Bool { false }

  /// Builds a state, times its benchmarks, records and writes them.
  public func run(_ settings: RunSettings, _ desk: RunDesk) throws -> WorkStatus {
    let workplace = try SuiteWorkplace(self, desk.context)
    let state = try workplace.revision(revision)
    let tree = try workplace.trees.tree(of: state)
    let benchmarks = try workplace.benchmarks(in: tree)
    let environment = workplace.environment(of: state)
    let start = desk.elapsed()
    var run = SuiteRun(
      measurement: SuiteMeasurement(
        runner: workplace.runner, tree: tree,
        launches: settings.launches ?? SuiteMeasurement.standardLaunches,
        seconds: settings.seconds ?? SuiteMeasurement.standardSeconds,
        countsCosts: settings.countsCosts),
      benchmarks: benchmarks,
      format: Self.writer(settings.format, of: workplace.file.suite.name, state),
      environment: environment, recorder: try desk.recorder("suite", environment),
      output: desk.output, message: desk.message, isCancelled: desk.isCancelled,
      progress: desk.progress, elapsed: { desk.elapsed() - start })
    return run.run()
  }

  private static func writer(
    _ format: RunSettings.Format, of suite: String, _ state: SuiteRevision
  ) -> any ResultFormat<SuiteResult> {
    switch format {
    case .table: SuiteRunTable()
    case .json: SuiteRunJSON(suite: suite, revision: state.label)
    case .csv: SuiteRunCSV()
    case .markdown: SuiteRunMarkdown()
    }
  }

  /// Builds the working tree as tonight's state.
  public func night(
    _ settings: NightSettings, _ context: WorkContext
  ) throws(HarnessFailure) -> SourceNight {
    let workplace = try SuiteWorkplace(self, context)
    let state = try workplace.repository.workingTree()
    let tree = try workplace.trees.tree(of: state)
    let night = SuiteNight(
      runner: workplace.runner,
      measurement: SuiteMeasurement(
        runner: workplace.runner, tree: tree,
        seconds: settings.seconds ?? SuiteMeasurement.standardSeconds),
      tonight: tree, repository: workplace.repository, trees: workplace.trees,
      benchmarks: try workplace.benchmarks(in: tree), note: context.note,
      isCancelled: context.isCancelled, progress: context.progress)
    return SourceNight(
      environment: workplace.environment(of: state), planText: night.planText, parts: night.parts,
      measure: { part, recorder, share throws(NightFailure) in
        try night.measure(part, recorder: recorder, share: share)
      },
      pair: { subject, base, purpose throws(NightFailure) in
        try night.pair(subject, base, purpose)
      })
  }

  /// Builds the working tree, whose benchmarks are compared with themselves.
  public func selfTest(
    _ kind: SelfTest.Kind, seed: UInt64, _ context: WorkContext
  ) throws(HarnessFailure) -> SourceSelfTest {
    let workplace = try SuiteWorkplace(self, context)
    let tree = try workplace.trees.tree(of: try workplace.repository.workingTree())
    let test = try SuiteSelfTest(
      of: try workplace.benchmarks(in: tree), kind, runner: workplace.runner, tree: tree,
      seed: seed, workshop: workplace.workshop,
      advice: "Test them with identical code.", note: context.note)
    var each = SuiteTally(kind)
    let clock = ContinuousClock()
    return SourceSelfTest(
      kinds: test.kindCount,
      run: { index, isCancelled in
        let begin = clock.now
        let result = test.run(index: index, isCancelled: isCancelled)
        each.add(result, of: test.benchmark(index), seconds: (clock.now - begin) / .seconds(1))
        return result
      },
      finish: {
        SourceSelfTest.Details(table: each.table, fields: [.init("benchmarks", each.json)])
      })
  }

  /// Builds the working tree, whose programs are linked in some layouts each.
  public func layoutTest(
    layouts: Int, seed: UInt64, _ context: WorkContext
  ) throws(HarnessFailure) -> SourceLayoutTest? {
    let workplace = try SuiteWorkplace(self, context)
    let tree = try workplace.trees.tree(of: try workplace.repository.workingTree())
    let benchmarks = try workplace.benchmarks(in: tree)
    let test = SuiteLayoutTest(
      runner: workplace.runner, tree: tree, layouts: layouts, seed: seed,
      workshop: workplace.workshop, note: context.note)
    return SourceLayoutTest(
      count: benchmarks.count, name: { benchmarks[$0].name },
      measure: { index, isCancelled, progress in
        do throws(HarnessFailure) {
          return try test.measure(benchmarks[index], isCancelled: isCancelled, progress: progress)
        } catch {
          context.message(.error(error.message))
          return error.status
        }
      },
      table: { test.table }, json: { test.json })
  }

  /// Builds the working tree, whose first chosen benchmark is raced.
  public func methodRace(
    seed: UInt64, _ context: WorkContext
  ) throws(HarnessFailure) -> SourceMethodRace {
    let workplace = try SuiteWorkplace(self, context)
    let tree = try workplace.trees.tree(of: try workplace.repository.workingTree())
    let benchmarks = try workplace.benchmarks(in: tree)
    guard let benchmark = benchmarks.first, benchmarks.count == 1 else {
      let names = benchmarks.prefix(20).map(\.name).joined(separator: ", ")
      throw .wrongUsage("Methods are raced on one benchmark: choose it, of \(names).")
    }
    try workplace.runner.setUp(benchmark, in: tree)
    let race = try SuiteMethodRace(
      of: benchmark, runner: workplace.runner, tree: tree, seed: seed,
      workshop: workplace.workshop, note: context.note)
    let runner = workplace.runner
    return SourceMethodRace(
      subject: "\(benchmark.name) of the suite \(workplace.file.suite.name)",
      explanation: """
        A command of a suite, run from start to end: an epoch is a run, and so is a fresh process, which makes one. The \
        work is a loop in the program before it begins, whose steps are calibrated over layouts once \
        for each share; the base makes none of them. The paired methods take processor time where \
        the command computes throughout, as `bench compare` does; the others take wall time.
        """,
      pairs: .preparedOnce,
      pair: { session, share throws(HarnessFailure) in
        try race.pair(session: session, share: share)
      },
      finish: {
        race.finish()
        runner.cleanUp(benchmark, in: tree)
      })
  }
}
