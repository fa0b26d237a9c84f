internal import Testing

@testable internal import Measuring

@Suite("Comparisons with a gate")
struct GateTests {
  private let rule = SequentialRule(
    margin: 0.0025, looks: Gate.looks, gate: Gate(limit: 0.01))

  private func same(_ value: Double, _ count: Int) -> [Double] {
    Array(repeating: value, count: count)
  }

  @Test("No slower at nine launches, slower and faster at thirteen")
  func first() {
    #expect(rule.decide(same(0, 8)) == .goOn(untilLaunches: 9))
    #expect(rule.decide(same(0, 9)) == .stop(.noSlower))
    #expect(rule.decide(same(0.009, 9)) == .stop(.noSlower))
    #expect(rule.decide(same(0.02, 9)) == .goOn(untilLaunches: 11))
    #expect(rule.decide(same(0.02, 13)) == .stop(.slower))
    // The gate itself must not pass.
    #expect(rule.decide(same(0.01, 13)) == .stop(.slower))
    // What may be faster gets the few launches that say so.
    #expect(rule.decide(same(-0.02, 9)) == .goOn(untilLaunches: 11))
    #expect(rule.decide(same(-0.02, 13)) == .stop(.faster))
    #expect(rule.decide(same(-0.001, 13)) == .stop(.noSlower))
    #expect(rule.decide(same(-0.02, 10)) == .goOn(untilLaunches: 11))
  }

  @Test("A slowdown is called one once the gate is out of reach, at the last look always")
  func slowdown() {
    // Every launch is slower, some by less than the gate.
    func mixed(_ count: Int, below: Int) -> [Double] {
      same(0.012, count - below) + same(0.006, below)
    }
    #expect(rule.decide(mixed(40, below: 20)) == .goOn(untilLaunches: 50))
    // Of 160 launches at most 57 may lie at the gate or above.
    #expect(rule.decide(mixed(128, below: 71)) == .goOn(untilLaunches: 160))
    #expect(rule.decide(mixed(128, below: 70)) == .stop(.slower))
    #expect(rule.decide(mixed(160, below: 102)) == .stop(.slower))
    #expect(rule.decide(mixed(160, below: 103)) == .stop(.noSlower))
    // Who may make more launches goes on.
    let patient = SequentialRule(
      margin: 0.0025, looks: Gate.patientLooks, gate: Gate(limit: 0.01))
    #expect(patient.decide(mixed(160, below: 102)) == .goOn(untilLaunches: 200))
    // So does a part of the whole rule, which ends without a verdict.
    guard case .stop(.cannotTell) = rule.first(5).decide(mixed(20, below: 10)) else {
      Issue.record("the first looks are not the last one")
      return
    }
  }

  @Test("Where no launches would decide, none are made")
  func hopeless() {
    let half = (0..<160).map { $0 % 2 == 0 ? 0.1 : -0.1 }
    var count = 9
    while case .goOn(let next) = rule.decide(Array(half.prefix(count))) { count = next }
    // 64 above the gate are more than 57, and 64 that are not slower are more than 54.
    #expect(count == 128)
    guard case .stop(.cannotTell) = rule.decide(Array(half.prefix(count))) else {
      Issue.record("as many up as down say nothing")
      return
    }
  }

  @Test("The layout of two files is allowed for")
  func allowance() {
    let allowing = rule.allowing(0.005)
    #expect(allowing.decide(same(0.004, 9)) == .stop(.noSlower))
    // What the files differ by is known, and the code may be on either side of margin and gate.
    #expect(allowing.decide(same(0.006, 9)) == .stop(.cannotTell(morePairs: nil)))
    let mixed = same(0.002, 4) + same(0.006, 5)
    #expect(allowing.decide(mixed) == .goOn(untilLaunches: 11))
    #expect(allowing.decide(same(0.016, 13)) == .stop(.slower))
    #expect(agree(allowing.gate?.bound(same(0.004, 9)) ?? 0, 0.009, relative: 1e-9))
    #expect(
      rule.allowing(0.05).decide(same(0, 9)) == .stop(.cannotTell(morePairs: nil)))
    #expect(SequentialRule().allowing(0.05) == SequentialRule())
  }

  @Test("When time ends between two looks, what is excluded counts and the end is no last look")
  func ended() {
    #expect(rule.verdict(endedAfter: same(0, 10)) == .noSlower)
    #expect(rule.verdict(endedAfter: same(-0.02, 10)) == .noSlower)
    #expect(rule.verdict(endedAfter: same(0.02, 15)) == .slower)
    #expect(rule.verdict(endedAfter: same(0.006, 30) + same(0.012, 30)) == nil)
    #expect(rule.verdict(endedAfter: same(0, 5)) == nil)
  }

  @Test("Bounds are said for every session that has nine launches")
  func bounds() throws {
    let gate = try #require(rule.gate)
    let values = (0..<20).map { Double($0) / 1000 }
    #expect(gate.bound(values) == 0.017 && gate.leastChange(values) == 0.001)
    #expect(gate.bound([1]) == nil && gate.leastChange(same(1, 12)) == nil)
    let resolution = try #require(gate.resolution(values, margin: 0.0025))
    #expect(agree(resolution, 0.0185, relative: 1e-9))
    #expect(rule.totalAlpha == 0.001 && rule.maximumLaunches == 160)
  }

  /// The verdicts of simulated sessions, launches that differ by an effect with noise between them.
  private func verdicts(
    _ count: Int, effect: Double, sigma: Double, wild: Double
  ) -> [Verdict] {
    var launches = SimulatedLaunches(
      effect: effect, sigma: sigma, wild: wild, generator: SeededGenerator(seed: 64))
    return (0..<count).map { _ in launches.session(rule).verdict }
  }

  @Test(
    "Equal code is not called slower, and twice the gate does not pass", arguments: [0, 0.05])
  func errors(wild: Double) {
    let count = 150
    for sigma in [0.002, 0.01] {
      let equal = verdicts(count, effect: 0, sigma: sigma, wild: wild)
      #expect(equal.count { $0 == .slower } == 0)
      #expect(equal.count { $0 == .noSlower } >= count * 97 / 100, "\(sigma)")
      let twice = verdicts(count, effect: 0.02, sigma: sigma, wild: wild)
      #expect(twice.count { $0 == .noSlower } == 0)
      #expect(twice.count { $0 == .slower } >= count * 98 / 100, "\(sigma)")
    }
  }

  @Test("Half of the gate ends, mostly as no slower", arguments: [0.002, 0.008])
  func half(sigma: Double) {
    let ended = verdicts(150, effect: 0.005, sigma: sigma, wild: 0.02)
    #expect(ended.count { $0 == .noSlower || $0 == .slower } >= 143)
    #expect(ended.count { $0 == .noSlower } > 120)
  }
}
