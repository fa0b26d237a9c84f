internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import CLibrary
internal import Files
internal import Measuring
internal import OrderedJSON
internal import Reporting

/// The program of a benchmark framework, driven by its own options.
///
/// One sample is one run of the program with one benchmark selected, so that both sides of a
/// comparison take turns at that grain. Only those of Python obey requests, by plugins.
struct FrameworkAdapter {
  /// What a sample measured.
  struct Sample: Equatable {
    /// Seconds of wall time for one iteration.
    var wall: Double
    /// Seconds of processor time for one iteration; that of the wall where it is not measured.
    var processor: Double
  }

  let program: BenchmarkSuite.AdaptedProgram
  /// The program to start instead; `nil` for that of the checkout.
  let other: String?
  let folder: String
  let environment: [String]
  let scratch: String
  /// Seconds after which a program that is asked counts as hung.
  let timeout: Double

  /// The names of the program's benchmarks.
  func names() throws(HarnessFailure) -> [String] {
    switch program.framework {
    case .googleBenchmark:
      let outcome = run(GoogleBenchmark.listArguments)
      guard outcome.isSuccess else { throw failure("does not list its benchmarks", outcome) }
      return outcome.text.split(separator: "\n").map { String($0) }
    case .criterion:
      let outcome = run(Criterion.listArguments)
      guard outcome.isSuccess else { throw failure("does not list its benchmarks", outcome) }
      switch Criterion.names(outcome.text) {
      case .success(let names): return names
      case .failure(let problem):
        throw .failed("`\(program.command.text)` (criterion) is not measured. \(problem.text)")
      }
    case .pytestBenchmark:
      let (outcome, document) = runWritingJSON { PytestBenchmark.listArguments(output: $0) }
      // Without any test pytest ends with code 5, and writes no file.
      guard let names = document.flatMap(PytestBenchmark.names), outcome.isSuccess else {
        throw failure("does not list its benchmarks", outcome)
      }
      return names
    case .packageBenchmark, .asv:
      do throws(WorkerFailure) {
        return program.framework == .asv ? try asvNames() : try packageBenchmarks().map(\.name)
      } catch {
        throw .failed(
          "`\(program.command.text)` (\(program.framework.rawValue)) does not list its "
            + "benchmarks: \(error).")
      }
    }
  }

  /// Starts a program of package-benchmark that obeys messages.
  func packageProcess() throws(WorkerFailure) -> MessageProcess {
    let resolved: (program: String, arguments: [String])
    do throws(HarnessFailure) {
      resolved = try program.command.adding(PackageBenchmark.arguments).resolved(in: folder)
    } catch {
      throw .reported(error.message)
    }
    return try MessageProcess(
      program: other ?? resolved.program, arguments: resolved.arguments,
      environment: environment, folder: folder, timeout: timeout)
  }

  /// Starts a benchmark as a side of a session.
  func start(_ name: String) throws(WorkerFailure) -> any MeasuredWorker {
    switch program.framework {
    case .googleBenchmark:
      SamplingWorker { () throws(WorkerFailure) in
        let outcome = run(GoogleBenchmark.sampleArguments(name, seconds: program.sampleSeconds))
        let document = try? JSONValue(parsing: Array(outcome.text.utf8))
        return try sample(of: name, outcome, document.map(GoogleBenchmark.sample))
      }
    case .criterion:
      SamplingWorker { () throws(WorkerFailure) in
        let outcome = run(Criterion.sampleArguments(name, seconds: program.sampleSeconds))
        return try sample(of: name, outcome, Criterion.sample(outcome.text))
      }
    case .packageBenchmark:
      SamplingWorker { () throws(WorkerFailure) in try packageSample(name) }
    case .pytestBenchmark, .asv:
      WorkloadWorker(
        process: try workerProcess(name), workload: 0, secondsToEnd: PytestBenchmark.ending)
    }
  }

  /// The benchmarks of a suite of asv, as its plugin lists them.
  private func asvNames() throws(WorkerFailure) -> [String] {
    let process = try workerProcess(nil)
    defer { process.quit() }
    return try process.list() ?? []
  }

  /// Starts Python as a worker whose workload 0 is a benchmark.
  ///
  /// - Parameters:
  ///   - name: the benchmark; `nil` for a worker that lists them all.
  ///   - emulation: how it is started under valgrind, where calls are counted.
  /// - Returns: the process, which may still be getting ready.
  /// - Throws: `WorkerFailure` when Python cannot be started.
  func workerProcess(
    _ name: String?, under emulation: ValgrindCounter.Emulation? = nil
  ) throws(WorkerFailure) -> WorkerProcess {
    let own: (program: String, arguments: [String])
    do throws(HarnessFailure) {
      let words = name.map { [$0] } ?? []
      let options =
        program.framework == .asv ? words : words.flatMap(PytestBenchmark.workerArguments)
      own = try program.command.adding(options).resolved(in: folder)
    } catch {
      throw .reported(error.message)
    }
    var variables = try pythonEnvironment()
    let started = other ?? own.program
    guard let emulation else {
      return try WorkerProcess(
        program: started, arguments: own.arguments, environment: variables, folder: folder,
        timeout: timeout, awaitsGreeting: false)
    }
    variables += emulation.environment + [PytestBenchmark.exactCalls]
    return try WorkerProcess(
      program: emulation.program, arguments: emulation.options + [started] + own.arguments,
      environment: variables, folder: folder, timeout: timeout)
  }

  private func pythonEnvironment() throws(WorkerFailure) -> [String] {
    do throws(FileAccessError) {
      try (program.framework == .asv ? PythonPlugin.asv : PytestBenchmark.plugin)
        .install(in: scratch)
    } catch {
      throw .reported("\(error)")
    }
    return PythonPlugin.environment(environment, pluginIn: scratch)
  }

  private func sample(
    of name: String, _ outcome: ProgramOutput, _ found: Result<Sample, FrameworkProblem>?
  ) throws(WorkerFailure) -> Sample {
    switch found {
    case .success(let sample)? where outcome.isSuccess: return sample
    case .failure(let problem)?: throw .reported("'\(name)': \(problem.text)")
    default: throw .reported("'\(name)': " + failure("could not be measured", outcome).message)
    }
  }

  private func run(
    _ options: [String], environment: [String]? = nil, mergingErrors: Bool = false
  ) -> ProgramOutput {
    do throws(HarnessFailure) {
      let resolved = try program.command.adding(options).resolved(in: folder)
      return ProgramOutput.of(
        program: other ?? resolved.program, arguments: resolved.arguments,
        environment: environment ?? self.environment, folder: folder, mergingErrors: mergingErrors)
    } catch {
      return ProgramOutput(isSuccess: false, text: error.message)
    }
  }

  /// Runs pytest, which writes its results into a file.
  private func runWritingJSON(
    _ options: (_ output: String) -> [String]
  ) -> (ProgramOutput, JSONValue?) {
    let variables: [String]
    do throws(WorkerFailure) {
      variables = try pythonEnvironment()
    } catch {
      return (ProgramOutput(isSuccess: false, text: "\(error)"), nil)
    }
    let path = "\(scratch)/benchmarks-\(getpid()).json"
    unlink(path)
    defer { unlink(path) }
    let outcome = run(options(path), environment: variables, mergingErrors: true)
    let document = (try? readFile(at: path)).flatMap { try? JSONValue(parsing: $0) }
    return (outcome, document)
  }

  private func failure(_ what: String, _ outcome: ProgramOutput) -> HarnessFailure {
    .failed(
      "`\(program.command.text)` (\(program.framework.rawValue)) \(what).\n"
        + SuiteTrees.lastErrors(in: outcome.text))
  }
}

/// Why the output of a framework is no sample.
struct FrameworkProblem: Error, Equatable {
  let text: String
}

/// A benchmark of a framework as a side of a session; each epoch is a run of its program.
final class SamplingWorker: MeasuredWorker {
  private let sample: () throws(WorkerFailure) -> FrameworkAdapter.Sample

  /// Iterations that an epoch is said to have: times of parts of a nanosecond keep their digits.
  private static let iterations = 1_000_000

  /// Makes a worker that measures by running a program once.
  init(_ sample: @escaping () throws(WorkerFailure) -> FrameworkAdapter.Sample) {
    self.sample = sample
  }

  /// Programs of frameworks are not pinned: answers false.
  func pin(toCore core: Int) throws(WorkerFailure) -> Bool { false }

  /// Frameworks do not tell results: the answers of all benchmarks are equal.
  func prepare() throws(WorkerFailure) -> String { "" }

  func run(iterations: Int, warmUp: Int) throws(WorkerFailure) -> Epoch {
    let sample = try sample()
    func nanoseconds(_ seconds: Double) -> UInt64 {
      UInt64(min(max(seconds * 1e9 * Double(Self.iterations), 0), 1e18))
    }
    let processor = nanoseconds(sample.processor)
    return Epoch(
      iterations: Self.iterations, wall: nanoseconds(sample.wall), threadCPU: processor,
      processCPU: processor)
  }

  func quit() {}
}
