internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import HistoryReports
internal import Measuring
internal import Reporting

/// A suite with its repository and its checkouts, as work is done on them.
struct SuiteWorkplace {
  let file: SuiteFile
  let repository: SuiteRepository
  let trees: SuiteTrees
  let runner: SuiteRunner
  private let only: [String]

  /// Reads a suite file and finds its repository.
  ///
  /// - Parameters:
  ///   - source: the suite.
  ///   - context: messages and the wish to stop.
  ///   - timeout: seconds after which a silent worker counts as hung; `nil` for the suite's.
  /// - Throws: ``HarnessFailure`` when the file is wrong or in no repository.
  init(
    _ source: SuiteSource, _ context: WorkContext, timeout: Double? = nil
  ) throws(HarnessFailure) {
    file = try SuiteFile(at: source.path)
    repository = try SuiteRepository(around: file.folder, caches: source.cacheFolder)
    trees = SuiteTrees(
      of: repository, suite: file.suite, note: context.note, isCancelled: context.isCancelled)
    runner = SuiteRunner(
      of: file.suite, scratch: repository.cache, timeout: timeout,
      isCancelled: context.isCancelled)
    only = source.only
  }

  /// Where programs get other layouts.
  var workshop: LayoutWorkshop { LayoutWorkshop(of: trees, suiteIn: file.folder) }

  /// A state that people name; the working tree for `nil`.
  func revision(_ name: String?) throws(HarnessFailure) -> SuiteRevision {
    guard let name else { return try repository.workingTree() }
    return try repository.revision(name)
  }

  /// The benchmarks that were asked for.
  func benchmarks(in tree: SuiteTree) throws(HarnessFailure) -> [SuiteBenchmark] {
    try runner.benchmarks(in: tree, named: only)
  }

  /// The machine, with what is measured.
  func environment(of revision: SuiteRevision) -> RunEnvironment {
    RunEnvironment(revision.environment(on: RunEnvironment.current(inputHash: nil).values))
  }
}
