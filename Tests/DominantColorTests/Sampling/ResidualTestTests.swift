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

  @Test("a ratio lies in its range as often as it says, and the range closes around it")
  func ratios() {
    var random = SplitMix64(seed: 4)
    var misses = 0
    let runs = 300
    let test = ResidualTest(errorProbability: 0.1, events: 2)
    for _ in 0..<runs {
      // Of 400 strata of ten tiles each, a tile has 0, ½ or 1 of its pixels within, at levels from
      // 0 to 31; the outline has it whole or not at all, at a level near.
      var tiles: [(s: Double, c: Double, os: Double, oc: Double)] = []
      for _ in 0..<4000 {
        let share = Double.random(in: 0..<1, using: &random)
        let level = Double.random(in: 5..<26, using: &random)
        let c = share < 0.2 ? 1 : share < 0.3 ? 0.5 : 0
        let oc = share < 0.27 ? 1.0 : 0
        tiles.append(
          (c * level, c, oc * (level + Double.random(in: -5..<5, using: &random)), oc))
      }
      let truth = tiles.reduce(0) { $0 + $1.s } / tiles.reduce(0) { $0 + $1.c }
      var bounds = RatioBounds(
        width: 31, draws: 400,
        outline: (
          tiles.reduce(0) { $0 + $1.os } / 4000, tiles.reduce(0) { $0 + $1.oc } / 4000
        ))
      for stratum in 0..<400 {
        let tile = tiles[10 * stratum + Int.random(in: 0..<10, using: &random)]
        bounds.add(numerator: tile.s - tile.os, denominator: tile.c - tile.oc)
      }
      let range = bounds.range(test)
      if !range.contains(truth) { misses += 1 }
      #expect(range.contains(bounds.ratio ?? -1))
      #expect(range.upperBound - range.lowerBound < 12)
    }
    // A tenth, and four standard deviations more.
    #expect(misses <= 30 + 21)
  }
}
