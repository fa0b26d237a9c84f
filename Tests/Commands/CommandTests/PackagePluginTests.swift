internal import Foundation
internal import Testing

/// `swift package bench` in a package of its own, with a stand-in of `bench`.
@Suite("The command plugin of SwiftPM")
struct PackagePluginTests {
  private static let plugin =
    URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    + "/Sources/Commands/BenchPlugin/BenchPlugin.swift"

  @Test("bench runs in the package with its arguments, and its exit code is told and kept")
  func exitCodes() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "measured",
        targets: [
          .executableTarget(name: "bench"),
          .plugin(
            name: "BenchPlugin",
            capability: .command(intent: .custom(verb: "bench", description: "x")),
            dependencies: ["bench"]),
        ])
      """, to: "Package.swift")
    try folder.write(
      """
      import Foundation
      print(CommandLine.arguments.dropFirst().joined(separator: "|"))
      print(FileManager.default.fileExists(atPath: "Package.swift"))
      exit(Int32(CommandLine.arguments.last ?? "") ?? 0)
      """, to: "Sources/bench/main.swift")
    try folder.write(
      String(contentsOfFile: Self.plugin, encoding: .utf8),
      to: "Plugins/BenchPlugin/BenchPlugin.swift")
    func package(_ arguments: String...) throws -> BuiltCommand.Outcome {
      try BuiltCommand(at: "/usr/bin/env").run(
        ["swift", "package", "bench"] + arguments, in: folder.path)
    }
    let slower = try package("compare", "--only", "a b", "2")
    #expect(slower.exitCode == 1, "\(slower)")
    #expect(slower.output.contains("compare|--only|a b|2\ntrue\n"), "\(slower)")
    #expect(slower.errors.contains("Plugin ended with exit code 2"), "\(slower)")
    let kept = folder.bytes(".build/plugins/BenchPlugin/outputs/exit-code")
    #expect(kept.map { String(decoding: $0, as: UTF8.self) } == "2\n")
    #expect(try package("0").exitCode == 0)
  }
}
