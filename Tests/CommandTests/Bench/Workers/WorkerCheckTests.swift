internal import ArgumentParser
internal import CommandTestSupport
internal import Foundation
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

  private func check(_ command: [String]) throws {
    let outcome = try BuiltCommand("bench").run(
      ["worker-check", "--timeout", "600", "--"] + command)
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output.hasSuffix("The worker meets all 11 requirements.\n"))
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

  @Test("the C header follows the protocol", .enabled(if: tool("cc") != nil))
  func c() throws {
    let folder = try TemporaryFolder()
    let compiler = Process()
    compiler.executableURL = URL(filePath: try #require(Self.tool("cc")))
    compiler.arguments = [
      "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O2", "-o", folder.file("example"),
      "\(Self.workers)/C/example.c",
    ]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    try check([folder.file("example")])
  }

  @Test("a program that is no worker breaks every requirement, for people and programs")
  func foreign() throws {
    let bench = try BuiltCommand("bench")
    let table = try bench.run(["worker-check", "--", "true"])
    #expect(table.exitCode == 1)
    #expect(table.output.hasSuffix("The worker breaks 11 of 11 requirements.\n"))
    let json = try bench.run(["worker-check", "--format", "json", "--", "true"])
    let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    #expect((document as? [String: Any])?["conforms"] as? Bool == false)
    #expect(try bench.run(["worker-check"]).exitCode == 64)
    #expect(try bench.run(["worker-check", "--", "no-such-program"]).exitCode == 64)
  }
}
