internal import BenchmarkBuilds
internal import Reporting
@testable internal import Measuring
internal import OrderedJSON
internal import Testing

@testable import BenchmarkHarness

@Suite("Layouts in comparisons, nights and bisections")
struct LayoutPolicyTests {
  private func session(_ effect: Double, _ verdict: Verdict) -> SessionResult {
    let launches = (0..<12).map { _ in
      LaunchRecord(
        iterations: 1,
        pairs: [
          PairRecord(
            outer: .base,
            base: [Epoch(iterations: 1, wall: 1_000_000, threadCPU: 1_000_000, processCPU: 0)],
            candidate: [
              Epoch(
                iterations: 1, wall: 1, threadCPU: UInt64(1_000_000 * (1 + effect)), processCPU: 0)
            ])
        ], isComplete: true, isPinned: true)
    }
    return SessionResult(
      verdict: verdict, end: .decided, launches: launches, clock: .threadCPU, answer: nil)
  }

  private let policy = LayoutPolicy.fixed(LayoutAllowance(logRatio: 0.02, layoutPairs: 12))

  @Test("A verdict about two files stands only beyond the allowance")
  func judging() {
    #expect(policy.judged(session(0.05, .slower), margin: 0.0025).verdict == .slower)
    #expect(
      policy.judged(session(0.015, .slower), margin: 0.0025).verdict
        == .cannotTell(morePairs: nil))
    #expect(
      policy.judged(session(0, .same), margin: 0.0025).verdict == .cannotTell(morePairs: nil))
  }

  @Test("Launches are discounted by the allowance, either way")
  func discounting() {
    let ratios = policy.discounted([0.05, 0.02, 0.01, 0, -0.01, -0.03])
    let expected = [0.03, 0, 0, 0, 0, -0.01]
    #expect(zip(ratios, expected).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test("What a verdict rests on is said in words and in JSON")
  func basis() {
    let bases: [ComparisonBasis] = [
      .files, .proof(.sameProgram), .proof(.equalCode(functions: 7, bytes: 9)),
      .layouts(links: 24, seconds: 12), .layouts(links: 0, seconds: 0),
      .allowance(.assumed), .allowance(LayoutAllowance(logRatio: 0.01, layoutPairs: 40)),
      .proof(.equalImage(bytes: 8)), .equalPrograms(.equalImage(bytes: 8)),
      .builds(24, seconds: 30),
    ]
    #expect(ComparisonBasis.files.note == nil)
    #expect(bases[5].note?.contains("was not measured: no change within ±5.0 %") == true)
    #expect(bases[5].json["source"]?.string == "caution")
    #expect(bases[6].json["source"]?.string == "measured")
    let given = ComparisonBasis.allowance(LayoutAllowance(logRatio: 0.01, layoutPairs: nil))
    #expect(given.note?.contains("±1.0 % (as was asked for)") == true)
    #expect(given.json["source"]?.string == "suite")
    #expect(bases[6].note?.contains("40 pairs of layouts") == true)
    #expect(bases[2].note?.contains("all 7 functions") == true)
    #expect(bases[9].note?.contains("24 builds in 30") == true)
    #expect(Set(bases.compactMap(\.note)).count == 9)
    #expect(Set(bases.map(\.json.text)).count == 10)
  }

  @Test("A proven case is not measured and is the same")
  func provenCase() {
    let item = SameCodeCase(
      base: "a", candidate: "b", subject: nil, code: .equalCode(functions: 1, bytes: 2))
    #expect(item.proof != nil && item.measure(isCancelled: { false }) { _ in }.launches.isEmpty)
    let result = ComparisonResult(
      base: "a", candidate: "b", subject: nil, session: session(0, .same),
      basis: .proof(.sameProgram))
    #expect(result.verdict == "same code")
  }
}
