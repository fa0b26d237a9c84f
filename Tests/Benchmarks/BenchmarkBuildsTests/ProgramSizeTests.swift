internal import BenchmarkBuilds
internal import CommandTestSupport
internal import Foundation
internal import Testing

@Suite("Sizes of programs")
struct ProgramSizeTests {
  private static let compiler: String? = {
    #if os(Linux)
      Executable.find("clang") ?? Executable.find("cc")
    #else
      nil
    #endif
  }()

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Compiles a program with a table of some bytes.
  private func program(_ name: String, bytes: Int = 1, _ options: [String] = []) throws -> String {
    let source = try folder.write(
      "const char table[\(bytes)] = {1};\nint main(int n, char **words) { return table[n % \(bytes)]; }\n",
      to: "\(name).c")
    let outcome = try BuiltCommand(at: try #require(Self.compiler)).run(
      options + ["-O1", "-o", folder.file(name), source])
    try #require(outcome.exitCode == 0, "\(outcome)")
    return folder.file(name)
  }

  @Test(
    "symbols and debug information do not count, code and tables do",
    .enabled(if: compiler != nil, "There is no compiler for programs in ELF."))
  func loaded() throws {
    let plain = try program("plain")
    let debug = try program("debug", ["-g3"])
    let size = try #require(ProgramSize.stripped(plain))
    #expect(ProgramSize.stripped(debug) == size)
    let large = try #require(ProgramSize.stripped(try program("large", bytes: 100_000)))
    #expect((99_000...110_000).contains(large - size), "\(large) after \(size)")
    let file = try FileManager.default.attributesOfItem(atPath: debug)[.size] as? Int
    #expect(size < (file ?? 0))
    // As strip leaves it, but for the headers of sections.
    guard let strip = Executable.find("strip") else { return }
    let stripped = try BuiltCommand(at: strip).run(["-o", folder.file("stripped"), plain])
    try #require(stripped.exitCode == 0, "\(stripped)")
    #expect(ProgramSize.stripped(folder.file("stripped")) == size)
  }

  @Test("a script has no size, nor has what is not there")
  func none() throws {
    let script = try folder.write("#!/bin/sh\nexit 0\n", to: "script")
    #expect(ProgramSize.stripped(script) == nil)
    #expect(ProgramSize.stripped(folder.file("missing")) == nil)
    #expect(ProgramSize.stripped(try folder.write("\u{7F}ELF", to: "short")) == nil)
    #expect(ProgramSize.stripped(folder.path) == nil)
  }
}
