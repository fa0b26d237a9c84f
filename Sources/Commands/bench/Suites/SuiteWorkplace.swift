internal import KernelBenchmarks
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandText
internal import HistoryReports
internal import Measuring
internal import Reporting

/// A suite with its repository and its checkouts, as commands work on them.
struct SuiteWorkplace {
  let file: SuiteFile
  let repository: SuiteRepository
  let trees: SuiteTrees
  let runner: SuiteRunner
  /// Texts of which a benchmark's name must hold one; empty for all.
  let only: [String]

  /// Reads a suite file and finds its repository.
  ///
  /// - Parameters:
  ///   - path: the suite file.
  ///   - options: which benchmarks, and where checkouts are kept.
  ///   - note: called with a sentence that should be known.
  /// - Throws: ``HarnessFailure`` when the file is wrong or in no repository.
  init(
    _ path: String, _ options: SuiteChoiceOptions, note: @escaping (String) -> Void
  ) throws(HarnessFailure) {
    file = try SuiteFile(at: path)
    repository = try SuiteRepository(around: file.folder, caches: try options.cacheFolder())
    trees = SuiteTrees(
      of: repository, suite: file.suite, note: note, isCancelled: { Interruption.isRequested })
    runner = SuiteRunner(of: file.suite, scratch: repository.cache)
    only = options.only
  }

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
    RunEnvironment(revision.environment(on: RunEnvironment.current(inputs: []).values))
  }
}
