internal import CommandTestSupport
internal import Foundation
internal import Measuring
internal import Reporting
internal import Testing

@testable import BenchmarkBuilds

@Suite("Incremental builds of commits")
struct RevisionReuseTests {
  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "tool", targets: [.executableTarget(name: "tool"), .target(name: "Other")])
    """

  private func git(_ words: [String], in folder: TemporaryFolder) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["git", "-C", folder.path, "-c", "user.name=a", "-c", "user.email=a@b"] + words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  private func commit(_ message: String, in folder: TemporaryFolder) throws {
    try git(["add", "."], in: folder)
    try git(["commit", "--quiet", "-m", message], in: folder)
  }

  @Test("Equal sources give one program, a comment equal code, and a change neither")
  func reuse() throws {
    let folder = try TemporaryFolder()
    try git(["init", "--quiet"], in: folder)
    try folder.write(Self.manifest, to: "Package.swift")
    try folder.write(".build*\n", to: ".gitignore")
    try folder.write("print(CommandLine.arguments.count * 3)\n", to: "Sources/tool/main.swift")
    try folder.write("let other = 1\n", to: "Sources/Other/Other.swift")
    try commit("first", in: folder)
    try folder.write("let other = 2\n", to: "Sources/Other/Other.swift")
    try folder.write("Read me.\n", to: "README.md")
    try commit("another target and a document", in: folder)
    try folder.write(
      "// Says more.\nprint(CommandLine.arguments.count * 3)\n", to: "Sources/tool/main.swift")
    try commit("a comment", in: folder)
    try folder.write("print(CommandLine.arguments.count * 5)\n", to: "Sources/tool/main.swift")
    try commit("a change", in: folder)

    var notes: [String] = []
    let builds = try RevisionBuilds(
      containing: folder.path, recipe: .swiftPackage(product: "tool"), note: { notes.append($0) })
    let commits = try (0..<4).map { try builds.checkout.commit("HEAD~\(3 - $0)") }
    let first = try builds.program(at: commits[0])
    #expect(notes.count == 1 && notes[0].contains("Building"))
    #expect(first.contains(commits[0]))
    #expect(try builds.program(at: commits[1]) == first)
    #expect(notes.count == 2 && notes[1].contains("same sources"))
    #expect(CodeProof.find(base: first, candidate: first) == .sameProgram)

    let third = try builds.program(at: commits[2])
    #expect(third != first)
    guard case .equalCode(let functions, let bytes)? = CodeProof.find(base: first, candidate: third)
    else {
      Issue.record("a comment changes no code")
      return
    }
    #expect(functions > 0 && bytes > 0)
    let fourth = try builds.program(at: commits[3])
    #expect(CodeProof.find(base: first, candidate: fourth) == nil)
    #expect(notes.count == 4)

    // A program of one source file has few pieces, which are placed all the same.
    let layouts = try LayoutPrograms(
      base: first, candidate: fourth, folder: folder.file("layouts"))
    #expect((1...8).contains(layouts.pieces))
    var contents: Set<Data> = []
    for launch in 0..<3 {
      let programs = try layouts.programs(launch: launch)
      for (program, answer) in [(programs.base, "3"), (programs.candidate, "5")] {
        let output = ProgramOutput.of(program: program, arguments: [], environment: [])
        #expect(output.isSuccess && output.text == answer)
      }
      contents.insert(try #require(FileManager.default.contents(atPath: programs.base)))
    }
    #expect(contents.count > 1, "layouts differ")
    // The first is linked at once, and the next while one is used.
    #expect(layouts.links == 6)
  }
}
