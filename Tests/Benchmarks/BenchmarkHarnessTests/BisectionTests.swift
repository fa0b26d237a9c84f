internal import CommandTestSupport
internal import Foundation
internal import Measuring
internal import Reporting
internal import Testing
internal import TimingHistory

@testable import BenchmarkBuilds
@testable import BenchmarkHarness

@Suite("Bisections")
struct BisectionTests {
  private let range = CommitRange(
    good: "g",
    commits: (0..<20).map { CommitRange.Commit(hash: "commit-\($0)", subject: "change \($0)") })

  /// Searches where commits from `first` on are slower; `broken` ones do not build.
  private func search(
    first: Int, slowdown: Double = 0.02, broken: Set<Int> = [],
    messages: @escaping (Notice) -> Void = { _ in }
  ) throws -> Bisection.Finding {
    try Bisection(
      range: range, confidence: 0.99, maximumProbes: 12,
      session: { commit, purpose throws(HarnessFailure) in
        let place = Int(commit.split(separator: "-").last ?? "") ?? 0
        if broken.contains(place) { throw .failed("it does not build.") }
        let level = place >= first ? slowdown : 0
        let launches = purpose.rule.looks.first?.launches ?? 0
        return NightSession(
          logRatios: (0..<launches).map { level + ($0 % 2 == 0 ? 1e-3 : -1e-3) }, looks: 1)
      }, message: messages
    ).run()
  }

  @Test("every place of the slow commit is found", arguments: [0, 1, 7, 18, 19])
  func found(first: Int) throws {
    let finding = try search(first: first)
    #expect(finding.search?.firstSlow.commit == first)
    #expect(finding.search?.isSettled == true)
    let report = BisectionReport(
      range: range, finding: finding, benchmark: "simd", subject: "photo")
    #expect(report.isSettled)
    #expect(report.words.hasPrefix("commit-\(first)"))
    #expect(report.words.contains("change \(first)"))
  }

  @Test("commits that do not build are skipped for their neighbours")
  func broken() throws {
    var messages: [String] = []
    let finding = try search(first: 9, broken: [8, 9, 10, 11]) { messages.append($0.text) }
    // The first slow one is among those that cannot be measured, or right after them.
    #expect((8...12).contains(finding.search?.firstSlow.commit ?? -1))
    #expect(finding.broken.isSubset(of: [8, 9, 10, 11]))
    #expect(!finding.broken.isEmpty)
    #expect(messages.contains { $0.hasPrefix("Skipped commit-") })
  }

  @Test("without a confirmed difference there is nothing to search")
  func nothing() throws {
    let finding = try search(first: 3, slowdown: 0)
    #expect(finding.search == nil)
    let report = BisectionReport(
      range: range, finding: finding, benchmark: "simd", subject: "photo")
    #expect(!report.isSettled)
    #expect(report.words.contains("there is nothing to search for"))
  }

  @Test("Ctrl-C ends a search, and a bad commit that does not build is an error")
  func failures() {
    #expect(throws: HarnessFailure.self) { try search(first: 3, broken: [19]) }
    let stopped = Bisection(
      range: range, confidence: 0.99, maximumProbes: 8,
      session: { _, purpose throws(HarnessFailure) in
        guard purpose == .confirmation else {
          throw HarnessFailure.interrupted
        }
        return NightSession(logRatios: Array(repeating: 0.02, count: 20), looks: 3)
      }, message: { _ in })
    let failure = #expect(throws: HarnessFailure.self) { try stopped.run() }
    #expect(failure?.status == .interrupted)
  }

  @Test("the range goes along first parents, and only forwards")
  func history() throws {
    let folder = try TemporaryFolder()
    func git(_ words: String...) throws {
      try #require(try Git.run(words, in: folder.path) != nil)
    }
    try git("init", "--quiet", "--initial-branch", "main")
    _ = try folder.write("// no package", to: "Package.swift")
    try git("add", ".")
    for index in 0..<4 { try git("commit", "--quiet", "--allow-empty", "-m", "step \(index)") }
    let checkout = try #require(GitCheckout(containing: folder.path))
    let range = try CommitRange(good: "HEAD~3", bad: "HEAD", in: checkout)
    #expect(range.commits.map(\.subject) == ["step 1", "step 2", "step 3"])
    #expect(range.commits.last?.hash == (try checkout.commit("HEAD")))
    #expect(throws: HarnessFailure.self) {
      try CommitRange(good: "HEAD", bad: "HEAD~1", in: checkout)
    }
    #expect(throws: HarnessFailure.self) {
      try CommitRange(good: "HEAD", bad: "HEAD", in: checkout)
    }
  }
}
