internal import KernelBenchmarks
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandText
internal import HistoryReports
internal import Measuring
internal import OrderedJSON
internal import Reporting

/// One `bench selftest` of a suite, as the command line asks for it.
struct SuiteSelfTestRequest {
  private let test: SuiteSelfTest
  private let kind: SelfTest.Kind
  private let sessions: Int
  private let messages: MessageOptions

  /// Builds the working tree and lists its benchmarks.
  ///
  /// - Parameters:
  ///   - path: the suite file.
  ///   - options: which benchmarks, and where checkouts are kept.
  ///   - kind: what is tested.
  ///   - sessions: how many sessions each kind of benchmarks has.
  ///   - seed: the seed of all random orders.
  ///   - messages: how messages are written.
  /// - Throws: ``HarnessFailure`` when there is nothing to measure.
  init(
    path: String, options: SuiteChoiceOptions, kind: SelfTest.Kind, sessions: Int, seed: UInt64,
    messages: MessageOptions
  ) throws(HarnessFailure) {
    let note: (String) -> Void = { messages.message(.note($0)) }
    let workplace = try SuiteWorkplace(path, options, note: note)
    let tree = try workplace.trees.tree(of: try workplace.repository.workingTree())
    test = try SuiteSelfTest(
      of: try workplace.benchmarks(in: tree), kind, runner: workplace.runner, tree: tree,
      seed: seed, layoutFolder: "\(workplace.repository.cache)/layouts",
      advice: "Test them with equal work: --aa.", note: note)
    self.kind = kind
    self.sessions = sessions
    self.messages = messages
  }

  /// Runs the sessions.
  ///
  /// - Returns: what they came to, for people and for programs, and how it ended.
  func run() -> (table: String, json: JSONValue, status: WorkStatus) {
    let clock = ContinuousClock()
    let start = clock.now
    var each = SuiteTally(kind)
    var whole = SelfTest(
      kind: kind, sessions: sessions * test.kindCount,
      measure: { index, isCancelled in
        let begin = clock.now
        let result = test.run(index: index, isCancelled: isCancelled)
        each.add(
          result, of: test.benchmark(index), seconds: (clock.now - begin) / .seconds(1))
        return result
      },
      message: messages.message, isCancelled: { Interruption.isRequested },
      progress: messages.progressLine, elapsed: { (clock.now - start) / .seconds(1) })
    let (tally, status) = whole.run()
    var json = tally.json
    if case .object(let fields) = json {
      json = .object(fields + [.init("benchmarks", each.json)])
    }
    return (tally.words + each.table, json, status)
  }
}
