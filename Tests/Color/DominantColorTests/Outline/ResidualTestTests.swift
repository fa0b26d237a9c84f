import Foundation
internal import Hashing
import Testing

@testable import DominantColor

@Suite("The test of tiles against their outline")
struct ResidualTestTests {
  /// Values of strata, each drawn from once, and the bound that none is under.
  private static let layouts: [(strata: [[Double]], range: Double)] = [
    // All alike; strata that differ; a rare large loss; a rare large gain; little at all.
    (Array(repeating: [-1, 1], count: 100), 1),
    (Array(repeating: [1], count: 50) + Array(repeating: [-1], count: 50), 1),
    (Array(repeating: [0.01] + Array(repeating: 0.01, count: 98) + [-0.99], count: 100), 1),
    (Array(repeating: [0.99] + Array(repeating: -0.01, count: 99), count: 100), 0.01),
    (Array(repeating: [0, 0, 0.1, -0.1], count: 100), 2),
  ]

  @Test("errs no more often than it says, however unlike strata and values are")
  func falseLeads() {
    let test = ResidualTest(errorProbability: 0.2, events: 1)
    var random = SplitMix64(seed: 20)
    for (number, layout) in Self.layouts.enumerated() {
      let total = layout.strata.reduce(0) { $0 + $1.reduce(0, +) / Double($1.count) }
      #expect(total <= 1e-9, "the layout \(number) has no lead")
      let runs = 1000
      var errors = 0
      for _ in 0..<runs {
        var (sum, squares) = (0.0, 0.0)
        for stratum in layout.strata {
          let value = stratum[Int.random(in: stratum.indices, using: &random)]
          sum += value
          squares += value * value
        }
        if test.isPositive(sum: sum, squares: squares, range: layout.range) { errors += 1 }
      }
      // A fifth, and four standard deviations more.
      #expect(errors <= 200 + 4 * 13, "layout \(number)")
    }
  }

  @Test("each factor of the proof's product is bounded as the proof says")
  func bound() {
    for (rate, cost) in ResidualTest.rates {
      #expect(rate > 0 && rate < 1)
      for step in 0...2000 {
        let z = -1 + Double(step) / 500
        #expect(log1p(rate * z) >= rate * z - cost * z * z - 1e-12, "rate \(rate), z \(z)")
      }
    }
  }

  @Test("a sure lead is found, in as many draws as the range and the error probability say")
  func strength() {
    let test = ResidualTest(errorProbability: 1e-9, events: 1)
    // Without any residual: draws × lead ÷ range has to reach about the threshold.
    let lead = 0.05
    let needed = (1...10_000).first {
      test.isPositive(
        sum: Double($0) * lead, squares: Double($0) * lead * lead, range: 2 - lead)
    }
    #expect((900...1300).contains(needed ?? 0))
    #expect(!test.isPositive(sum: 0, squares: 0, range: 1))
    #expect(!test.isPositive(sum: 10, squares: 1000, range: 1))
  }

  @Test(
    "a ratio lies in its range as often as it says, and the range closes around it",
    arguments: [false, true])
  func ratios(isTrimmed: Bool) {
    var random = SplitMix64(seed: 4)
    var misses = 0
    let runs = 300
    let test = ResidualTest(errorProbability: 0.1, events: 2)
    for _ in 0..<runs {
      // Of 400 strata of ten tiles each, a tile has 0, ½ or 1 of its pixels within, at levels from
      // 0 to 31; the outline has it whole or not at all, at a level near.
      var tiles: [(s: Double, c: Double, outline: Double?)] = []
      for _ in 0..<4000 {
        let share = Double.random(in: 0..<1, using: &random)
        let level = Double.random(in: 5..<26, using: &random)
        let c = share < 0.2 ? 1 : share < 0.3 ? 0.5 : 0
        let near = level + Double.random(in: -5..<5, using: &random)
        tiles.append((c * level, c, share < 0.27 ? near : nil))
      }
      let truth = tiles.reduce(0) { $0 + $1.s } / tiles.reduce(0) { $0 + $1.c }
      let values = tiles.compactMap(\.outline)
      func mean(_ change: (Double) -> Double) -> Double {
        values.reduce(0) { $0 + change($1) } / 4000
      }
      let cut = 8.0...22
      var bounds = RatioBounds(
        width: 31, draws: 400, outline: (mean { $0 }, Double(values.count) / 4000),
        trim: isTrimmed
          ? OutlineTrims.Trim(
            range: cut, raised: mean { max($0, cut.lowerBound) },
            lowered: mean { min($0, cut.upperBound) }) : nil)
      for stratum in 0..<400 {
        let tile = tiles[10 * stratum + Int.random(in: 0..<10, using: &random)]
        bounds.add(
          numerator: tile.s, outline: tile.outline,
          denominator: tile.c - (tile.outline == nil ? 0 : 1))
      }
      let range = bounds.range(test)
      if !range.contains(truth) { misses += 1 }
      #expect(range.contains(bounds.ratio ?? -1))
      #expect(range.upperBound - range.lowerBound < 12)
    }
    // A tenth, and four standard deviations more.
    #expect(misses <= 30 + 21)
  }

  @Test(
    "no tile is under the range that a ratio is tested with, and the worst one reaches it",
    arguments: [(0.0...31, 0.4), (8.0...22, 0.4), (8.0...22, 0.9), (0.0...5, 0.05)])
  func ratioRange(cut: ClosedRange<Double>, share: Double) {
    let width = 31.0
    let (low, high) = (cut.lowerBound, cut.upperBound)
    // The outline's means as trimmed, such that the largest slack is inside the cut.
    let slack = RatioBounds.slack * width
    let lowered = share * high - slack
    let raised = share * low + slack
    let bounds = RatioBounds(
      width: width, draws: 1, outline: ((lowered + raised) / 2, share),
      trim: OutlineTrims.Trim(range: cut, raised: raised, lowered: lowered))
    // The values that are tried end where the outline's mean is on the wrong side by the slack.
    let highest = min((lowered + slack) / share, high)
    let lowest = max((raised - slack) / share, low)
    var (leastBelow, leastAbove) = (Double.infinity, Double.infinity)
    for share0 in [0.0, 1] {
      for numerator in [0, share0 * width / 2, share0 * width] {
        for outline in [nil, 0, low, high, width] {
          for step in 0...10 {
            let below = highest * Double(step) / 10
            let within = outline.map { min($0, high) - below } ?? 0
            leastBelow = min(
              leastBelow,
              numerator - below * share0 - within + lowered - below * share)
            let above = lowest + (width - lowest) * Double(step) / 10
            let beyond = outline.map { above - max($0, low) } ?? 0
            leastAbove = min(
              leastAbove, above * share0 - numerator - beyond + above * share - raised)
          }
        }
      }
    }
    #expect(abs(leastBelow + bounds.testedRange(isUpper: false)) < 1e-9)
    #expect(abs(leastAbove + bounds.testedRange(isUpper: true)) < 1e-9)
  }

  @Test("no tile is under the range that a lead is tested with, and the worst one reaches it")
  func leadRange() {
    for lead in [0.0, 0.1, 0.5, 1] {
      var least = Double.infinity
      // Shares of the leader and the other window, which may overlap.
      for tile in [(0.0, 0.0), (1, 0), (0, 1), (1, 1), (0.5, 0.5)] {
        for outline in [(0.0, 0.0), (1, 0), (0, 1), (1, 1)] {
          least = min(least, tile.0 - tile.1 - (outline.0 - outline.1) + lead)
        }
      }
      #expect(abs(least + OutlineContest.testedRange(lead: lead)) < 1e-12)
    }
  }

  @Test("trimming brings an unseen share nearer, and never leaves the ratio out")
  func trimmed() {
    // All tiles are as their outline, in one window, at levels 12 to 18.
    let values = (0..<7000).map { Double(12 + $0 % 7) }
    let mean = values.reduce(0, +) / 7000
    func width(_ cut: ClosedRange<Double>) -> Double {
      let raised = values.reduce(0) { $0 + max($1, cut.lowerBound) } / 7000
      let lowered = values.reduce(0) { $0 + min($1, cut.upperBound) } / 7000
      var bounds = RatioBounds(
        width: 31, draws: 700, outline: (mean, 1),
        trim: OutlineTrims.Trim(range: cut, raised: raised, lowered: lowered))
      for index in stride(from: 0, to: 7000, by: 10) {
        bounds.add(numerator: values[index], outline: values[index], denominator: 0)
      }
      let range = bounds.range(ResidualTest(errorProbability: 1e-6, events: 16))
      #expect(range.contains(mean))
      return range.upperBound - range.lowerBound
    }
    #expect(width(12...18) < 0.65 * width(0...31))
  }
}
