internal import HistorySimulation
internal import Measuring
internal import Testing
internal import TimingHistory

@Suite("A third level is a change, however near")
struct ThirdLevelTests {
  private func series(_ levels: [Double], each count: Int, seed: UInt64) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    let noise = NoiseModel.normal.series(count: levels.count * count, using: &generator)
    return noise.enumerated().map { place, deviate in levels[place / count] + 0.05 * deviate }
  }

  @Test(
    "Levels that come back only nearly are changes, and no modes",
    arguments: 1...20 as ClosedRange<UInt64>)
  func near(seed: UInt64) {
    let values = series([100, 106, 100.6, 105.5, 99.7, 106.4, 100.5], each: 14, seed: seed)
    let findings = ChangePointDetector().findings(in: values)
    #expect(findings.modes == nil)
    for place in stride(from: 14, to: values.count, by: 14) {
      #expect(findings.changes.contains { abs($0.index - place) <= 3 }, "\(place)")
    }
    // One more point loses none of them.
    let fewer = ChangePointDetector().findings(in: Array(values.dropLast()))
    #expect(fewer.changes.map(\.index) == findings.changes.map(\.index))
  }

  @Test("Levels that come back are two modes", arguments: 1...20 as ClosedRange<UInt64>)
  func same(seed: UInt64) {
    let values = series([100, 106, 100, 106, 100, 106, 100, 106], each: 12, seed: seed)
    let findings = ChangePointDetector().findings(in: values)
    #expect(findings.modes != nil)
    #expect(findings.changes.isEmpty)
  }
}
