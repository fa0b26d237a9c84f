internal import BenchmarkHarness
internal import Testing

@testable import BenchmarkSuites

/// When equal code may stand for equal time.
@Suite("Proofs in a suite")
struct SuiteProofsTests {
  @Test(
    "files that only compilers read, and Markdown",
    arguments: [
      ("Sources/a/b.swift", true), ("x.c", true), ("include/x.hpp", true), ("README.md", true),
      ("data.txt", false), ("Package.resolved", false), ("run.py", false), ("swift", false),
      ("Makefile", false), ("a.swift/data", false), ("größe.json", false),
    ])
  func compilers(path: String, isSource: Bool) {
    #expect(SuiteProofs.isForCompilers(path) == isSource)
  }

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
}
