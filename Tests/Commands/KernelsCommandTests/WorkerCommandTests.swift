internal import CommandTestSupport
internal import Foundation
internal import Measuring
internal import Testing

@Suite("kernels worker")
struct WorkerCommandTests {
  private func worker(folder: String? = nil) throws -> WorkerProcess {
    try WorkerProcess(
      program: try BuiltCommand("kernels").executable.path, arguments: ["worker"],
      environment: folder.map { ["BENCH_FOLDER=\($0)"] } ?? [], timeout: 60)
  }

  @Test("a person who starts it reads that bench does")
  func person() throws {
    let outcome = try BuiltCommand("kernels").run(["worker"])
    #expect(outcome.exitCode == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("kernels worker is started by bench"))
  }

  @Test("it lists the default suite, or what was chosen, and runs it")
  func session() throws {
    let worker = try worker(folder: Fixtures.path(""))
    defer { worker.quit() }
    #expect(worker.protocolVersion == 2)
    #expect(try worker.parameters()?.map(\.name).first == "kernel")
    #expect(try worker.benchmarks()?.count == 91)
    try worker.choose([
      ("kernel", ["simd"]), ("image", ["Photos/china.jpg"]), ("size", ["30x20"]),
    ])
    #expect(
      try worker.benchmarks()?.map(\.name) == [
        "simd/Photos/china.jpg/30x20", "histogram/Photos/china.jpg/30x20",
        "read/Photos/china.jpg/30x20",
      ])
    let workers = [0, 1].map { WorkloadWorker(process: worker, workload: $0) }
    let answers = try workers.map { try $0.prepare() }
    #expect(answers[0] == answers[1])
    #expect(answers[0].hasPrefix("#"))
    #expect(try workers[0].run(iterations: 3, warmUp: 1).iterations == 3)
    #expect(try workers[0].metrics().map(\.name).first == "population")
  }

  @Test("what there is not is refused in its own words")
  func refusals() throws {
    for (name, value, start) in [
      ("kernel", "smid", "Unknown kernel 'smid'. Did you mean 'simd'?"),
      ("isa", "avx3", "Unknown instruction set 'avx3'. Did you mean 'avx2'?"),
      ("image", "missing.png", "'missing.png' does not exist."),
    ] {
      let worker = try worker(folder: Fixtures.path(""))
      defer { worker.quit() }
      let error = #expect(throws: WorkerFailure.self) { try worker.choose([(name, [value])]) }
      guard case .reported(let text)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(text.hasPrefix(start), "\(text)")
    }
  }

  @Test("a folder of paths that is not there is told")
  func folder() throws {
    let outcome = try BuiltCommand("kernels").run(
      ["worker"], environment: ["BENCH_FOLDER": "/nowhere/at/all"])
    #expect(outcome.exitCode == 66)
    #expect(outcome.errors.contains("'/nowhere/at/all', which BENCH_FOLDER names"))
  }
}
