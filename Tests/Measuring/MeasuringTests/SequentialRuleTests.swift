internal import Testing

@testable internal import Measuring

@Suite("When a comparison stops, and with which verdict")
struct SequentialRuleTests {
  private let rule = SequentialRule(margin: 0.01)

  @Test("No verdict falls before the first look or between looks")
  func between() {
    for count in 0..<80 where ![12, 20, 40].contains(count) {
      let decision = rule.decide(Array(repeating: 0.5, count: count))
      let next = [12, 20, 40, 80].first { $0 > count }
      #expect(decision == .goOn(untilLaunches: next ?? 0), "\(count)")
    }
  }

  @Test("At a look: slower, faster, same, or on to the next look", arguments: [12, 20, 40, 80])
  func verdicts(count: Int) {
    func decide(_ value: Double) -> SequentialRule.Decision {
      rule.decide(Array(repeating: value, count: count))
    }
    #expect(decide(0.02) == .stop(.slower))
    #expect(decide(-0.02) == .stop(.faster))
    #expect(decide(0) == .stop(.same))
    #expect(decide(0.01) == .stop(.same))
    #expect(decide(-0.01) == .stop(.same))
    let across = (0..<count).map { $0 % 2 == 0 ? 0.02 : 0 }
    if count < 80 {
      let next = [12: 20, 20: 40, 40: 80][count] ?? 0
      #expect(rule.decide(across) == .goOn(untilLaunches: next))
    } else if case .stop(.cannotTell) = rule.decide(across) {
    } else {
      Issue.record("undecided data must end in cannot tell")
    }
  }

  @Test("A change that may be smaller than the margin gets as many launches again")
  func changes() {
    let rule = SequentialRule(margin: 0.01, looks: SequentialRule.looksForChanges)
    #expect(rule.maximumLaunches == 160 && rule.usualLaunches == 80)
    #expect(agree(rule.totalAlpha, 0.0035, relative: 1e-12))
    #expect(MedianInterval.rank(count: 160, alpha: 0.0005) > 0)
    func half(_ low: Double, _ high: Double, _ count: Int) -> [Double] {
      (0..<count).map { $0 % 2 == 0 ? low : high }
    }
    // From 0.005 to 0.02 there is a change; from -0.005 on there may be none.
    for sign in [1.0, -1.0] {
      let found = half(sign * 0.005, sign * 0.02, 80)
      #expect(rule.decide(found) == .goOn(untilLaunches: 160))
      for count in 81..<160 {
        #expect(rule.decide(Array(repeating: 0, count: count)) == .goOn(untilLaunches: 160))
      }
      #expect(
        rule.decide(found + Array(repeating: sign * 0.02, count: 80))
          == .stop(sign > 0 ? .slower : .faster))
      guard case .stop(.cannotTell) = rule.decide(found + found) else {
        Issue.record("undecided data must end in cannot tell")
        continue
      }
    }
    guard case .stop(.cannotTell) = rule.decide(half(-0.005, 0.02, 80)) else {
      Issue.record("without a change, 80 launches are the end")
      return
    }
    // Earlier looks do not lead there.
    #expect(rule.decide(half(0.005, 0.02, 40)) == .goOn(untilLaunches: 80))
    #expect(rule.decide(half(-0.005, 0.02, 40)) == .goOn(untilLaunches: 80))
  }

  @Test("At twelve launches one wild value prevents a verdict, at twenty two do not")
  func wildLaunches() {
    let clean = Array(repeating: 0.05, count: 20)
    #expect(rule.decide([-0.9] + clean.prefix(11)) == .goOn(untilLaunches: 20))
    #expect(rule.decide([-0.9, -0.9] + clean.prefix(18)) == .stop(.slower))
    #expect(rule.decide([-0.9, -0.9, -0.9] + clean.prefix(17)) == .goOn(untilLaunches: 40))
  }

  @Test("What is missing is planned from spread and distance to the margin")
  func morePairs() throws {
    // sigma = 1.4826 · 0.01, distance 0.01: ((3.29 + 1.28) · 1.4826)² ÷ 0.64 = 71.8 launches.
    let values = [0.01, 0.02, 0.03, 0.01, 0.02, 0.03]
    #expect(rule.morePairs(after: values, pairsPerLaunch: 20) == (72 - 6) * 20)
    // On the margin itself no number of launches is enough.
    #expect(rule.morePairs(after: [0, 0.01, 0.02], pairsPerLaunch: 20) == nil)
    // Without spread the first look is what is missing; with nothing measured too.
    #expect(rule.morePairs(after: [0.5, 0.5], pairsPerLaunch: 20) == 10 * 20)
    #expect(rule.morePairs(after: [], pairsPerLaunch: 3) == 36)
    #expect(SequentialRule(looks: []).morePairs(after: [1, 2], pairsPerLaunch: 3) == nil)
  }

  @Test("Looks are sorted, summed and bounded")
  func looks() {
    let rule = SequentialRule(
      margin: -0.5, looks: [.init(launches: 40, alpha: 0.02), .init(launches: 8, alpha: 0.01)])
    #expect(rule.margin == 0.5)
    #expect(rule.looks.map(\.launches) == [8, 40])
    #expect(rule.maximumLaunches == 40)
    #expect(agree(rule.totalAlpha, 0.03, relative: 1e-12))
    #expect(agree(SequentialRule().totalAlpha, 0.003, relative: 1e-12))
    #expect(SequentialRule(looks: []).maximumLaunches == 0)
    #expect(SequentialRule(looks: []).decide([]) == .stop(.cannotTell(morePairs: nil)))
  }

  @Test("Every look can be decided: its alpha allows an interval for its launches")
  func reachable() {
    for look in SequentialRule.standardLooks {
      #expect(MedianInterval.rank(count: look.launches, alpha: look.alpha) > 0)
    }
    #expect(MedianInterval.rank(count: 11, alpha: 0.0005) == 0)
  }
}
