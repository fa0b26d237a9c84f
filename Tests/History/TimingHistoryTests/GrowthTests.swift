internal import HistorySimulation
internal import Measuring
internal import Testing

@testable internal import TimingHistory

@Suite("Levels that grow a little with each commit")
struct GrowthTests {
  private func findings(_ values: [Double]) -> SeriesFindings {
    ChangePointDetector().findings(in: values)
  }

  /// How often exactly one drift and exactly the steps are found in twelve series.
  private func right(_ kind: GrowingSeries.Kind, steps: Int) -> Int {
    var generator = SeededGenerator(seed: 66)
    return (0..<12).count { _ in
      let series = GrowingSeries(kind, steps: steps, using: &generator)
      let found = findings(series.values)
      let reach = kind.isNoisy ? 3 : 0
      return found.drifts.count == 1 && found.changes.count == steps
        && zip(found.changes, series.steps).allSatisfy { abs($0.index - $1) <= reach }
    }
  }

  @Test(
    "Growth is one drift, and steps in it are the only changes",
    arguments: GrowingSeries.Kind.allCases)
  func growth(kind: GrowingSeries.Kind) {
    let least =
      kind.isNoisy
      ? [10, 8, 6] : [.uneven, .wandering].contains(kind) ? [10, 10, 8] : [12, 11, 11]
    for steps in 0...2 {
      let right = right(kind, steps: steps)
      #expect(right >= least[steps], "\(kind), \(steps) steps: \(right) of 12")
    }
  }

  @Test("A drift has the growth without its steps, and a step what the growth leaves of it")
  func sizes() throws {
    // 1 a commit, with +40 at 60 and −100 at 120.
    let values = (0..<180).map { place -> Double in
      let steps = (place >= 60 ? 40 : 0) - (place >= 120 ? 100 : 0)
      return Double(1000 + place + steps)
    }
    let found = findings(values)
    #expect(found.changes.map(\.index) == [60, 120])
    let (rise, fall) = (found.changes[0], found.changes[1])
    #expect(abs(rise.before - 1060) < 1e-6 && abs(rise.after - 1100) < 1e-6)
    #expect(abs(fall.before - 1160) < 1e-6 && abs(fall.after - 1060) < 1e-6)
    #expect(rise.evidence > 1 && fall.evidence > 1)
    let drift = try #require(found.drifts.first)
    #expect(found.drifts.count == 1 && drift.start == 0 && drift.end == 180)
    #expect(abs(drift.before - 1000) < 1e-6 && abs(drift.after - 1179) < 1e-6)
    let explanation = try #require(ChangePointDetector().explanation(of: 60, in: values))
    #expect(explanation.isChange && explanation.rule == .evidence)
    #expect(explanation.statistic > explanation.threshold)
  }

  @Test("Coarse noise on a slight slope is no growth: its steps are found")
  func coarseNoise() {
    var generator = SeededGenerator(seed: 69)
    let noise = NoiseModel.normal.series(count: 200, using: &generator)
    let values = (0..<200).map { place -> Double in
      let level = place < 66 ? 1000.0 : place < 118 ? 1300 : 1040
      let ticks = ((level + 20 * noise[place]) / 30).rounded()
      return 30 * ticks * (1 - 0.0003 * Double(place))
    }
    let places = findings(values).changes.map(\.index)
    #expect(places.contains { abs($0 - 66) <= 1 } && places.contains { abs($0 - 118) <= 1 })
  }

  @Test("Growth after a level begins where it begins, and ends where a level follows")
  func ends() throws {
    let values = (0..<160).map { Double(500 + 3 * min(max($0 - 59, 0), 61)) }
    let drift = try #require(findings(values).drifts.first)
    #expect(findings(values).changes.isEmpty)
    #expect(drift.start == 60 && drift.end == 121)
    #expect(drift.before == 500 && drift.after == 683)
  }

  @Test("The last commit may be the step")
  func newest() {
    for tail in 1...4 {
      let values = (0..<100).map { place -> Double in
        Double(20_000 + 10 * place + (place >= 100 - tail ? 500 : 0))
      }
      #expect(findings(values).changes.map(\.index) == [100 - tail])
    }
  }

  @Test(
    "A value that returns at once is no step of a growth, nor is a commit that adds little more")
  func returning() {
    var values = (0..<100).map { Double(20_000 + 10 * $0) }
    values[40] += 5000
    values[70] -= 5000
    for place in 80..<100 { values[place] += 8 }
    #expect(findings(values).changes.isEmpty)
    #expect(findings(values).drifts.count == 1)
  }

  @Test("Stairs with levels of their own are no growth")
  func stairs() {
    let values = (0..<120).map { Double(100 + 5 * ($0 / 12)) }
    #expect(findings(values).drifts.isEmpty)
    #expect(findings(values).changes.map(\.index) == Array(stride(from: 12, to: 120, by: 12)))
  }

  @Test("Levels that both steps and a line explain stay steps")
  func levels() {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<20 {
      let values = NoiseModel.normal.series(count: 200, using: &generator).enumerated().map {
        $1 + [0.0, 4, 9, 15][$0 / 50]
      }
      #expect(findings(values).drifts.isEmpty)
      #expect(findings(values).changes.count == 3)
    }
  }

  @Test("Modes always have points at both levels", arguments: 1...4 as ClosedRange<UInt64>)
  func modes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let values = RealisticSeries(count: 120, using: &generator).values
      guard let modes = findings(values).modes else { continue }
      #expect(modes.highShare > 0 && modes.highShare < 1 && modes.low < modes.high)
    }
    // Visits of one point, which the search pulls in, are told from the level all the same.
    let visits = [3, 9, 12, 20, 23, 31, 40, 44, 52, 60, 63, 71].map { $0 + Int(seed) }
    let noise = NoiseModel.normal.series(count: 80, using: &generator)
    let values = noise.indices.map { (visits.contains($0) ? 120.0 : 100) + noise[$0] }
    if let modes = findings(values).modes {
      #expect(abs(modes.low - 100) < 2 && abs(modes.high - 120) < 2)
    }
  }
}
