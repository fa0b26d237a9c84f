package import BenchmarkHarness
package import BenchmarkSuites
package import Reporting

/// What a race of methods compares: the program of a suite's command in two layouts, with and without
/// work added.
package struct RaceSubject {
  /// What runs on both sides, for people.
  package let name: String
  /// The programs of a session, of which the candidate does a share of its work on top.
  package let pair: (_ session: Int, _ share: Double) throws(HarnessFailure) -> RacedPair
  /// Puts back what was changed, when the race has ended.
  package let finish: () -> Void

  /// How the program gets its layouts and the work that is added, in sentences.
  package static let explanation = """
    A command of a suite, run from start to end: an epoch is a run, and so is a fresh process, which makes one. The \
    work is a loop in the program before it begins, whose steps are calibrated over layouts once \
    for each share; the base makes none of them. The paired methods take processor time where \
    the command computes throughout, as `bench compare` does; the others take wall time.
    """

  /// Builds the working tree of a suite, whose only chosen benchmark is raced.
  ///
  /// - Parameters:
  ///   - source: the suite.
  ///   - seed: the seed of layouts.
  ///   - context: messages, progress and the wish to stop.
  /// - Throws: ``HarnessFailure`` when its program cannot be linked in other layouts.
  package init(
    of source: SuiteSource, seed: UInt64, _ context: WorkContext
  ) throws(HarnessFailure) {
    let opened = try OpenedSuite(source, context)
    let tree = try opened.trees.tree(of: try opened.repository.workingTree())
    let runner = opened.runner
    let benchmarks = try runner.benchmarks(in: tree)
    guard let benchmark = benchmarks.first, benchmarks.count == 1 else {
      let names = benchmarks.prefix(20).map(\.name).joined(separator: ", ")
      throw .wrongUsage("Methods are raced on one benchmark: choose it, of \(names).")
    }
    try runner.setUp(benchmark, in: tree)
    let race = try SuiteRace(
      of: benchmark, runner: runner, tree: tree, seed: seed, provider: opened.provider,
      note: context.note)
    name = "\(benchmark.name) of the suite \(opened.file.suite.name)"
    pair = { session, share throws(HarnessFailure) in
      try race.pair(session: session, share: share)
    }
    finish = {
      race.finish()
      runner.cleanUp(benchmark, in: tree)
    }
  }
}
