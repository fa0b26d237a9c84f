internal import KernelBenchmarks
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandText
internal import HistoryReports
internal import Measuring
internal import Reporting

/// One `bench run` of a suite, as the command line asks for it.
struct SuiteRunRequest {
  /// The suite file.
  let path: String
  let options: SuiteChoiceOptions
  /// What is measured; `nil` for the working tree.
  let revision: String?
  let launches: Int
  let seconds: Double
  /// Whether instructions and allocations are counted too.
  let countsCosts: Bool
  let format: OutputFormat
  /// Where the run is recorded; `nil` to record nothing.
  let history: HistoryOptions?
  let messages: MessageOptions

  /// Builds, measures, records and writes.
  ///
  /// - Returns: how it ended.
  /// - Throws: ``HarnessFailure`` when there is nothing to measure, and what the history throws.
  func run() throws -> WorkStatus {
    let workplace = try SuiteWorkplace(path, options) { messages.message(.note($0)) }
    let state = try workplace.revision(revision)
    let tree = try workplace.trees.tree(of: state)
    let benchmarks = try workplace.benchmarks(in: tree)
    let environment = workplace.environment(of: state)
    let start = ContinuousClock.now
    var run = SuiteRun(
      measurement: SuiteMeasurement(
        runner: workplace.runner, tree: tree, launches: launches, seconds: seconds,
        countsCosts: countsCosts),
      benchmarks: benchmarks, format: format.writer(suite: workplace.file.suite.name, state),
      environment: environment,
      recorder: try history?.recorder(
        kind: "suite", environment: environment, suite: path, message: messages.message),
      output: { StandardOutput.write($0) }, message: messages.message,
      isCancelled: { Interruption.isRequested }, progress: messages.progressLine,
      elapsed: { (ContinuousClock.now - start) / .seconds(1) })
    let status = run.run()
    try history?.share(message: messages.message)
    return status
  }
}

extension OutputFormat {
  /// The writer of a suite's results.
  fileprivate func writer(suite: String, _ state: SuiteRevision) -> any ResultFormat<SuiteResult> {
    switch self {
    case .table: SuiteRunTable()
    case .json: SuiteRunJSON(suite: suite, revision: state.label)
    case .csv: SuiteRunCSV()
    case .markdown: SuiteRunMarkdown()
    }
  }
}
