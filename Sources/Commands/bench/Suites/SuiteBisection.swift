internal import KernelBenchmarks
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CommandText
internal import Measuring
internal import Reporting

/// One `bench bisect` of a suite: which commit made a benchmark slower.
struct SuiteBisection {
  let file: SuiteFile
  let good: String
  let bad: String
  /// Texts of which the benchmark's name must hold one; they must fit one benchmark.
  let only: [String]
  let cacheFolder: String
  /// How probable the answer must be.
  let confidence: Double
  let maximumProbes: Int
  let live: LiveMessages

  /// Searches.
  ///
  /// - Throws: ``HarnessFailure`` when a commit at the ends cannot be measured, or on Ctrl-C.
  func run() throws(HarnessFailure) -> BisectionReport {
    let note: (String) -> Void = { live.message(.note($0)) }
    let isCancelled = { Interruption.isRequested }
    let repository = try SuiteRepository(around: file.folder, caches: cacheFolder)
    let range = try CommitRange(good: good, bad: bad, in: repository.checkout)
    let trees = SuiteTrees(
      of: repository, suite: file.suite, note: note, isCancelled: isCancelled)
    let runner = SuiteRunner(of: file.suite, scratch: repository.cache)
    let first = try trees.tree(of: repository.revision(range.good))
    let name = try benchmark(runner, first)
    let bisection = Bisection(
      range: range, confidence: confidence, maximumProbes: maximumProbes,
      session: { commit, purpose throws(HarnessFailure) in
        let comparison = SuiteComparison(
          runner: runner, base: try trees.tree(of: repository.revision(range.good)),
          candidate: try trees.tree(of: repository.revision(commit)), plan: SessionPlan(),
          clock: nil, layoutFolder: "\(repository.cache)/layouts", note: note)
        let match = try comparison.match([name])
        guard let pair = match.both.first(where: { $0.base.name == name }) else {
          throw .failed("there is no benchmark '\(name)'.")
        }
        let label = "comparing \(commit.prefix(12))"
        return try comparison.session(
          base: pair.base, candidate: pair.candidate, purpose, isCancelled: isCancelled,
          progress: { live.progress(label, $0) })
      }, message: { live.message($0) })
    defer { live.clear() }
    let finding = try bisection.run()
    if isCancelled() { throw .interrupted }
    return BisectionReport(
      range: range, finding: finding, benchmark: name, subject: file.suite.name)
  }

  /// The one benchmark that was asked for.
  private func benchmark(
    _ runner: SuiteRunner, _ tree: SuiteTree
  ) throws(HarnessFailure) -> String {
    let all = try runner.benchmarks(in: tree).map(\.name)
    let chosen = all.filter { name in
      only.isEmpty || only.contains(name) || only.contains(where: name.contains)
    }
    // A name that is asked for whole is meant, even if others contain it.
    if let exact = chosen.first(where: only.contains) { return exact }
    guard let name = chosen.first, chosen.count == 1 else {
      let shown = (chosen.isEmpty ? all : chosen).prefix(20).joined(separator: ", ")
      throw .wrongUsage(
        "One benchmark is searched for, and \(chosen.count) fit: name one of them: \(shown).")
    }
    return name
  }
}
