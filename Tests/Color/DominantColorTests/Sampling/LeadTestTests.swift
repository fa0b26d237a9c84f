import Foundation
internal import Hashing
import SyntheticImages
import Testing

@testable import DominantColor

@Suite("The test of a lead")
struct LeadTestTests {
  @Test("errs no more often than it says, looking after every round, strata as unlike as can be")
  func falseLeads() {
    // Equal totals of both weights: every certainty is an error. Strata hold one side each, or
    // both.
    let layouts: [[(Double, Double)]] = [
      Array(repeating: (0.5, 0.5), count: 8),
      [(1, 0), (1, 0), (1, 0), (1, 0), (0, 1), (0, 1), (0, 1), (0, 1)],
      [(0.1, 0), (0, 0.1), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
      [(0.8, 0), (0, 0.1), (0, 0.1), (0, 0.1), (0, 0.1), (0, 0.1), (0, 0.1), (0, 0.2)],
    ]
    let runs = Depth.isFull ? 400 : 50
    let test = LeadTest(errorProbability: 0.2, events: 1)
    var random = SplitMix64(seed: 12)
    for (number, strata) in layouts.enumerated() {
      var errors = 0
      for _ in 0..<runs {
        var (first, second) = (0.0, 0.0)
        for _ in 0..<200 {
          for (a, b) in strata {
            let draw = Double(random.next() >> 11) / 0x1p53
            if draw < a { first += 1 } else if draw < a + b { second += 1 }
          }
          if test.isCertain(first, over: second) {
            errors += 1
            break
          }
        }
      }
      // A fifth, and four standard deviations more.
      let allowed = 0.2 * Double(runs) + 4 * (0.16 * Double(runs)).squareRoot()
      #expect(Double(errors) <= allowed, "layout \(number)")
    }
  }

  @Test("a round never raises the expected evidence for a lead that is not there")
  func supermartingale() {
    // One round of two strata: the expectation is the product over them, and at most 1.
    for (rate, cost) in LeadTest.rates {
      #expect(abs(cost - log(cosh(rate))) < 1e-12)
      for share in [0.01, 0.1, 0.25, 0.5] {
        for tilt in [0, share / 2, share] {
          // The strata differ by the tilt, and together both weights weigh the same.
          let expected = [(share + tilt, share - tilt), (share - tilt, share + tilt)].map { a, b in
            1 - a - b + a * exp(rate - cost) + b * exp(-rate - cost)
          }
          #expect(expected[0] * expected[1] <= 1 + 1e-12, "rate \(rate), \(share), \(tilt)")
        }
      }
    }
  }

  @Test(
    "needs as many one-sided draws as its error probability says, fewer by the square of a lead")
  func strength() {
    let test = LeadTest(errorProbability: 1e-9, events: 1)
    let needed = (1...1000).first { test.isCertain(Double($0), over: 0) } ?? 0
    // 23.7 nats at up to ln 2 a draw.
    #expect((34...36).contains(needed))
    #expect(!test.isCertain(0, over: 0))
    #expect(!test.isCertain(1000, over: 1000))
    #expect(!test.isCertain(1000, over: 1_000_000))
    #expect(test.isCertain(10_600, over: 9600))
    #expect(!test.isCertain(10_300, over: 9900))
    #expect(test.growth(5, over: 5) == .infinity)
    #expect(test.growth(10_500, over: 9500) < test.growth(10_100, over: 9900) / 24)
  }
}
