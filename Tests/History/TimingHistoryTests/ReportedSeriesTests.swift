internal import HistoryExchange
internal import HistorySimulation
internal import Measuring
internal import Testing

@testable internal import TimingHistory

/// Series on which a check was once green although a level rose, and what they have in common.
@Suite("Series that a check must not pass")
struct ReportedSeriesTests {
  private func values(_ name: String) throws -> [Double] {
    let table = try SeriesTable(Fixture.bytes("reports/\(name).csv"), name: name)
    return try #require(table.series.first).values
  }

  private func noise(_ count: Int, seed: UInt64) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    return NoiseModel.normal.series(count: count, using: &generator)
  }

  @Test("Four long stays at two levels are changes; the newest level is a rise")
  func revert() throws {
    let findings = ChangePointDetector().findings(in: try values("revert"))
    #expect(findings.changes.map(\.index) == [100, 200, 300])
    #expect(findings.changes.last?.isRise == true)
    #expect(findings.modes == nil)
  }

  @Test("Two far points at the end hide no older rise")
  func twoMore() throws {
    for name in ["two", "two+2"] {
      let change = try #require(ChangePointDetector().changePoints(in: values(name)).first)
      #expect(change.index == 60 && abs(change.effect - 0.248) < 0.005)
    }
  }

  @Test("The changes of 436 points are those of 437")
  func oneMorePoint() throws {
    let all = try values("one-more-point")
    let before = ChangePointDetector().changePoints(in: Array(all.dropLast())).map(\.index)
    let after = ChangePointDetector().changePoints(in: all)
    #expect(before == after.map(\.index) && after.count >= 3)
    #expect(after.contains { abs($0.index - 122) <= 3 && $0.effect > 0.2 })
  }

  @Test("Far points at either end, one to four of them, hide no step")
  func farPoints() {
    for seed in 1...20 as ClosedRange<UInt64> {
      for count in 1...4 {
        for factor in [8.0, 1000] {
          var values = noise(200, seed: seed).enumerated().map {
            ($0 < 120 ? 100 : 115) * (1 + 0.01 * $1)
          }
          var late = values
          for place in 0..<count {
            values[place] *= factor
            late[late.count - 1 - place] *= factor
          }
          for series in [values, late] {
            let found = ChangePointDetector().changePoints(in: series).map(\.index)
            #expect(found.contains { abs($0 - 120) <= 3 }, "\(count) × \(factor), seed \(seed)")
          }
        }
      }
    }
  }

  @Test("A tenth of the points may be far away anywhere")
  func scatteredFarPoints() {
    var found = 0
    for seed in 1...100 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let values = noise(240, seed: seed + 1000).enumerated().map { place, value in
        (place < 120 ? 100 : 115) * (1 + 0.01 * value) * (generator.next() % 10 == 0 ? 8 : 1)
      }
      let places = ChangePointDetector().changePoints(in: values).map(\.index)
      if places.contains(where: { abs($0 - 120) <= 3 }) { found += 1 }
    }
    #expect(found >= 95)
  }

  @Test("A third level, and a long stay after a habit, are changes")
  func levelsAndModes() throws {
    let levels = [(59, 1.0), (20, 1.23), (33, 0.98), (376, 1.09), (72, 1.01)]
    let stairs = levels.flatMap { Array(repeating: $0.1, count: $0.0) }
    let noisy = zip(stairs, noise(stairs.count, seed: 4)).map { 100 * $0 * (1 + 0.004 * $1) }
    let places = ChangePointDetector().changePoints(in: noisy).map(\.index)
    #expect(places == [59, 79, 112, 488])
    // Twelve stays of ten points each; then it stays where it is.
    let habit = (0..<520).map { $0 < 120 ? $0 / 10 % 2 : 1 }
    let ended = zip(habit, noise(habit.count, seed: 5)).map { 100 + 10 * Double($0) + 0.5 * $1 }
    let findings = ChangePointDetector().findings(in: ended)
    #expect(findings.modes != nil)
    #expect(findings.changes.count == 1)
    #expect(findings.changes.first.map { $0.isRise && abs($0.index - 110) <= 3 } == true)
  }

  @Test("Levels far apart with noise in proportion: steps of a tenth are found at each")
  func proportionalNoise() {
    let levels = [(40, 10.0), (40, 100.0), (40, 110.0), (40, 1000.0), (40, 900.0)]
    let stairs = levels.flatMap { Array(repeating: $0.1, count: $0.0) }
    for seed in 1...20 as ClosedRange<UInt64> {
      let values = zip(stairs, noise(stairs.count, seed: seed)).map { $0 * (1 + 0.01 * $1) }
      let places = ChangePointDetector().changePoints(in: values).map(\.index)
      #expect(places == [40, 80, 120, 160])
    }
  }

  @Test("A tenth of far points is no change")
  func farPointsWithoutChange() {
    var alarmed = 0
    for seed in 1...200 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let values = noise(300, seed: seed + 2000).map { value -> Double in
        let factor = generator.next() % 10 == 0 ? 8.0 : 1.0
        return (100 + value) * factor
      }
      if !ChangePointDetector().changePoints(in: values).isEmpty { alarmed += 1 }
    }
    #expect(alarmed <= 3)
  }

  @Test("Going back and forth is no change from four switches on, however short some visits are")
  func visits() {
    for (mean, count) in [(10, 100), (20, 100), (50, 300), (50, 1000)] {
      var alarmed = 0
      var all = 0
      for seed in 1...120 as ClosedRange<UInt64> {
        var generator = SeededGenerator(seed: seed)
        var isHigh = false
        var switches = 0
        let levels = (0..<count).map { place -> Double in
          if generator.next() % UInt64(mean) == 0 {
            isHigh.toggle()
            if place > 0 { switches += 1 }
          }
          return isHigh ? 103.0 : 100
        }
        let values = zip(levels, noise(count, seed: seed + 3000)).map { $0 + 0.5 * $1 }
        guard switches >= 4 else { continue }
        all += 1
        if !ChangePointDetector().changePoints(in: values).isEmpty { alarmed += 1 }
      }
      #expect(alarmed * 25 <= all, "\(alarmed) of \(all), mean stay \(mean)")
    }
  }

  @Test("Three switches, and long stays, are changes")
  func stays() {
    for (length, switches) in [(25, 3), (70, 3), (100, 6), (150, 8)] {
      for seed in 1...10 as ClosedRange<UInt64> {
        let count = length * (switches + 1)
        let values = noise(count, seed: seed).enumerated().map { place, value -> Double in
          let level = place / length % 2 == 0 ? 100.0 : 110.0
          return level + value
        }
        let places = ChangePointDetector().changePoints(in: values).map(\.index)
        #expect(places.count == switches, "\(switches) stays of \(length), seed \(seed)")
      }
    }
  }

  @Test("The likelihood of a chain rises with the switches and falls with the points between them")
  func chainEvidence() {
    #expect(TwoLevelChain.evidence(switches: 4, points: 100) > 1.7)
    for switches in 4...12 {
      let some = TwoLevelChain.evidence(switches: switches, points: 300)
      #expect(TwoLevelChain.evidence(switches: switches + 1, points: 300) > some)
      #expect(TwoLevelChain.evidence(switches: switches, points: 600) < some)
    }
    let values = (0..<60).map { place -> Double in
      let level = place / 3 % 2 == 0 ? 0.0 : 10.0
      return level + (place % 2 == 0 ? 0 : 0.1)
    }
    let chain = TwoLevelChain(values, in: 0..<60, levels: (0, 10), inflation: 1)
    #expect(chain?.habits().map(\.switches) == [19])
    #expect(chain.map { abs($0.middle - 5.05) < 0.2 } == true)
    #expect(TwoLevelChain(values, in: 0..<60, levels: (0, 1000), inflation: 1) == nil)
  }
}
