internal import BenchmarkBuilds
internal import CommandTestSupport
internal import Measuring
internal import Testing

/// The suites of `Examples/Suites` whose workers say more than names.
@Suite("Suites that are examples")
struct ExampleSuiteTests {
  private struct Example: Sendable, CustomTestStringConvertible {
    let language: String
    /// What has to be installed.
    let tool: String
    /// What builds it; empty for nothing.
    let build: [String]
    let worker: [String]
    let metric: String
    let bytesOfNumber: Double?

    var testDescription: String { language }
  }

  private static let examples = [
    Example(
      language: "C", tool: "cc", build: ["make"], worker: ["./worker"], metric: "odd",
      bytesOfNumber: 4),
    Example(
      language: "Python", tool: "python3", build: [], worker: ["python3", "worker.py"],
      metric: "digits", bytesOfNumber: nil),
    Example(
      language: "Rust", tool: "rustc",
      build: ["rustc", "-O", "--edition", "2021", "-o", "worker", "worker.rs"],
      worker: ["./worker"], metric: "odd", bytesOfNumber: 4),
  ].filter { Executable.find($0.tool) != nil }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String], in place: String? = nil) throws {
    let outcome = ProgramOutput.of(
      program: try #require(Executable.find(words[0])), arguments: Array(words.dropFirst()),
      environment: Executable.environment, folder: place, mergingErrors: true)
    try #require(outcome.isSuccess, "\(outcome)")
  }

  @Test("a worker tells its parameters, references, amounts and metrics", arguments: examples)
  private func described(example: Example) throws {
    let place = folder.file("sums")
    try run(["sh", Fixtures.path("../../Examples/Suites/make-history.sh"), example.language, place])
    if !example.build.isEmpty { try run(example.build, in: place) }
    let program = example.worker[0]
    let worker = try WorkerProcess(
      program: program.hasPrefix("./")
        ? "\(place)/\(program.dropFirst(2))" : try #require(Executable.find(program)),
      arguments: Array(example.worker.dropFirst()), environment: Executable.environment,
      folder: place, timeout: 600)
    defer { worker.quit() }
    #expect(try worker.parameters() == nil)
    let benchmarks = try #require(try worker.benchmarks())
    let expected = [1000, 4000].flatMap { size in
      ["sum", "read"].map { way in
        ListedBenchmark(
          name: "\(way) of \(size)",
          description: BenchmarkDescription(
            parameters: [BenchmarkParameter("way", way), BenchmarkParameter("size", "\(size)")],
            references: way == "sum"
              ? [BenchmarkReference(name: "read", benchmark: "read of \(size)")] : [],
            items: Double(size), unit: "numbers",
            bytes: example.bytesOfNumber.map { $0 * Double(size) }))
      }
    }
    #expect(benchmarks == expected)
    for (index, benchmark) in benchmarks.enumerated() {
      let workload = WorkloadWorker(process: worker, workload: index)
      _ = try workload.prepare()
      let metrics = try workload.metrics()
      #expect(metrics.map(\.name) == (benchmark.name.hasPrefix("sum") ? [example.metric] : []))
      #expect(metrics.allSatisfy { $0.value > 0 && $0.better == .equal })
      #expect(try workload.run(iterations: 3, warmUp: 1).iterations == 3)
    }
  }
}
