internal import BenchmarkHarness
internal import CommandTestSupport
internal import Measuring
internal import Testing

@testable import BenchmarkSuites

@Suite("A benchmark that is measured in parts")
struct SuiteCaseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Measures another part of a command whose setup fails where there is a file `broken`.
  private func end(isCancelled: Bool = false) throws -> SessionResult.End {
    let suite = BenchmarkSuite(
      name: "s",
      sources: [
        .command(
          .init(
            name: "c", command: .words(["true"]), setUp: .shell("test ! -e broken"), prepare: nil,
            cleanUp: nil, warmUp: 0, ignoresFailures: false, parameters: [], clock: .wall))
      ])
    let runner = SuiteRunner(of: suite, scratch: folder.path, isCancelled: { isCancelled })
    let trees = ["base", "candidate"].map { SuiteTree(label: $0, folder: folder.file($0)) }
    let benchmark = try #require(try runner.benchmarks(in: trees[0]).first)
    let comparison = SuiteComparison(
      runner: runner, base: trees[0], candidate: trees[1], plan: SessionPlan(), clock: nil,
      provider: LayoutProvider(folder: folder.file("layouts")), note: { _ in })
    let earlier = SessionResult(
      verdict: .cannotTell(morePairs: nil), end: .decided, launches: [], clock: .wall, answer: nil)
    return comparison.makeCase(base: benchmark, candidate: benchmark).measure(
      after: earlier, looks: 2, isCancelled: { isCancelled }, progress: { _ in }
    ).end
  }

  @Test("a setup that fails is a failure of its side", arguments: [Side.base, .candidate])
  func failedSetUp(side: Side) throws {
    let names = ["base", "candidate"]
    for name in names { try folder.write("", to: "\(name)/file") }
    let broken = side == .base ? names[0] : names[1]
    try folder.write("", to: "\(broken)/broken")
    guard case .failed(let failed, .prevented(let message)) = try end() else {
      Issue.record("no setup failed")
      return
    }
    #expect(failed == side)
    #expect(message.hasPrefix("\(broken): the setup `test ! -e broken` failed."), "\(message)")
  }

  @Test("a setup that is ended by Ctrl-C is no failure of a side")
  func interrupted() throws {
    for name in ["base", "candidate"] { try folder.write("", to: "\(name)/file") }
    #expect(try end(isCancelled: true) == .cancelled)
  }
}
