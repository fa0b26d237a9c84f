internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import CommandTestSupport
internal import Measuring
internal import Testing

@testable import BenchmarkSuites

/// When equal code may stand for equal time.
@Suite("Proofs in a suite")
struct SuiteProofsTests {
  @Test("a shell, a setup or a prepare command may read anything")
  func otherCommands() {
    func command(
      _ command: SuiteCommand, setUp: SuiteCommand? = nil, prepare: SuiteCommand? = nil
    ) -> SuiteBenchmark {
      SuiteBenchmark(
        name: "b", clock: .wall,
        work: .command(
          .init(
            name: "b", command: command, setUp: setUp, prepare: prepare, cleanUp: nil, warmUp: 1,
            ignoresFailures: false, parameters: [], clock: .wall)))
    }
    #expect(command(.words(["./p"])).runsOnlyItsProgram)
    #expect(!command(.shell("./p")).runsOnlyItsProgram)
    #expect(!command(.words(["./p"]), setUp: .shell("make")).runsOnlyItsProgram)
    #expect(!command(.words(["./p"]), prepare: .shell("sync")).runsOnlyItsProgram)
  }

  @Test("a program of Go was compiled from the sources that it names, and no other program was")
  func goSources() throws {
    let folder = try TemporaryFolder()
    func write(_ parts: [String], to name: String) throws {
      try folder.write(
        [0x7F, 0x45, 0x4C, 0x46] + parts.flatMap { [0xFF] + Array($0.utf8) + [0] }, to: name)
      try folder.setPermissions(0o755, of: name)
    }
    func named(_ paths: String...) -> [String] {
      GoSources.named(among: paths, in: folder.path)
    }
    let sources = ["a.go", "inner/b.go"].map { "\(folder.path)/\($0)" }
    try write(sources, to: "in-c")
    #expect(named("a.go", "inner/b.go").isEmpty)
    try write([" Go buildinf:", sources[0]], to: "in-go")
    #expect(named("a.go", "inner/b.go", "go.mod") == ["a.go"])
    // A source for the documentation has no function, and lies beside others.
    try folder.write("package a\n", to: "a.go")
    #expect(named("doc.go", "inner/doc.go") == ["doc.go"])
    try write([" Go buildinf:", sources[1]], to: "out/in-go")
    #expect(Set(named("a.go", "inner/b.go", "other/b.go", "inner/b")) == ["a.go", "inner/b.go"])
  }

  @Test("what is wrong with a build is told by linkers too, and not by each make above it")
  func lastErrors() {
    let link = ["/usr/bin/ld: a.o: in function `main':", "a.c:1: undefined reference to `f'"]
    let makes = ["make[2]: *** [Makefile:1: a] Error 1", "make: *** [Makefile:9: all] Error 2"]
    let text = (["cc -o a a.o"] + link + makes).joined(separator: "\n")
    #expect(SuiteTrees.lastErrors(in: text) == link.map { "  \($0)" }.joined(separator: "\n"))
    #expect(SuiteTrees.lastErrors(in: makes[1]) == "  \(makes[1])")
    #expect(SuiteTrees.lastErrors(in: "one\ntwo") == "  one\n  two")
    let missing = ["tool build", "make: tool: No such file or directory"]
    #expect(
      SuiteTrees.lastErrors(
        in: (missing + ["make: *** [Makefile:2: all] Error 127"]).joined(separator: "\n"))
        == missing.map { "  \($0)" }.joined(separator: "\n"))
  }

  /// A compiler, where it makes programs that can be compared.
  private static let compiler: String? = {
    #if os(Linux)
      Executable.find("clang") ?? Executable.find("cc")
    #else
      nil
    #endif
  }()

  @Test(
    "programs that differ in debug information only are equal code, in any language",
    .enabled(if: compiler != nil))
  func equalImages() throws {
    let folder = try TemporaryFolder()
    func program(_ source: String, in name: String) throws -> String {
      try folder.write(source, to: "\(name)/main.c")
      let outcome = ProgramOutput.of(
        program: try #require(Self.compiler),
        arguments: ["-g", "-O1", "main.c", "-o", "main"], environment: Executable.environment,
        folder: folder.file(name), mergingErrors: true)
      try #require(outcome.isSuccess, "\(outcome.text)")
      return folder.file("\(name)/main")
    }
    let base = try program("int main(void) { return 1; }\n", in: "a")
    let commented = try program("// One.\nint main(void) { return 1; }\n", in: "b")
    let changed = try program("int main(void) { return 2; }\n", in: "c")
    let command = SuiteCommand.words(["./main"])
    let benchmark = SuiteBenchmark(
      name: "b", clock: .cpu, work: .workload(command, index: 0, choice: []))
    let tree = SuiteTree(label: "t", folder: folder.path)
    func proof(
      _ candidate: String, readsNoFiles: Bool = true, environment: [String] = []
    ) -> CodeProof? {
      let suite = BenchmarkSuite(
        name: "s", readsNoFiles: readsNoFiles, environment: environment,
        sources: [.worker(command, .cpu)])
      return SuiteProofs(of: suite, base: tree, candidate: tree).proof(
        of: benchmark, base: base, candidate: candidate)
    }
    guard case .equalImage(let bytes)? = proof(commented) else {
      Issue.record("a comment changes no code")
      return
    }
    #expect(bytes > 100)
    #expect(proof(changed) == nil)
    #expect(proof(commented, readsNoFiles: false) == nil)
    #expect(proof(commented, environment: ["LD_LIBRARY_PATH=/opt/lib:/opt/more"]) != nil)
    #expect(proof(commented, environment: ["LD_LIBRARY_PATH=lib"]) == nil)
    #expect(proof(commented, environment: ["LD_LIBRARY_PATH=/opt/lib;lib"]) == nil)
    #expect(proof(commented, environment: ["LD_LIBRARY_PATH=/opt/lib;/opt/more"]) != nil)
    #expect(proof(commented, environment: ["LD_PRELOAD=/opt/a.so ./b.so"]) == nil)

    // Where they are timed all the same, layout makes no difference between equal programs.
    func policy(
      _ candidate: String, chosen: Double? = nil, loadsOnlyItself: Bool = true
    ) -> LayoutPolicy? {
      let suite = BenchmarkSuite(
        name: "s", layoutAllowance: chosen,
        environment: loadsOnlyItself ? [] : ["LD_LIBRARY_PATH=lib"],
        sources: [.worker(command, .cpu)])
      return SuiteLayouts(
        in: LayoutProvider(folder: folder.file("layouts")), suite: suite, base: tree,
        candidate: tree, note: { _ in }
      ).policy(base: base, candidate: candidate, of: benchmark)
    }
    for chosen in [nil, 0.01] {
      guard case .equal? = policy(commented, chosen: chosen),
        case .fixed(let allowance)? = policy(changed, chosen: chosen),
        case .fixed? = policy(commented, chosen: chosen, loadsOnlyItself: false)
      else {
        Issue.record("not the right policy with \(chosen as Any)")
        return
      }
      #expect(chosen == nil || allowance.logRatio == chosen)
    }
    #expect(policy(changed, chosen: 0) == nil)
  }
}
