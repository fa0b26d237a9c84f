internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import Files
package import Measuring
package import Reporting

/// Lists the benchmarks of a suite in a checkout, and starts them.
package struct SuiteRunner {
  package let suite: BenchmarkSuite
  /// Which benchmarks are meant, and the values that workers make their lists by.
  package let selection: BenchmarkSelection
  package let scratch: String
  var starter: WorkerStarter
  let isCancelled: () -> Bool

  /// - Parameters:
  ///   - suite: the suite.
  ///   - selection: which benchmarks are meant; by default all.
  ///   - scratch: a folder for files of a moment.
  ///   - timeout: seconds after which a silent worker or a running command counts as hung; `nil`
  ///     for the suite's own.
  ///   - isCancelled: asked while setups and other commands run, which are then ended.
  package init(
    of suite: BenchmarkSuite, choosing selection: BenchmarkSelection = BenchmarkSelection(),
    scratch: String, timeout: Double? = nil, isCancelled: @escaping () -> Bool = { false }
  ) {
    self.suite = suite
    self.selection = selection
    self.isCancelled = isCancelled
    self.scratch = scratch
    starter = WorkerStarter(
      environment: SuiteProcess.environment(of: suite)
        + (workingFolder().map { ["BENCH_FOLDER=\($0)"] } ?? []), timeout: timeout ?? suite.timeout)
  }

  /// What a checkout has, in the order of the file: for the values that were chosen of parameters
  /// that workers make their lists by.
  ///
  /// - Throws: ``HarnessFailure`` when a program cannot list its benchmarks, refuses a value, or two
  ///   benchmarks have the same name.
  package func listing(in tree: SuiteTree) throws(HarnessFailure) -> SuiteListing {
    var found: [SuiteBenchmark] = []
    var declared: [ParameterChoice] = []
    var handed: Set<String> = []
    for source in suite.sources {
      switch source {
      case .worker(let command, let clock):
        let list = try workloads(of: command, clock, in: tree)
        found += list.benchmarks
        declared += list.declared.filter { new in !declared.contains { $0.name == new.name } }
        handed.formUnion(list.handed)
      case .command(let benchmark): found += Self.choices(of: benchmark)
      case .adapter(let program):
        let names = try labelled(tree) { () throws(HarnessFailure) in
          try adapter(of: program, in: tree).names()
        }
        found += names.map {
          SuiteBenchmark(
            name: $0, clock: program.clock(ofBenchmark: $0),
            work: .adapted(program))
        }
      }
    }
    var seen: Set<String> = []
    // Series of the history, selections and references know benchmarks by their names alone.
    for benchmark in found where !seen.insert(benchmark.name).inserted {
      throw .failed(
        "\(tree.label): two benchmarks are called '\(benchmark.name)'; names must differ.")
    }
    return SuiteListing(found, declared: declared, handed: handed)
  }

  /// The benchmarks of a checkout that are meant, in the order of the file.
  ///
  /// - Parameter tree: the checkout.
  /// - Returns: at least one.
  /// - Throws: ``HarnessFailure`` when a program cannot list its benchmarks, or none is meant.
  package func benchmarks(in tree: SuiteTree) throws(HarnessFailure) -> [SuiteBenchmark] {
    try listing(in: tree).chosen(by: selection, of: suite.name)
  }

  /// The benchmarks of a checkout that are meant, in groups that take turns.
  ///
  /// - Throws: ``HarnessFailure`` as ``benchmarks(in:)``, and for references that lead nowhere.
  package func groups(in tree: SuiteTree) throws(HarnessFailure) -> [SuiteGroup] {
    let listing = try listing(in: tree)
    return try SuiteGroup.groups(
      of: try listing.chosen(by: selection, of: suite.name), among: listing.benchmarks)
  }

  /// Starts a benchmark for a launch.
  ///
  /// - Parameters:
  ///   - benchmark: the benchmark.
  ///   - tree: the checkout.
  ///   - setup: what differs from launch to launch.
  ///   - program: the program to start instead of the one in the checkout; `nil` for that.
  ///   - variables: variables of a command in addition.
  /// - Returns: the worker; that of the other side can be started while it gets ready.
  /// - Throws: `WorkerFailure` when it cannot be started.
  package func start(
    _ benchmark: SuiteBenchmark, in tree: SuiteTree, _ setup: LaunchSetup, program: String? = nil,
    variables: [String] = []
  ) throws(WorkerFailure) -> any MeasuredWorker {
    switch benchmark.work {
    case .workload(let command, let index, let choice):
      return WorkloadWorker(
        process: try process(of: command, choice, in: tree, setup, program: program),
        workload: index)
    case .command(let run): return try worker(of: run, in: tree, setup, variables, program: program)
    case .adapted(let adapted):
      let starter = try starter(of: setup)
      return try adapter(of: adapted, in: tree, setup, program: program, by: starter).start(
        benchmark.name)
    }
  }

  /// Starts the worker of some workloads; it gets ready while the other side is started.
  func process(
    of command: SuiteCommand, _ choice: [ParameterValues], in tree: SuiteTree,
    _ setup: LaunchSetup, program: String? = nil
  ) throws(WorkerFailure) -> WorkerProcess {
    let resolved = try resolved(command, in: tree)
    return try starter(of: setup).start(
      program ?? resolved.program, resolved.arguments, setup, in: tree.folder,
      awaitsGreeting: false, choosing: choice.map { ($0.name, $0.values) })
  }

  /// The starter of workers in a launch, whose memory is drawn where its hashes are.
  private func starter(of setup: LaunchSetup) throws(WorkerFailure) -> WorkerStarter {
    guard setup.hashSeed != nil else { return starter }
    do throws(FileAccessError) {
      try InterpreterStart.install(in: scratch)
    } catch {
      throw .prevented("\(error)")
    }
    var starter = starter
    starter.environment = InterpreterStart.environment(starter.environment, scratch: scratch)
    return starter
  }

  /// Whether a command whose clock was left open computes on one thread from start to end.
  ///
  /// - Throws: `WorkerFailure` when it cannot be started or fails.
  package func hasOneThread(
    _ benchmark: SuiteBenchmark, in tree: SuiteTree
  ) throws(WorkerFailure) -> Bool {
    guard benchmark.fitsClock else { return false }
    let worker = try start(benchmark, in: tree, LaunchSetup(launch: 0, padding: 0))
    defer { worker.quit() }
    _ = try worker.prepare()
    guard let command = worker as? CommandWorker else { return false }
    return try command.computesThroughout()
  }

  /// Runs what a benchmark needs once in a checkout before it is measured.
  ///
  /// - Throws: ``HarnessFailure`` when that fails.
  package func setUp(_ benchmark: SuiteBenchmark, in tree: SuiteTree) throws(HarnessFailure) {
    guard case .command(let run) = benchmark.work, let command = run.setUp else { return }
    let outcome = try SuiteProcess.run(
      command, in: tree, suite: suite, isCancelled: isCancelled)
    guard outcome.isSuccess else {
      throw .failed(
        "\(tree.label): the setup `\(command.text)` failed.\n"
          + SuiteTrees.lastErrors(in: outcome.text))
    }
  }

  /// Runs what a benchmark leaves to be removed; a failure is not one of the measurement.
  package func cleanUp(_ benchmark: SuiteBenchmark, in tree: SuiteTree) {
    guard case .command(let run) = benchmark.work, let command = run.cleanUp else { return }
    // Also after the wish to stop.
    _ = try? SuiteProcess.run(command, in: tree, suite: suite, isCancelled: nil)
  }

  /// Runs a benchmark once, with its setup and cleanup.
  ///
  /// - Throws: ``HarnessFailure`` with what failed.
  package func runOnce(_ benchmark: SuiteBenchmark, in tree: SuiteTree) throws(HarnessFailure) {
    try setUp(benchmark, in: tree)
    defer { cleanUp(benchmark, in: tree) }
    do throws(WorkerFailure) {
      let worker = try start(benchmark, in: tree, LaunchSetup(launch: 0, padding: 0))
      defer { worker.quit() }
      _ = try worker.prepare()
      _ = try worker.run(iterations: 1, warmUp: 0)
    } catch {
      throw .failed(
        "\(tree.label): '\(benchmark.name)': \(error).\(lastWords(of: benchmark, in: tree, error))")
    }
  }

  /// Looks for mistakes in what a worker measures, without running it.
  ///
  /// - Parameters:
  ///   - worker: the worker.
  ///   - tree: a checkout that has its file.
  /// - Throws: ``HarnessFailure`` with the mistakes.
  package func check(_ worker: any LibraryWorker, in tree: SuiteTree) throws(HarnessFailure) {
    guard let words = worker.check else { return }
    let outcome = try SuiteProcess.run(
      .words(words), in: tree, suite: suite, isCancelled: isCancelled)
    guard outcome.isSuccess else {
      throw .failed("it cannot run.\n" + SuiteTrees.lastErrors(in: outcome.text))
    }
  }

  /// What follows a failure: how to allow more time, or on a new line what a command that ended with a
  /// failure says about it; empty for others.
  ///
  /// A run that is timed writes nowhere, so the command is run once more.
  func lastWords(
    of benchmark: SuiteBenchmark, in tree: SuiteTree, _ failure: WorkerFailure
  ) -> String {
    switch failure {
    case .overran, .hung:
      return " The key 'timeout' of the suite allows more; less work in a run is measured sooner."
    default: break
    }
    guard case .command(let run) = benchmark.work, case .commandExited = failure,
      let outcome = try? SuiteProcess.run(
        run.command, in: tree, suite: suite, isCancelled: isCancelled),
      !outcome.isSuccess, !outcome.text.isEmpty
    else { return "" }
    return "\n" + SuiteTrees.lastErrors(in: outcome.text)
  }

  // MARK: Workers

  /// What a worker lists, for the values of its own parameters that were chosen.
  private func workloads(
    of command: SuiteCommand, _ clock: ClockChoice, in tree: SuiteTree
  ) throws(HarnessFailure) -> (
    benchmarks: [SuiteBenchmark], declared: [ParameterChoice], handed: [String]
  ) {
    let resolved = try labelled(tree) { () throws(HarnessFailure) in
      try command.resolved(in: tree.folder)
    }
    let list: WorkerList
    do throws(WorkerFailure) {
      list = try workerList(resolved.program, resolved.arguments, in: tree)
    } catch {
      throw .failed("\(tree.label): `\(command.text)`: \(error).")
    }
    if let refusal = list.refusal { throw refusal }
    let benchmarks = list.benchmarks.enumerated().map { index, benchmark in
      SuiteBenchmark(
        name: benchmark.name, clock: clock, description: benchmark.description,
        work: .workload(command, index: index, choice: list.choice))
    }
    return (benchmarks, list.declared, list.choice.map(\.name))
  }

  /// What a worker says of itself.
  private struct WorkerList {
    var declared: [ParameterChoice] = []
    var choice: [ParameterValues] = []
    var benchmarks: [ListedBenchmark] = []
    /// Why it has no benchmarks for what was chosen.
    var refusal: HarnessFailure?
  }

  private func workerList(
    _ program: String, _ arguments: [String], in tree: SuiteTree
  ) throws(WorkerFailure) -> WorkerList {
    var list = WorkerList()
    let process = try starter.start(
      program, arguments, LaunchSetup(launch: 0, padding: 0), in: tree.folder)
    defer { process.quit() }
    list.declared = try process.parameters() ?? []
    for wanted in selection.parameters {
      guard let parameter = list.declared.first(where: { $0.name == wanted.name }) else { continue }
      let unknown = wanted.values.first { !parameter.isOpen && !parameter.values.contains($0) }
      if let unknown {
        list.refusal = .wrongUsage(
          unknownChoice(unknown, kind: parameter.name, choices: parameter.values))
        return list
      }
      list.choice.append(wanted)
    }
    if !list.choice.isEmpty {
      do throws(WorkerFailure) {
        try process.choose(list.choice.map { ($0.name, $0.values) })
      } catch {
        guard case .reported(let text) = error else { throw error }
        list.refusal = HarnessFailure(message: text, status: .damagedInput)
        return list
      }
    }
    // A worker that lists nothing has one benchmark, called like the suite.
    list.benchmarks =
      try process.benchmarks()
      ?? [ListedBenchmark(name: suite.name, description: BenchmarkDescription())]
    return list
  }

  // MARK: Frameworks

  func adapter(
    of program: BenchmarkSuite.AdaptedProgram, in tree: SuiteTree,
    _ setup: LaunchSetup = LaunchSetup(launch: 0, padding: 0), program other: String? = nil,
    timeout: Double? = nil, by starter: WorkerStarter? = nil
  ) -> any FrameworkAdapter {
    program.framework.adapter.init(
      program: FrameworkProgram(
        adapted: program, other: other, folder: tree.folder,
        environment: setup.environment(extending: (starter ?? self.starter).environment),
        scratch: scratch, timeout: timeout ?? self.starter.timeout))
  }

  // MARK: Failures

  /// A command's program and arguments; that there is no such program is a failure of the worker.
  func resolved(
    _ command: SuiteCommand, in tree: SuiteTree
  ) throws(WorkerFailure) -> (program: String, arguments: [String]) {
    do throws(HarnessFailure) {
      return try command.resolved(in: tree.folder)
    } catch {
      throw .prevented(error.message)
    }
  }

  private func labelled<Value>(
    _ tree: SuiteTree, _ work: () throws(HarnessFailure) -> Value
  ) throws(HarnessFailure) -> Value {
    do throws(HarnessFailure) {
      return try work()
    } catch {
      throw HarnessFailure(message: "\(tree.label): \(error.message)", status: error.status)
    }
  }
}
