internal import CommandTestSupport
internal import Foundation
internal import Measuring
internal import OrderedJSON
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

  @Test(
    "commits that do not build are named with the next one that does, where they may be the first slow one"
  )
  func broken() throws {
    var messages: [String] = []
    let finding = try search(first: 9, broken: [8, 9, 10, 11]) { messages.append($0.text) }
    #expect(finding.broken == [8, 9, 10, 11])
    #expect(messages.contains { $0.hasPrefix("Skipped commit-") })
    // Halving twenty commits takes five probes; those that do not build are none.
    #expect(finding.search.map(\.probes.count) ?? 99 <= 5)
    let report = BisectionReport(
      range: range, finding: finding, benchmark: "simd", subject: "photo")
    #expect(report.isSettled)
    #expect(
      report.words.hasPrefix(
        """
        commit-8 change 8
        or commit-9 change 9
        or commit-10 change 10
        or commit-11 change 11
        or commit-12 change 12
        is the first slow commit
        """))
    #expect(report.words.contains("Only the last of these can be measured"))
    #expect(report.json["suspects"]?.elements?.map(\.string) == (8...12).map { "commit-\($0)" })
    #expect(report.json["firstSlow"]?["commit"]?.string == "commit-12")
  }

  @Test("a commit that does not build elsewhere is no suspect")
  func brokenElsewhere() throws {
    let finding = try search(first: 3, broken: [9, 10])
    #expect(finding.search?.suspects == 3...3)
    #expect(finding.search?.isSettled == true)
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
