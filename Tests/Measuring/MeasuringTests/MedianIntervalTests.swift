internal import Testing

@testable internal import Measuring

@Suite("The exact interval for a median")
struct MedianIntervalTests {
  @Test("Ranks and true confidence are those found from the definition with SciPy")
  func ranks() throws {
    let lines = try ReferenceValue.all("medianRank")
    #expect(lines.count == 60)
    for line in lines {
      let count = Int(line.arguments[0])
      let rank = MedianInterval.rank(count: count, alpha: line.arguments[1])
      #expect(rank == Int(line.expected[0]), "\(line)")
      let confidence = MedianInterval.confidence(count: count, rank: rank)
      #expect(agree(confidence, line.expected[1], relative: 1e-12), "\(line)")
    }
  }

  @Test("The interval runs from the k-th smallest to the k-th largest value")
  func ends() throws {
    let values = (1...12).map(Double.init).reversed() + []
    let widest = try #require(MedianInterval(of: values, alpha: 0.0005))
    #expect(widest.interval == Interval(lower: 1, upper: 12))
    #expect(widest.rank == 1)
    let narrower = try #require(MedianInterval(of: values, alpha: 0.05))
    #expect(narrower.interval == Interval(lower: 3, upper: 10))
  }

  @Test("Too few values have no interval")
  func tooFew() {
    #expect(MedianInterval(of: [], alpha: 0.05) == nil)
    #expect(MedianInterval(of: [1, 2, 3, 4, 5], alpha: 0.05) == nil)
    #expect(MedianInterval(of: [1, 2, 3, 4, 5, 6], alpha: 0.05) != nil)
    #expect(MedianInterval(of: Array(repeating: 1, count: 11), alpha: 0.0005) == nil)
  }

  @Test("Skewed noise is covered as often as promised")
  func coverage() {
    var generator = SeededGenerator(seed: 42)
    var covered = 0
    let trials = 4000
    for _ in 0..<trials {
      // The cube of a uniform number: median 1/8, strongly skewed.
      let values = (0..<20).map { _ in
        let u = Double.random(in: 0..<1, using: &generator)
        return u * u * u
      }
      if MedianInterval(of: values, alpha: 0.05)?.interval.contains(0.125) == true { covered += 1 }
    }
    // At n = 20 the interval's true confidence is 95.86 %.
    let bounds = ProportionBounds(successes: covered, trials: trials).interval(confidence: 0.999)
    #expect(bounds.contains(0.9586))
  }
}
