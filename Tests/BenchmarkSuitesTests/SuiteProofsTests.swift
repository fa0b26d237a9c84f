internal import BenchmarkHarness
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
}
