internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import Reporting
internal import Testing

@testable import BenchmarkSuites

/// Which benchmarks a self-test takes, and in which order.
@Suite("Self-tests of a suite")
struct SuiteSelfTestTests {
  private static let worker = ["a", "b"].enumerated().map { index, name in
    SuiteBenchmark(
      name: name, clock: .cpu, work: .workload(.words(["w"]), index: index, choice: []))
  }
  private static let adapted = SuiteBenchmark(
    name: "g", clock: .cpu,
    work: .adapted(
      .init(
        framework: .googleBenchmark, command: .words(["g"]), sampleSeconds: 0.1, clock: .cpu)))

  private func selfTest(
    of benchmarks: [SuiteBenchmark], _ kind: SelfTest.Kind,
    note: @escaping (String) -> Void = { _ in }
  ) throws(HarnessFailure) -> SuiteSelfTest {
    let suite = BenchmarkSuite(name: "s", sources: [])
    return try SuiteSelfTest(
      of: benchmarks, kind, runner: SuiteRunner(of: suite, scratch: "/"),
      tree: SuiteTree(label: "t", folder: "/"), seed: 1, provider: LayoutProvider(folder: "/"),
      advice: "Take equal work.",
      note: note)
  }

  @Test("kinds take turns, and the benchmarks of a kind among themselves")
  func turns() throws {
    let test = try selfTest(of: Self.worker + [Self.adapted], .identical)
    #expect(test.kindCount == 2)
    #expect((0..<6).map { test.benchmark($0).name } == ["a", "g", "b", "g", "a", "g"])
    #expect(test.benchmark(1).kind == "google-benchmark")
  }

  @Test("work is not added to programs of frameworks, and that is said")
  func frameworks() throws {
    let share = SelfTest.Kind.injected(try Percentage(parsing: "2%"))
    var notes: [String] = []
    let test = try selfTest(of: Self.worker + [Self.adapted], share) { notes.append($0) }
    #expect(test.kindCount == 1)
    #expect((0..<3).map { test.benchmark($0).name } == ["a", "b", "a"])
    #expect(notes.count == 1 && notes[0].contains("google-benchmark"))
    #expect(throws: HarnessFailure.self) { try selfTest(of: [Self.adapted], share) }
  }
}
