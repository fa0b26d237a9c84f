internal import ExchangeDocuments
internal import HistorySimulation
internal import Measuring
internal import Testing
internal import TimingHistory

@Suite("Landed changes, exact values, ramps and machines")
struct LandedChangeTests {
  private func noise(_ count: Int, seed: UInt64) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    return NoiseModel.normal.series(count: count, using: &generator)
  }

  @Test(
    "Landed, reverted and landed again is a change by the 25th night",
    arguments: [(2, 1), (2, 3), (2, 8), (3, 1), (3, 4), (3, 8)])
  func landed(visits: Int, nights: Int) {
    var found = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      let levels = (0..<visits).flatMap { _ in
        Array(repeating: 100.0, count: 30) + Array(repeating: 110, count: nights)
      }
      let last = levels.count + 30
      let all = levels + Array(repeating: 100, count: 30) + Array(repeating: 110, count: 25)
      let values = zip(all, noise(all.count, seed: seed)).map { $0 + 0.4 * $1 }
      let changes = ChangePointDetector().changePoints(in: values)
      if changes.contains(where: { abs($0.index - last) <= 2 }) { found += 1 }
    }
    #expect(found >= 19, "\(found) of 20")
  }

  @Test("Two modes of equal stays are no change", arguments: [10, 25, 40])
  func equalModes(stay: Int) {
    var alarms = 0
    for seed in 1...40 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var levels: [Double] = []
      var isHigh = false
      while levels.count < 400 {
        // Geometric stays of the same mean at both levels.
        var length = 1
        while Int.random(in: 0..<stay, using: &generator) > 0 { length += 1 }
        levels += Array(repeating: isHigh ? 110 : 100, count: length)
        isHigh.toggle()
      }
      let values = zip(levels.prefix(400), noise(400, seed: seed)).map { $0 + 0.4 * $1 }
      let newest = ChangePointDetector().changePoints(in: values).last
      if let newest, newest.index > 360 { alarms += 1 }
    }
    #expect(alarms <= 2, "\(alarms) of 40")
  }

  @Test("A series without noise shows a change with its first point")
  func exact() throws {
    func change(_ values: [Double]) -> ChangePoint? {
      ChangePointDetector().changePoints(in: values).last
    }
    let zeros = Array(repeating: 0.0, count: 57)
    for tail in 1...3 {
      let found = try #require(change(zeros + Array(repeating: 64, count: tail)))
      #expect(found.index == 57 && found.before == 0 && found.after == 64)
    }
    #expect(change(Array(repeating: 1234, count: 197) + [1300, 1300, 1300])?.index == 197)
    #expect(
      change(Array(repeating: 8, count: 30) + Array(repeating: 9, count: 30) + [10])?.index == 60)
    // It wobbled before, or the newest points go both ways.
    #expect(
      change(Array(repeating: 8, count: 30) + [9] + Array(repeating: 8, count: 30) + [9]) == nil)
    #expect(change(Array(repeating: 8, count: 30) + [9, 7]) == nil)
    #expect(change(Array(repeating: 8, count: 11) + [9]) == nil)
    #expect(change(zeros) == nil)
  }

  @Test("A ramp after a level is one drift with a beginning")
  func ramps() {
    var drifts = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      let values = noise(200, seed: seed).enumerated().map { place, deviate in
        100 * (1 + 0.001 * Double(max(place - 140, 0))) + 0.3 * deviate
      }
      let findings = ChangePointDetector().findings(in: values)
      guard findings.changes.isEmpty, findings.drifts.count == 1, let drift = findings.drifts.first
      else { continue }
      if abs(drift.start - 140) <= 15, abs(drift.effect - 0.06) < 0.01 { drifts += 1 }
    }
    #expect(drifts >= 18, "\(drifts) of 20")
    // Steps are steps.
    let steps = noise(200, seed: 9).enumerated().map { place, deviate in
      100 + Double(place / 50) * 3 + 0.3 * deviate
    }
    #expect(ChangePointDetector().findings(in: steps).changes.map(\.index) == [50, 100, 150])
  }

  @Test("A level that changes with the machine is the environment")
  func replacedMachine() {
    for seed in 1...20 as ClosedRange<UInt64> {
      let values = noise(200, seed: seed).enumerated().map { place, deviate in
        (place < 130 ? 100 : 112) + 0.4 * deviate
      }
      let machines = (0..<200).map { $0 < 130 ? "old" : "new" }
      let check = SeriesCheck(name: "s", values: values, machines: machines)
      #expect(check.changes.map(\.cause) == [.environment])
      // Without machines, or with a new name for each run, it is the code's.
      #expect(!SeriesCheck(name: "s", values: values).codeAlarms.isEmpty)
      let runners = (0..<200).map { "runner \($0)" }
      #expect(!SeriesCheck(name: "s", values: values, machines: runners).codeAlarms.isEmpty)
    }
  }

  @Test("Machines in turns are levels of one series")
  func machinesInTurns() {
    var found = 0
    var alarms = 0
    for seed in 1...30 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let machines = (0..<200).map { _ in Bool.random(using: &generator) ? "a" : "b" }
      let deviates = noise(200, seed: seed + 100)
      func values(step: Double) -> [Double] {
        deviates.indices.map { place in
          (machines[place] == "a" ? 100 : 130) * (place < 120 ? 1 : 1 + step)
            * (1 + 0.01 * deviates[place])
        }
      }
      let changed = SeriesCheck(name: "s", values: values(step: 0.05), machines: machines)
      if changed.codeAlarms.count == 1, abs(changed.codeAlarms[0].point.index - 120) <= 4 {
        found += 1
      }
      alarms +=
        SeriesCheck(name: "s", values: values(step: 0), machines: machines)
        .codeAlarms.count
    }
    #expect(found >= 28, "\(found) of 30")
    #expect(alarms <= 1, "\(alarms) of 30")
  }
}
