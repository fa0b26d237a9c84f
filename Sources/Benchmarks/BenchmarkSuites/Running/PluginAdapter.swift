internal import BenchmarkHarness
internal import Files
internal import Measuring
internal import Reporting

/// Drives benchmarks of a framework of Python or Ruby, which obeys the worker protocol by a plugin.
protocol PluginAdapter: FrameworkAdapter {
  /// The program, which is the interpreter or starts it.
  var program: FrameworkProgram { get }
  /// The plugin that every run loads.
  static var plugin: FrameworkPlugin { get }
  /// Lets it obey requests for one benchmark, which is its workload 0.
  static func options(for name: String) -> [String]
}

extension PluginAdapter {
  /// Fails an epoch that would make fewer calls than requested, for counting.
  private static var exactCalls: String { "BENCH_EXACT_CALLS=1" }

  /// Seconds that the interpreter may take to end: what tests leave behind is removed then.
  private static var ending: Double { 10 }

  func start(_ name: String) throws(WorkerFailure) -> any MeasuredWorker {
    WorkloadWorker(process: try workerProcess(name), workload: 0, secondsToEnd: Self.ending)
  }

  /// The names that a worker lists which serves all benchmarks.
  func names() throws(HarnessFailure) -> [String] {
    do throws(WorkerFailure) {
      let process = try workerProcess(nil)
      defer { process.quit() }
      return try process.list() ?? []
    } catch {
      throw program.doesNotList(error)
    }
  }

  /// Starts the interpreter as a worker whose workload 0 is a benchmark.
  ///
  /// - Parameters:
  ///   - name: the benchmark; `nil` for a worker that lists them all.
  ///   - emulation: how it is started under valgrind, where calls are counted.
  /// - Returns: the process, which may still be getting ready.
  /// - Throws: `WorkerFailure` when it cannot be started.
  func workerProcess(
    _ name: String?, under emulation: ValgrindCounter.Emulation? = nil
  ) throws(WorkerFailure) -> WorkerProcess {
    let own = try program.resolved(adding: name.map(Self.options) ?? [])
    let variables = try environment()
    guard let emulation else {
      return try WorkerProcess(
        program: own.program, arguments: own.arguments, environment: variables,
        folder: program.folder, timeout: program.timeout, awaitsGreeting: false)
    }
    return try WorkerProcess(
      program: emulation.program, arguments: emulation.options + [own.program] + own.arguments,
      environment: variables + emulation.environment + [Self.exactCalls], folder: program.folder,
      timeout: program.timeout)
  }

  /// The variables of the interpreter, which finds the plugin.
  func environment() throws(WorkerFailure) -> [String] {
    do throws(FileAccessError) {
      try Self.plugin.install(in: program.scratch)
    } catch {
      throw .prevented("\(error)")
    }
    return Self.plugin.environment(program.environment, pluginIn: program.scratch)
  }
}
