internal import Refereeing
internal import Testing

@Suite("The risk of each try")
struct KeepLevelsTests {
  private let levels = KeepLevels(falseKeeps: 0.05)

  @Test("without a keep all tries together risk no more than the share of wrong keeps")
  func sum() {
    let sum = (1...100_000).reduce(0.0) { $0 + levels.risk(ofTry: $1, kept: 0) }
    // The rest of the series, from an integral: 100,000^−0.2 ÷ 0.2 of 5.59.
    #expect(sum < 0.05)
    #expect(sum > 0.05 * (1 - 0.1 / 5.59 / 0.2 - 0.001))
  }

  @Test("each keep lets the next try risk as much again")
  func keeps() {
    let first = levels.risk(ofTry: 100, kept: 0)
    #expect(abs(levels.risk(ofTry: 100, kept: 9) - 10 * first) < 1e-15)
    #expect(levels.risk(ofTry: 200, kept: 0) < first)
    #expect(levels.risk(ofTry: 1, kept: 1_000_000) == 1)
  }
}
