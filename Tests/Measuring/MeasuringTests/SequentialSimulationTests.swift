internal import Testing

@testable internal import Measuring

/// Launches of two programs that truly differ by an effect, with noise between launches.
struct SimulatedLaunches {
  /// The true log ratio.
  var effect: Double
  /// The standard deviation between launches.
  var sigma: Double
  /// The share of launches that are off by twenty deviations, one way or the other.
  var wild: Double
  var generator: SeededGenerator

  mutating func next() -> Double {
    // The sum of four uniform numbers is close to normal; all four fit into one random word.
    let bits = generator.next()
    let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
    let normal = (Double(sum) / 65_536 - 2) * 3.0.squareRoot()
    let isWild = wild > 0 && Double.random(in: 0..<1, using: &generator) < wild
    return effect + sigma * normal * (isWild ? 20 : 1)
  }

  /// Runs one session by the rule; returns its verdict and all it saw.
  mutating func session(_ rule: SequentialRule) -> (verdict: Verdict, logRatios: [Double]) {
    var values: [Double] = []
    while true {
      switch rule.decide(values) {
      case .stop(let verdict): return (verdict, values)
      case .goOn: values.append(next())
      }
    }
  }
}

@Suite("The sequential rule over thousands of simulated sessions")
struct SequentialSimulationTests {
  private func sessions(
    _ count: Int, effect: Double, sigma: Double, wild: Double, margin: Double = 0.0025
  ) -> [(verdict: Verdict, logRatios: [Double])] {
    var launches = SimulatedLaunches(
      effect: effect, sigma: sigma, wild: wild, generator: SeededGenerator(seed: 7))
    let rule = SequentialRule(margin: margin)
    return (0..<count).map { _ in launches.session(rule) }
  }

  private func isAlarm(_ verdict: Verdict) -> Bool { verdict == .slower || verdict == .faster }

  @Test(
    "Equal code raises no more alarms than the alpha that is spent",
    arguments: [0.0005, 0.002, 0.01], [0, 0.05])
  func falseAlarms(sigma: Double, wild: Double) {
    let count = 500
    // Without a margin every decision against the truth is an alarm: the hardest case.
    let results = sessions(count, effect: 0, sigma: sigma, wild: wild, margin: 0)
    let alarms = results.count { isAlarm($0.verdict) }
    let bounds = ProportionBounds(successes: alarms, trials: count)
    #expect(bounds.atLeast(confidence: 0.999) <= SequentialRule().totalAlpha)
  }

  @Test("With the standard margin equal code is called the same, at the first look")
  func same() {
    let results = sessions(500, effect: 0, sigma: 0.0005, wild: 0)
    #expect(results.allSatisfy { $0.verdict == .same && $0.logRatios.count == 12 })
  }

  @Test("A percent is found always and half a percent nearly always, wild launches or not")
  func power() {
    for wild in [0, 0.05] {
      let percent = sessions(400, effect: 0.01, sigma: 0.001, wild: wild)
      #expect(percent.count { $0.verdict == .slower } == 400)
      let half = sessions(400, effect: 0.005, sigma: 0.001, wild: wild)
      #expect(half.count { $0.verdict == .slower } >= 396)
      let faster = sessions(400, effect: -0.01, sigma: 0.001, wild: wild)
      #expect(faster.count { $0.verdict == .faster } == 400)
    }
  }

  @Test("Noise too large for the plan ends in cannot tell, with a plan that grows with it")
  func cannotTell() throws {
    func plans(_ sigma: Double) -> [Double] {
      sessions(100, effect: 0.005, sigma: sigma, wild: 0).compactMap { result in
        guard case .cannotTell(let more) = result.verdict else { return nil }
        // No number at all when the estimate happens to fall on the margin.
        return more.map(Double.init) ?? 1e6
      }
    }
    let noisy = plans(0.01)
    let noisier = plans(0.02)
    #expect(noisy.count > 90 && noisier.count > 90)
    #expect(
      try #require(Statistics.median(noisier)) > 2 * (try #require(Statistics.median(noisy))))
  }

  @Test(
    "The 99 % interval covers the truth in 98.5 to 99.8 %, wherever a session stops",
    arguments: [0, 0.005, 0.01], [0.0005, 0.001, 0.002, 0.005])
  func coverage(effect: Double, sigma: Double) {
    let count = 3000
    let covered = sessions(count, effect: effect, sigma: sigma, wild: 0.02).count { result in
      let estimate = RatioEstimate(logRatios: result.logRatios, alpha: 0.01)
      return estimate?.logInterval?.contains(effect) == true
    }
    // What a fair count may stray by: the band widened by its own bounds.
    let bounds = ProportionBounds(successes: covered, trials: count).interval(confidence: 0.99)
    #expect(bounds.upper >= 0.985 && bounds.lower <= 0.998, "\(covered) of \(count)")
    #expect(covered > count * 98 / 100)
  }

  @Test("The coverage that ranks allow at each look lies in that band")
  func possibleCoverage() {
    // Exact, from the binomial distribution: 1 - 2 P(X < rank), X ~ B(launches, 1/2).
    let exact = [12: 0.99365234375, 20: 0.99742317, 40: 0.99357342, 80: 0.99031715]
    for look in SequentialRule.standardLooks {
      let rank = MedianInterval.rank(count: look.launches, alpha: 0.01)
      let coverage = MedianInterval.confidence(count: look.launches, rank: rank)
      #expect(agree(coverage, exact[look.launches] ?? 0, relative: 1e-8))
      #expect((0.985...0.998).contains(coverage))
    }
  }
}
