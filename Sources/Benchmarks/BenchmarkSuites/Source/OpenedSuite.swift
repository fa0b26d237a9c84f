internal import BenchmarkHarness
internal import HistoryReports
package import Reporting

/// A suite with its repository and its checkouts, as work is done on them.
package struct OpenedSuite {
  package let file: SuiteFile
  package let repository: SuiteRepository
  package let trees: SuiteTrees
  package let runner: SuiteRunner

  /// Reads a suite file and finds its repository.
  ///
  /// - Parameters:
  ///   - source: the suite.
  ///   - context: messages and the wish to stop.
  ///   - timeout: seconds after which a silent worker counts as hung; `nil` for the suite's.
  /// - Throws: ``HarnessFailure`` when the file is wrong or in no repository.
  package init(
    _ source: SuiteSource, _ context: RunContext, timeout: Double? = nil
  ) throws(HarnessFailure) {
    file = try SuiteFile(at: source.path)
    repository = try SuiteRepository(around: file.folder, caches: source.cacheFolder)
    trees = SuiteTrees(
      of: repository, suite: file.suite, note: context.note, isCancelled: context.isCancelled)
    runner = SuiteRunner(
      of: file.suite, choosing: source.selection, scratch: repository.cache, timeout: timeout,
      isCancelled: context.isCancelled)
  }

  /// Where programs get other layouts.
  package var provider: LayoutProvider { LayoutProvider(of: trees, suiteIn: file.folder) }

  /// Refuses parameters that the suite does not have, where nothing is built that would tell.
  ///
  /// - Parameter state: the state that is asked for its list; it is built only where parameters were given.
  /// - Throws: ``HarnessFailure`` that names what there is, and what the state's build throws.
  package func checkParameters(in state: SuiteRevision) throws(HarnessFailure) {
    guard !runner.selection.parameters.isEmpty else { return }
    _ = try runner.benchmarks(in: try trees.tree(of: state))
  }

  /// A state that people name; the working tree for `nil`.
  func revision(_ name: String?) throws(HarnessFailure) -> SuiteRevision {
    guard let name else { return try repository.workingTree() }
    return try repository.revision(name)
  }

  /// The machine, with what is measured.
  func environment(of revision: SuiteRevision) -> RunEnvironment {
    RunEnvironment(revision.environment(on: RunEnvironment.current.values))
  }
}
