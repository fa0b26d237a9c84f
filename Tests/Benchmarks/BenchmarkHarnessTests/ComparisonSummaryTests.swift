internal import BenchmarkBuilds
@testable internal import Measuring
internal import Testing

@testable import BenchmarkHarness

@Suite("The line for all benchmarks")
struct ComparisonSummaryTests {
  private func result(_ name: String, _ verdict: Verdict, percent: Double) throws
    -> ComparisonResult
  {
    let base = Epoch(iterations: 1, wall: 1_000_000, threadCPU: 1_000_000, processCPU: 1_000_000)
    let time = UInt64(1_000_000 * (1 + percent / 100))
    let candidate = Epoch(iterations: 1, wall: time, threadCPU: time, processCPU: time)
    let pair = PairRecord(outer: .base, base: [base, base], candidate: [candidate, candidate])
    let launches = (0..<12).map { _ in
      LaunchRecord(
        iterations: 1, pairs: [pair], isComplete: true, isPinned: false, basePeak: nil,
        candidatePeak: nil)
    }
    return ComparisonResult(
      base: "a", candidate: "b", subject: name,
      session: SessionResult(
        verdict: verdict, end: .decided, launches: launches, clock: .threadCPU, answer: nil),
      basis: .files)
  }

  @Test("it counts verdicts and names the largest of each")
  func counts() throws {
    let results = [
      try result("one", .same, percent: 0), try result("two", .slower, percent: 2),
      try result("three", .slower, percent: 5), try result("four", .faster, percent: -3),
      try result("five", .cannotTell(morePairs: 400), percent: 0.3),
    ]
    #expect(
      ComparisonSummary(results, of: 6, seconds: 12)?.text
        == "6 benchmarks: 1 same, 1 faster (most: four -3.0 %), 2 slower (most: three +5.0 %), "
        + "1 undecided, 1 not measured, in 12 s. About 400 more pairs would decide the one undecided."
    )
    #expect(ComparisonSummary(Array(results.prefix(1)), of: 1, seconds: 1) == nil)
    let stuck = [try result("x", .cannotTell(morePairs: nil), percent: 1), results[0]]
    #expect(
      ComparisonSummary(stuck, of: 2, seconds: 1)?.text.hasSuffix(
        "More launches would decide none of those undecided: their rows say why.") == true)
  }
}
