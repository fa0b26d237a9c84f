internal import Testing

@testable internal import Measuring

@Suite("Binomial probabilities and the bounds made of them")
struct BinomialTests {
  @Test("Tails and terms are SciPy's from 1 to a million trials")
  func scipy() throws {
    for function in ["binomialCDF", "binomialUpper", "binomialPMF"] {
      let lines = try ReferenceValue.all(function)
      #expect(lines.count == 245, "\(function)")
      for line in lines {
        let k = Int(line.arguments[0])
        let distribution = BinomialDistribution(
          trials: Int(line.arguments[1]), probability: line.arguments[2])
        let value =
          switch function {
          case "binomialCDF": distribution.cumulative(k)
          case "binomialUpper": distribution.atLeast(k)
          default: distribution.probability(of: k)
          }
        #expect(agree(value, line.expected[0], relative: 1e-10, absolute: 1e-290), "\(line)")
      }
    }
  }

  @Test("Small distributions are exact fractions", arguments: 0...12)
  func exact(trials: Int) {
    let coins = BinomialDistribution(trials: trials, probability: 0.5)
    var choose = 1
    var sum = 0
    for k in 0...trials {
      sum += choose
      let total = Double(1 << trials)
      #expect(agree(coins.probability(of: k), Double(choose) / total, relative: 1e-13))
      #expect(agree(coins.cumulative(k), Double(sum) / total, relative: 1e-13))
      #expect(
        agree(coins.atLeast(k + 1), 1 - Double(sum) / total, relative: 1e-13, absolute: 1e-16))
      choose = choose * (trials - k) / (k + 1)
    }
  }

  @Test("Certain and impossible events have probability 1 and 0")
  func degenerate() {
    let never = BinomialDistribution(trials: 10, probability: 0)
    let always = BinomialDistribution(trials: 10, probability: 1)
    #expect(never.probability(of: 0) == 1)
    #expect(never.probability(of: 1) == 0)
    #expect(never.cumulative(0) == 1)
    #expect(never.atLeast(1) == 0)
    #expect(always.probability(of: 10) == 1)
    #expect(always.probability(of: 9) == 0)
    #expect(always.cumulative(9) == 0)
    #expect(always.atLeast(10) == 1)
    #expect(never.cumulative(-1) == 0)
    #expect(never.cumulative(10) == 1)
    #expect(never.atLeast(0) == 1)
    #expect(never.atLeast(11) == 0)
    #expect(never.probability(of: -1) == 0)
    #expect(never.probability(of: 11) == 0)
    #expect(BinomialDistribution(trials: -3, probability: 7).probability == 1)
  }

  @Test("Clopper-Pearson bounds are SciPy's")
  func clopperPearson() throws {
    let lines = try ReferenceValue.all("clopperPearson")
    #expect(lines.count == 33)
    for line in lines {
      let bounds = ProportionBounds(
        successes: Int(line.arguments[0]), trials: Int(line.arguments[1]))
      let confidence = line.arguments[2]
      let interval = bounds.interval(confidence: confidence)
      let values = [
        interval.lower, interval.upper, bounds.atLeast(confidence: confidence),
        bounds.atMost(confidence: confidence),
      ]
      for (value, expected) in zip(values, line.expected) {
        #expect(agree(value, expected, relative: 1e-9), "\(line)")
      }
    }
  }

  @Test("No alarm in 300 sessions is below one percent, and not in 298")
  func noAlarms() {
    #expect(ProportionBounds(successes: 0, trials: 300).atMost(confidence: 0.95) < 0.01)
    #expect(ProportionBounds(successes: 0, trials: 298).atMost(confidence: 0.95) > 0.01)
  }

  @Test("A count of nothing has no rate and the widest bounds")
  func nothing() {
    let bounds = ProportionBounds(successes: 3, trials: 0)
    #expect(bounds.observed == nil)
    #expect(bounds.interval(confidence: 0.95) == Interval(lower: 0, upper: 1))
    #expect(ProportionBounds(successes: 1, trials: 4).observed == 0.25)
  }
}
