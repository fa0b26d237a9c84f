internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandText
internal import Measuring

/// `bench selftest --aa` over a suite: sessions of benchmarks against themselves.
struct SuiteSelfTest {
  private let workplace: SuiteWorkplace
  private let tree: SuiteTree
  private let benchmarks: [SuiteBenchmark]
  private let seed: UInt64
  private let note: (String) -> Void

  /// Builds the working tree and lists its benchmarks.
  ///
  /// - Throws: ``HarnessFailure`` when there is nothing to measure.
  init(
    path: String, options: SuiteChoiceOptions, seed: UInt64, note: @escaping (String) -> Void
  ) throws(HarnessFailure) {
    workplace = try SuiteWorkplace(path, options, note: note)
    tree = try workplace.trees.tree(of: try workplace.repository.workingTree())
    benchmarks = try workplace.benchmarks(in: tree)
    self.seed = seed
    self.note = note
  }

  /// Runs the session of a number, as `bench compare` makes it; the benchmarks take turns.
  func run(index: Int, isCancelled: () -> Bool) -> SessionResult {
    let benchmark = benchmarks[index % benchmarks.count]
    let plan = SessionPlan(seed: seed &+ UInt64(index))
    let comparison = SuiteComparison(
      runner: workplace.runner, base: tree, candidate: tree, plan: plan, clock: nil,
      layoutFolder: "\(workplace.repository.cache)/layouts", note: note)
    let session = comparison.makeCase(base: benchmark, candidate: benchmark)
    do throws(HarnessFailure) {
      try session.check()
    } catch {
      return SessionResult(
        verdict: .cannotTell(morePairs: nil),
        end: .failed(.base, .reported("'\(benchmark.name)': \(error.message)")), launches: [],
        clock: benchmark.fitted(plan, clock: nil).clock, answer: nil)
    }
    return session.measure(isCancelled, { _ in })
  }
}
