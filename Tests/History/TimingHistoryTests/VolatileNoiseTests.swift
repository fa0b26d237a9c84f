internal import Measuring
internal import Testing

@testable internal import HistorySimulation
@testable internal import TimingHistory

@Suite("Noise that changes its size")
struct VolatileNoiseTests {
  private static let count = 300

  /// Series without a change, and the same with a rise at two thirds.
  private func series(_ kind: HardSeries, seed: UInt64, rise: Double = 0) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    return kind.series(count: Self.count, using: &generator).enumerated().map {
      $0 < Self.count * 2 / 3 ? $1 : $1 + rise
    }
  }

  @Test("It is rarely taken for a change", arguments: [HardSeries.louder, .volatile])
  func falseAlarms(kind: HardSeries) {
    let detector = ChangePointDetector()
    let alarmed = (1...200 as ClosedRange<UInt64>).count { seed in
      let findings = detector.findings(in: series(kind, seed: seed))
      return !findings.changes.isEmpty || !findings.drifts.isEmpty
    }
    #expect(alarmed <= 3)
  }

  @Test("A rise of ten deviations is found in it")
  func power() {
    let detector = ChangePointDetector()
    let place = Self.count * 2 / 3
    let found = (1...100 as ClosedRange<UInt64>).count { seed in
      detector.changePoints(in: series(.volatile, seed: seed, rise: 10))
        .contains { abs($0.index - place) <= 3 }
    }
    #expect(found >= 98)
  }
}
