internal import BenchmarkBuilds
package import BenchmarkHarness
package import HistoryReports
internal import Measuring
internal import OrderedJSON
package import Reporting

/// The benchmarks of a suite file, whose builds are commits and the working tree.
package struct SuiteSource: ComparisonSource {
  /// The suite file.
  package let path: String
  /// Which benchmarks are meant.
  package let selection: BenchmarkSelection
  /// Where checkouts are kept.
  package let cacheFolder: String
  /// What is measured; `nil` for the working tree.
  package let revision: String?
  /// Whether the programs beside the suite file are measured as they are, without a checkout.
  package let isInPlace: Bool

  /// Names a suite; it is read when it is worked on.
  ///
  /// - Parameters:
  ///   - path: the suite file.
  ///   - selection: which benchmarks are meant; by default all.
  ///   - cacheFolder: where checkouts are kept.
  ///   - revision: what is measured; `nil` for the working tree.
  ///   - isInPlace: whether the programs beside the suite file are measured as they are.
  package init(
    path: String, choosing selection: BenchmarkSelection = BenchmarkSelection(),
    cacheFolder: String, revision: String? = nil, isInPlace: Bool = false
  ) {
    self.path = path
    self.selection = selection
    self.cacheFolder = cacheFolder
    self.revision = revision
    self.isInPlace = isInPlace
  }

  /// Builds a state, and lists its benchmarks with the parameters that choose among them.
  ///
  /// - Parameter context: messages and the wish to stop.
  /// - Returns: the benchmarks that are meant, and all parameters.
  /// - Throws: ``HarnessFailure`` when there is nothing to list.
  package func inventory(_ context: RunContext) throws(HarnessFailure) -> SuiteInventory {
    let built = try BuiltSuite(self, context)
    let listing = try built.runner.listing(in: built.tree)
    let inventory = SuiteInventory(
      suite: built.suite.name, state: built.tree.label, parameters: listing.parameters,
      benchmarks: try listing.chosen(by: selection, of: built.suite.name))
    KnownParameters(ofSuite: path, in: cacheFolder).keep(listing.parameters)
    return inventory
  }

  /// Builds a state, times its benchmarks, records and writes them.
  ///
  /// - Parameters:
  ///   - settings: how they are timed.
  ///   - context: where results go.
  ///   - recorder: records a run of a kind in an environment; `nil` to record nothing.
  /// - Returns: how it ended.
  /// - Throws: ``HarnessFailure`` when there is nothing to time, and what the history throws.
  package func run(
    _ settings: RunSettings, _ context: RunContext,
    recorder: (_ kind: String, _ environment: RunEnvironment) throws -> HistoryRecorder?
  ) throws -> WorkStatus {
    let built = try BuiltSuite(self, context)
    let listing = try built.runner.listing(in: built.tree)
    KnownParameters(ofSuite: path, in: cacheFolder).keep(listing.parameters)
    let groups = try SuiteGroup.groups(
      of: try listing.chosen(by: selection, of: built.suite.name), among: listing.benchmarks)
    let environment = built.environment
    let run = SuiteRun(
      measurement: SuiteMeasurement(
        runner: built.runner, tree: built.tree, launches: settings.launches,
        seconds: settings.seconds, countsCosts: settings.countsCosts),
      groups: groups,
      format: Self.writer(settings, of: built.suite.name, built.tree.label),
      environment: environment, recorder: try recorder("suite", environment),
      context: context.startingNow)
    return run.run()
  }

  private static func writer(
    _ settings: RunSettings, of suite: String, _ state: String
  ) -> any ResultFormat<[SuiteResult]> {
    switch settings.format {
    case .table: SuiteRunTable()
    case .json: SuiteRunJSON(suite: suite, revision: state)
    case .csv: SuiteRunCSV()
    case .markdown: SuiteRunMarkdown()
    }
  }

  /// Builds the working tree as tonight's state.
  ///
  /// - Parameters:
  ///   - seconds: how long each benchmark is timed; `nil` for the standard.
  ///   - context: messages, progress and the wish to stop.
  /// - Returns: what a night does.
  /// - Throws: ``HarnessFailure`` when tonight's state does not build.
  package func night(
    seconds: Double?, _ context: RunContext
  ) throws(HarnessFailure) -> SuiteNight {
    let opened = try OpenedSuite(self, context)
    let state = try opened.repository.workingTree()
    let tree = try opened.trees.tree(of: state)
    return SuiteNight(
      opened: opened, tonight: tree,
      measurement: SuiteMeasurement(runner: opened.runner, tree: tree, seconds: seconds),
      groups: try opened.runner.groups(in: tree), context: context,
      environment: opened.environment(of: state), canBeSettledElsewhere: !state.isSnapshot,
      measuresAll: selection.isAll)
  }

  /// Builds the working tree, and compares its benchmarks with themselves.
  ///
  /// - Parameters:
  ///   - kind: what is tested.
  ///   - gate: the slowdown that must not pass; `nil` to ask for the size of the difference.
  ///   - sessions: how many sessions each kind of benchmarks has.
  ///   - seed: the seed of all random orders.
  ///   - context: messages, progress and the wish to stop.
  /// - Returns: what all sessions came to, how they ended, and what those of each benchmark came to.
  /// - Throws: ``HarnessFailure`` when there is nothing to measure.
  package func selfTest(
    _ kind: SelfTest.Kind, gate: Percentage?, sessions: Int, seed: UInt64, _ context: RunContext
  ) throws(HarnessFailure) -> (all: SelfTest.Tally, status: WorkStatus, each: SuiteTally) {
    let opened = try OpenedSuite(self, context)
    let tree = try opened.trees.tree(of: try opened.repository.workingTree())
    let test = try SuiteSelfTest(
      of: try opened.runner.benchmarks(in: tree), kind, runner: opened.runner, tree: tree,
      rule: SequentialRule(gate: gate, margin: nil), seed: seed, provider: opened.provider,
      advice: "Test them with identical code.", note: context.note)
    var each = SuiteTally(test: kind, gate: gate)
    let clock = ContinuousClock()
    let run = SelfTest(
      kind: kind, gate: gate, sessions: sessions * test.kindCount,
      measure: { index, isCancelled in
        let begin = clock.now
        let result = test.run(index: index, isCancelled: isCancelled)
        each.add(result, of: test.benchmark(index), seconds: (clock.now - begin) / .seconds(1))
        return result
      }, context: context.startingNow)
    let (all, status) = run.run()
    return (all, status, each)
  }

  /// Builds the working tree, whose programs are linked in some layouts each.
  ///
  /// - Parameters:
  ///   - layouts: how many layouts of each program.
  ///   - seed: the seed of layouts and orders.
  ///   - context: messages, progress and the wish to stop.
  /// - Returns: the test, and what it can measure.
  /// - Throws: ``HarnessFailure`` when there is nothing to measure.
  package func layoutTest(
    layouts: Int, seed: UInt64, _ context: RunContext
  ) throws(HarnessFailure) -> (test: SuiteLayoutTest, benchmarks: [SuiteBenchmark]) {
    let opened = try OpenedSuite(self, context)
    let tree = try opened.trees.tree(of: try opened.repository.workingTree())
    let test = SuiteLayoutTest(
      runner: opened.runner, tree: tree, layouts: layouts, seed: seed,
      provider: opened.provider, note: context.note)
    return (test, try opened.runner.benchmarks(in: tree))
  }
}
