internal import ArgumentParser
internal import CommandTestSupport
internal import Foundation
internal import Testing

@testable import KernelBenchmarks
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

  private func check(_ command: [String]) throws {
    let outcome = try BuiltCommand("bench").run(
      ["worker-check", "--timeout", "600", "--"] + command)
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output.hasSuffix("The worker meets all 12 requirements.\n"))
  }

  /// Compiles an example without warnings and checks it.
  private func check(_ compiler: String, _ options: [String], _ source: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try BuiltCommand(at: try #require(Self.tool(compiler))).run(
      options + ["-o", folder.file("example"), "\(Self.workers)/\(source)"])
    try #require(outcome.exitCode == 0, "\(outcome)")
    try check([folder.file("example")])
  }

  @Test("bench's own workers follow the protocol")
  func own() throws {
    try check([
      BuiltCommand("bench").executable.path, "worker", "--kernel=simd", "--image=flat",
      "--size=8x8",
    ])
  }

  @Test("the Python module follows the protocol", .enabled(if: tool("python3") != nil))
  func python() throws {
    try check(["python3", "\(Self.workers)/Python/example.py"])
  }

  @Test("the file for Node follows the protocol", .enabled(if: tool("node") != nil))
  func node() throws {
    try check(["node", "\(Self.workers)/JavaScript/example.js"])
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
    try check(["\(folder.path)/debug/example"])
  }

  @Test("the Rust module follows the protocol", .enabled(if: tool("rustc") != nil))
  func rust() throws {
    try check("rustc", ["-O", "-D", "warnings", "--edition", "2021"], "Rust/example.rs")
  }

  @Test("a program that is no worker breaks every requirement, for people and programs")
  func foreign() throws {
    let bench = try BuiltCommand("bench")
    let table = try bench.run(["worker-check", "--", "true"])
    #expect(table.exitCode == 1)
    #expect(table.output.hasSuffix("The worker breaks 12 of 12 requirements.\n"))
    let json = try bench.run(["worker-check", "--format", "json", "--", "true"])
    let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    #expect((document as? [String: Any])?["conforms"] as? Bool == false)
    #expect(try bench.run(["worker-check"]).exitCode == 64)
    #expect(try bench.run(["worker-check", "--", "no-such-program"]).exitCode == 64)
  }
}
