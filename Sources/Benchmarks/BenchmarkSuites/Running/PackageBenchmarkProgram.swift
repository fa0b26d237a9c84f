internal import BenchmarkHarness
internal import Measuring
internal import Reporting
internal import OrderedJSON

/// A program of package-benchmark, which obeys messages.
struct PackageBenchmarkProgram: FrameworkAdapter {
  let program: FrameworkProgram

  /// It reports only wall time.
  static func clock(ofBenchmark name: String) -> ClockChoice { .wall }

  func names() throws(HarnessFailure) -> [String] {
    do throws(WorkerFailure) {
      return try benchmarks().map(\.name)
    } catch {
      throw program.doesNotList(error)
    }
  }

  func start(_ name: String) throws(WorkerFailure) -> any MeasuredWorker {
    SamplingWorker { () throws(WorkerFailure) in try sample(of: name) }
  }

  private func process() throws(WorkerFailure) -> MessageProcess {
    let resolved = try program.resolved(adding: PackageBenchmarkMessages.arguments)
    return try MessageProcess(
      program: resolved.program, arguments: resolved.arguments,
      environment: program.environment, folder: program.folder, timeout: program.timeout)
  }

  /// The benchmarks, by their names.
  private func benchmarks() throws(WorkerFailure) -> [(name: String, description: JSONValue)] {
    let process = try process()
    defer { process.end() }
    let all = try benchmarks(of: process)
    try process.send(PackageBenchmarkMessages.end)
    return all
  }

  /// Lets the program run one of its benchmarks.
  private func sample(of name: String) throws(WorkerFailure) -> FrameworkSample {
    let process = try process()
    defer { process.end() }
    let all = try benchmarks(of: process)
    guard let description = all.first(where: { $0.name == name })?.description else {
      throw .prevented("there is no benchmark '\(name)'")
    }
    try process.send(PackageBenchmarkMessages.run(description))
    var sample: FrameworkSample?
    while true {
      switch PackageBenchmarkMessages.reply(try process.receive()) {
      case .sample(let found): sample = found
      case .failure(let reason): throw .prevented(reason)
      case .end:
        try process.send(PackageBenchmarkMessages.end)
        guard let sample else { throw .prevented("it reported no result") }
        return sample
      case .benchmark, .other: continue
      }
    }
  }

  private func benchmarks(
    of process: MessageProcess
  ) throws(WorkerFailure) -> [(name: String, description: JSONValue)] {
    try process.send(PackageBenchmarkMessages.list)
    var all: [(name: String, description: JSONValue)] = []
    while true {
      switch PackageBenchmarkMessages.reply(try process.receive()) {
      case .benchmark(let name, let description): all.append((name, description))
      case .failure(let reason): throw .prevented(reason)
      case .end: return all
      case .sample, .other: continue
      }
    }
  }
}
