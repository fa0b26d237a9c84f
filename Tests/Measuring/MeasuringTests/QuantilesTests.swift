internal import Testing

@testable internal import Measuring

@Suite("Quantiles and spread")
struct QuantilesTests {
  @Test("The median is SciPy's")
  func median() throws {
    try expectReference("median", count: 7, relative: 1e-15) { Statistics.median($0) }
  }

  @Test("Quantiles are NumPy's, at the ends and between ranks")
  func quantiles() throws {
    try expectReference("quantile", count: 49, relative: 1e-14) {
      Statistics.quantile(Array($0.dropFirst()), $0[0])
    }
  }

  @Test("The median absolute deviation is SciPy's")
  func deviation() throws {
    try expectReference("mad", count: 7, relative: 1e-14) {
      Statistics.medianAbsoluteDeviation($0)
    }
  }

  @Test("Nothing has no median, no quantile and no deviation")
  func empty() {
    #expect(Statistics.median([]) == nil)
    #expect(Statistics.quantile([], 0.3) == nil)
    #expect(Statistics.medianAbsoluteDeviation([]) == nil)
  }

  @Test("A fraction outside 0 to 1 answers an extreme")
  func clamped() {
    #expect(Statistics.quantile([3, 1, 2], -1) == 1)
    #expect(Statistics.quantile([3, 1, 2], 7) == 3)
  }

  @Test("The order of values does not matter", arguments: 0..<20)
  func order(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let values = (0..<17).map { _ in Double.random(in: -5...5, using: &generator) }
    let shuffled = values.shuffled(using: &generator)
    #expect(Statistics.quantile(values, 0.37) == Statistics.quantile(shuffled, 0.37))
  }
}

@Suite("Outliers")
struct OutliersTests {
  @Test("A value far from the rest is found, and only that")
  func found() {
    #expect(Statistics.outliers([1.0, 1.1, 0.9, 1.05, 0.95, 7]) == [5])
    #expect(Statistics.outliers([1.0, 1.1, 0.9, 1.05, 0.95]) == [])
  }

  @Test("When most values are equal the mean deviation takes over")
  func zeroDeviation() {
    // Distances 0 eight times and 9 once: mean 1, so the score is 9 / 1.2533.
    let values = [1.0, 1, 1, 1, 1, 1, 1, 1, 10]
    #expect(agree(Statistics.modifiedZScores(values)[8], 7.180961, relative: 1e-6))
    #expect(Statistics.outliers(values) == [8])
  }

  @Test("Equal values have no outliers, and neither has nothing")
  func equal() {
    #expect(Statistics.modifiedZScores([2, 2, 2]) == [0, 0, 0])
    #expect(Statistics.outliers([]) == [])
  }

  @Test("Scores do not depend on scale and place")
  func invariance() {
    let values = [3.0, 5, 4, 8, 1]
    let moved = values.map { 2 * $0 + 100 }
    for (a, b) in zip(Statistics.modifiedZScores(values), Statistics.modifiedZScores(moved)) {
      #expect(agree(a, b, relative: 1e-12))
    }
  }
}
