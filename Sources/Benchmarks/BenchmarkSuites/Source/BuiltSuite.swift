internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import Files
internal import HistoryReports
internal import Measuring
internal import Reporting

/// A built checkout whose benchmarks are listed or timed, or the folder of a suite as it is.
struct BuiltSuite {
  let suite: BenchmarkSuite
  let runner: SuiteRunner
  let tree: SuiteTree
  let environment: RunEnvironment

  /// Builds a state of a repository, or takes the programs beside the suite file as they are.
  ///
  /// - Parameters:
  ///   - source: the suite.
  ///   - context: messages and the wish to stop.
  /// - Throws: ``HarnessFailure`` when the file is wrong, or the state does not build.
  init(_ source: SuiteSource, _ context: RunContext) throws(HarnessFailure) {
    guard source.isInPlace else {
      let opened = try OpenedSuite(source, context)
      let state = try opened.revision(source.revision)
      suite = opened.file.suite
      runner = opened.runner
      tree = try opened.trees.tree(of: state)
      environment = opened.environment(of: state)
      return
    }
    let file = try SuiteFile(at: source.path)
    suite = file.suite
    runner = SuiteRunner(
      of: file.suite, choosing: source.selection, scratch: temporaryFolder,
      isCancelled: context.isCancelled)
    tree = SuiteTree(label: "as built", folder: file.folder)
    environment = RunEnvironment(Self.environment(of: file))
  }

  /// What is known of programs that were built elsewhere: the checkout around them, and the bytes of
  /// the program that answers requests.
  private static func environment(of file: SuiteFile) -> EnvironmentRecord {
    var record = RunEnvironment.current.values
    let program = file.suite.sources.lazy.compactMap { source in
      switch source {
      case .worker(let command, _): command.ownProgram(in: file.folder)
      case .command(let benchmark): benchmark.command.ownProgram(in: file.folder)
      case .adapter(let adapted): adapted.command.ownProgram(in: file.folder)
      }
    }.first
    let facts = ExecutableFacts(path: program)
    func value(_ text: String?, _ reason: String) -> EnvironmentValue {
      text.map(EnvironmentValue.known) ?? .unknown(reason)
    }
    let noCheckout = "the program is not in a git checkout, or there is no git"
    record[.codeHash] = value(facts.hash, "no program is named by a path")
    record[.gitCommit] = value(facts.commit, noCheckout)
    record[.gitState] = value(facts.isDirty.map { $0 ? "dirty" : "clean" }, noCheckout)
    for field in [EnvironmentField.swiftVersion, .buildFlags] {
      record[field] = .unknown("the suite builds its own programs")
    }
    return record
  }
}
