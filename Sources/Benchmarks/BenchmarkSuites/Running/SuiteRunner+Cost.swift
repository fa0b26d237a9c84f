internal import BenchmarkBuilds
package import BenchmarkHarness
internal import Measuring
package import Reporting

extension SuiteRunner {
  /// Counts the instructions and allocations of one call of a benchmark, or of a command's run, with
  /// its setup and cleanup.
  ///
  /// - Parameters:
  ///   - benchmark: the benchmark.
  ///   - tree: the checkout.
  ///   - calls: how many calls the counts are means of; `nil` for as many as are worth it.
  /// - Returns: the counts, or why there are none.
  package func cost(
    of benchmark: SuiteBenchmark, in tree: SuiteTree, calls: Int? = nil
  ) -> CallCostCount {
    do throws(HarnessFailure) {
      try setUp(benchmark, in: tree)
    } catch {
      return .unavailable(error.message)
    }
    defer { cleanUp(benchmark, in: tree) }
    return cost(ofPrepared: benchmark, in: tree, calls: calls)
  }

  /// Counts a benchmark whose setup was made.
  func cost(
    ofPrepared benchmark: SuiteBenchmark, in tree: SuiteTree, calls: Int?
  ) -> CallCostCount {
    guard let counter = ValgrindCounter.ofThisMachine else {
      return .unavailable("valgrind is not installed")
    }
    return switch countedRun(of: benchmark, in: tree) {
    case .calls(let run): counter.count(calls: calls, run)
    case .whole(let run): counter.countWhole(run)
    case .impossible(let reason): .unavailable(reason)
    }
  }

  /// Counts, function by function, what one call of a benchmark executes, or a command's run, with its
  /// setup and cleanup.
  ///
  /// - Parameters:
  ///   - benchmark: the benchmark.
  ///   - tree: the checkout.
  /// - Returns: the counts.
  /// - Throws: ``HarnessFailure`` with why there are none.
  package func profile(
    of benchmark: SuiteBenchmark, in tree: SuiteTree
  ) throws(HarnessFailure) -> CallProfile {
    guard let counter = ValgrindCounter.ofThisMachine else {
      throw HarnessFailure(message: ValgrindCounter.missing, status: .unavailable)
    }
    try setUp(benchmark, in: tree)
    defer { cleanUp(benchmark, in: tree) }
    return switch countedRun(of: benchmark, in: tree) {
    case .calls(let run): try counter.profile(run)
    case .whole(let run): try counter.profile(calls: 1, run)
    case .impossible(let reason): throw .failed(reason)
    }
  }

  /// Samples where calls of a benchmark spend their time, or runs of a command, with its setup and cleanup.
  ///
  /// - Parameters:
  ///   - benchmark: the benchmark.
  ///   - tree: the checkout.
  ///   - sampler: what samples.
  ///   - elapsed: seconds since any moment.
  /// - Returns: the samples.
  /// - Throws: ``HarnessFailure`` with why there are none.
  package func samples(
    of benchmark: SuiteBenchmark, in tree: SuiteTree, by sampler: TimeSampler,
    elapsed: () -> Double
  ) throws(HarnessFailure) -> TimeSamples {
    try setUp(benchmark, in: tree)
    defer { cleanUp(benchmark, in: tree) }
    return switch countedRun(of: benchmark, in: tree) {
    case .calls(let run):
      try TimeSamples(elapsed: elapsed) { calls, process throws(HarnessFailure) in
        try sampler.samples(ofCalls: calls, process: process, run)
      }
    case .whole(let run):
      try TimeSamples(elapsed: elapsed) { process throws(HarnessFailure) in
        try sampler.samples(ofCalls: 1, process: process, run)
      }
    case .impossible(let reason): throw .failed(reason)
    }
  }

  /// How a benchmark is run to be counted.
  enum CountedRun {
    /// As often as a counter asks for.
    case calls(ValgrindCounter.Run)
    /// From start to end.
    case whole(ValgrindCounter.Run)
    /// Not at all; why.
    case impossible(String)
  }

  func countedRun(of benchmark: SuiteBenchmark, in tree: SuiteTree) -> CountedRun {
    switch benchmark.work {
    case .adapted(let program):
      let adapter = adapter(of: program, in: tree, timeout: ValgrindCounter.timeout)
      guard let plugin = adapter as? any PluginAdapter else {
        return .impossible(
          "programs of \(program.framework.rawValue) choose themselves how often they repeat the work"
        )
      }
      return Self.calls(ofWorkload: 0) { emulation throws(WorkerFailure) in
        try plugin.workerProcess(benchmark.name, under: emulation)
      }
    case .workload(let command, let index, let choice):
      return Self.calls(ofWorkload: index) { emulation throws(WorkerFailure) in
        let own = try resolved(command, in: tree)
        var starter = starter
        starter.environment += emulation.environment
        starter.timeout = ValgrindCounter.timeout
        return try starter.start(
          emulation.program, emulation.options + [own.program] + own.arguments, in: tree.folder,
          choosing: choice.map { ($0.name, $0.values) })
      }
    case .command(let run):
      return .whole { emulation, _ throws(WorkerFailure) in
        let own = try resolved(run.command, in: tree)
        let worker = worker(
          of: run, in: tree, program: emulation.program,
          arguments: emulation.options + [own.program] + own.arguments,
          environment: starter.environment + emulation.environment,
          timeout: ValgrindCounter.timeout)
        _ = try worker.run(iterations: 1, warmUp: 0)
      }
    }
  }

  private static func calls(
    ofWorkload workload: Int,
    start: @escaping (ValgrindCounter.Emulation) throws(WorkerFailure) -> WorkerProcess
  ) -> CountedRun {
    .calls { emulation, calls throws(WorkerFailure) in
      let worker = WorkloadWorker(
        process: try start(emulation), workload: workload, secondsToEnd: ValgrindCounter.timeout)
      // It writes its counts when it ends.
      defer { worker.quit() }
      _ = try worker.prepare()
      _ = try worker.run(iterations: calls, warmUp: 0)
    }
  }
}
