internal import ArgumentParser
internal import CommandTestSupport
internal import Foundation
internal import Measuring
internal import Testing

@testable import bench

@Suite("bench worker-check")
struct WorkerCheckTests {
  /// The program of a name in `PATH`; `nil` when there is none.
  private static func tool(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The folder of the workers for other languages.
  private static let workers = Fixtures.path("../../Examples/Workers")

  private func check(_ command: [String], requirements: Int = 18) throws {
    let outcome = try BuiltCommand("bench").run(
      ["worker-check", "--timeout", "600", "--"] + command)
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output.hasSuffix("The worker meets all \(requirements) requirements.\n"))
  }

  /// Checks an example, and what it says of a benchmark beside its name.
  private func checkExample(_ command: [String]) throws {
    try check(command)
    let program = command[0].contains("/") ? command[0] : try #require(Self.tool(command[0]))
    let worker = try WorkerProcess(
      program: program, arguments: Array(command.dropFirst()),
      environment: ["PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "")"], timeout: 600)
    defer { worker.quit() }
    let benchmarks = try #require(try worker.benchmarks())
    let index = try #require(benchmarks.lastIndex { !$0.description.references.isEmpty })
    let description = benchmarks[index].description
    #expect(description.parameters.last == BenchmarkParameter("size", "1000"))
    #expect(benchmarks.map(\.name).contains(description.references[0].benchmark))
    #expect(description.items == 1000)
    #expect(description.unit == "numbers")
    let workload = WorkloadWorker(process: worker, workload: index)
    _ = try workload.prepare()
    #expect(try workload.metrics().map(\.value.isFinite) == [true])
  }

  /// Compiles an example without warnings and checks it.
  private func check(_ compiler: String, _ options: [String], _ source: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try BuiltCommand(at: try #require(Self.tool(compiler))).run(
      options + ["-o", folder.file("example"), "\(Self.workers)/\(source)"])
    try #require(outcome.exitCode == 0, "\(outcome)")
    try checkExample([folder.file("example")])
  }

  @Test("the Python module follows the protocol", .enabled(if: tool("python3") != nil))
  func python() throws {
    try checkExample(["python3", "\(Self.workers)/Python/example.py"])
  }

  @Test("the file for Node follows the protocol", .enabled(if: tool("node") != nil))
  func node() throws {
    try checkExample(["node", "\(Self.workers)/JavaScript/example.js"])
  }

  @Test("the C header follows the protocol", .enabled(if: tool("cc") != nil))
  func c() throws {
    try check("cc", ["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O2"], "C/example.c")
  }

  @Test("the Swift module follows the protocol")
  func swift() throws {
    let folder = try TemporaryFolder()
    let build = ["build", "--package-path", "\(Self.workers)/Swift", "--scratch-path", folder.path]
    let outcome = try BuiltCommand(at: try #require(Self.tool("swift"))).run(build)
    try #require(outcome.exitCode == 0, "\(outcome)")
    try checkExample(["\(folder.path)/debug/example"])
  }

  @Test("the Rust module follows the protocol", .enabled(if: tool("rustc") != nil))
  func rust() throws {
    try check("rustc", ["-O", "-D", "warnings", "--edition", "2021"], "Rust/example.rs")
  }

  @Test("the file for Go follows the protocol", .enabled(if: tool("go") != nil))
  func go() throws {
    let folder = try TemporaryFolder()
    let sources = ["bench_worker", "example"].map { "\(Self.workers)/Go/\($0).go" }
    let outcome = try BuiltCommand(at: try #require(Self.tool("go"))).run(
      ["build", "-o", folder.file("example")] + sources)
    try #require(outcome.exitCode == 0, "\(outcome)")
    try checkExample([folder.file("example")])
  }

  @Test("the file for Ruby follows the protocol", .enabled(if: tool("ruby") != nil))
  func ruby() throws { try check(["ruby", "\(Self.workers)/Ruby/example.rb"], requirements: 13) }

  @Test("the file for PHP follows the protocol", .enabled(if: tool("php") != nil))
  func php() throws { try check(["php", "\(Self.workers)/PHP/example.php"], requirements: 13) }

  @Test("a program that is no worker breaks every requirement, for people and programs")
  func foreign() throws {
    let bench = try BuiltCommand("bench")
    let table = try bench.run(["worker-check", "--", "true"])
    #expect(table.exitCode == 1)
    #expect(table.output.hasSuffix("The worker breaks 13 of 13 requirements.\n"))
    let json = try bench.run(["worker-check", "--format", "json", "--", "true"])
    let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    #expect((document as? [String: Any])?["conforms"] as? Bool == false)
    #expect(try bench.run(["worker-check"]).exitCode == 64)
    #expect(try bench.run(["worker-check", "--", "no-such-program"]).exitCode == 64)
  }
}
