package import BenchmarkHarness
internal import Files
internal import Measuring
internal import OrderedJSON
package import Reporting

extension SuiteRunner {
  /// Counts, function by function, what one call of a benchmark executes in scripts, or a command's run, with
  /// its setup and cleanup: by what Python and Node offer for it, exactly.
  ///
  /// - Parameters:
  ///   - benchmark: the benchmark.
  ///   - tree: the checkout.
  /// - Returns: the counts; `nil` where no interpreter counted anything.
  /// - Throws: ``HarnessFailure`` with why there are none.
  package func scriptProfile(
    of benchmark: SuiteBenchmark, in tree: SuiteTree
  ) throws(HarnessFailure) -> CallProfile? {
    try setUp(benchmark, in: tree)
    defer { cleanUp(benchmark, in: tree) }
    let (counter, run) = try counted(benchmark, in: tree)
    defer { counter.remove() }
    switch run {
    case .calls(let run):
      guard let one = try counter.profile(calls: 1, run) else { return nil }
      return try counter.profile(calls: 2, run)?.beyond(one)
    case .whole(let run): return try counter.profile(calls: 1, run)
    case .impossible: return nil
    }
  }

  /// Samples in which functions of scripts calls of a benchmark spend their time, or runs of a command, with
  /// its setup and cleanup.
  ///
  /// - Parameters:
  ///   - benchmark: the benchmark.
  ///   - tree: the checkout.
  ///   - elapsed: seconds since any moment.
  /// - Returns: the samples; `nil` where no interpreter sampled anything.
  /// - Throws: ``HarnessFailure`` with why there are none.
  package func scriptSamples(
    of benchmark: SuiteBenchmark, in tree: SuiteTree, elapsed: () -> Double
  ) throws(HarnessFailure) -> TimeSamples? {
    try setUp(benchmark, in: tree)
    defer { cleanUp(benchmark, in: tree) }
    let (counter, run) = try counted(benchmark, in: tree, isSampling: true)
    defer { counter.remove() }
    func sample(
      _ calls: Int, _ run: ValgrindCounter.Run
    ) throws(HarnessFailure) -> [CallProfile.Function: Int] {
      try counter.profile(calls: calls, run)?.counts.mapValues(\.instructions) ?? [:]
    }
    let samples: TimeSamples
    switch run {
    case .calls(let run):
      samples = try TimeSamples(elapsed: elapsed) { calls, _ throws(HarnessFailure) in
        try sample(calls, run)
      }
    case .whole(let run):
      samples = try TimeSamples(elapsed: elapsed) { _ throws(HarnessFailure) in try sample(1, run) }
    case .impossible: return nil
    }
    return samples.counts.isEmpty ? nil : samples
  }

  /// A benchmark that interpreters count or sample, and what does it.
  private func counted(
    _ benchmark: SuiteBenchmark, in tree: SuiteTree, isSampling: Bool = false
  ) throws(HarnessFailure) -> (ScriptCounter, CountedRun) {
    let counter = try ScriptCounter(
      of: suite, in: tree, scratch: scratch, isSampling: isSampling, isCancelled)
    var runner = self
    runner.starter.environment = counter.environment(starter.environment)
    return (counter, runner.countedRun(of: benchmark, in: tree))
  }

  /// Finds the functions of scripts that differ.
  ///
  /// - Parameters:
  ///   - groups: the files that differ; both names of one that moved.
  ///   - base: the checkout of the base.
  ///   - candidate: that of the candidate.
  /// - Returns: the functions, sentences about files that cannot be read, and whether there are any files.
  /// - Throws: ``HarnessFailure`` on the wish to stop.
  package func scriptFunctions(
    differing groups: [[String]], from base: SuiteTree, to candidate: SuiteTree
  ) throws(HarnessFailure) -> (functions: [ScriptFunction], problems: [String], hasFiles: Bool) {
    var functions: [ScriptFunction] = []
    var problems: [String] = []
    var hasFiles = false
    for language in ScriptLanguage.allCases {
      let files = groups.filter { group in group.contains(where: language.has) }
      guard !files.isEmpty else { continue }
      hasFiles = true
      do throws(HarnessFailure) {
        do throws(FileAccessError) {
          try InterpreterStart.install(in: scratch)
        } catch {
          throw .failed("\(error)")
        }
        for start in stride(from: 0, to: files.count, by: ScriptLanguage.mostFiles) {
          let part = files[start..<min(start + ScriptLanguage.mostFiles, files.count)]
          let words =
            language.finding(in: suite, scratch: scratch)
            + [base.top ?? base.folder, candidate.top ?? candidate.folder]
            + part.flatMap { [$0[0], $0[$0.count - 1]] }
          let output = try SuiteProcess.run(
            .words(words), in: base, suite: suite, mergingErrors: false, isCancelled: isCancelled)
          let document = output.isSuccess ? try? JSONValue(parsing: Array(output.text.utf8)) : nil
          guard let document else { throw .failed("`\(words[0])` cannot compare them.") }
          functions += (document["changes"]?.elements ?? []).compactMap(ScriptFunction.init)
          problems += (document["problems"]?.elements ?? []).compactMap(\.string)
        }
      } catch {
        if isCancelled() { throw error }
        problems.append(
          "Which functions of \(language.rawValue) differ is not known: \(error.message)")
      }
    }
    return (functions, problems, hasFiles)
  }
}
