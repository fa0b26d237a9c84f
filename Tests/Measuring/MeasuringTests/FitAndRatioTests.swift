internal import Testing

@testable internal import Measuring

@Suite("Ratios, scaling, autocorrelation and the normal distribution")
struct FitAndRatioTests {
  @Test("Normal quantiles are SciPy's")
  func normal() throws {
    try expectReference("normalQuantile", count: 11, relative: 1e-12, absolute: 1e-15) {
      Statistics.normalQuantile($0[0])
    }
    #expect(Statistics.normalQuantile(0) == -.infinity)
    #expect(Statistics.normalQuantile(1) == .infinity)
  }

  @Test("The scaling exponent is SciPy's Theil-Sen slope")
  func scaling() throws {
    try expectReference("logLogSlope", count: 4, relative: 1e-12) { values in
      let half = values.count / 2
      return ScalingFit(
        sizes: Array(values.prefix(half)), times: Array(values.suffix(half)))?.exponent
    }
  }

  @Test("A clean power law is found, one wrong point or not")
  func powerLaw() throws {
    let sizes = [1.0, 2, 4, 8, 16, 32, 64, 128, 256]
    var times = sizes.map { 3 * $0 }
    times[4] = 1000
    let fit = try #require(ScalingFit(sizes: sizes, times: times))
    #expect(agree(fit.exponent, 1, relative: 1e-12))
    #expect(agree(fit.factor, 3, relative: 1e-12))
    #expect(agree(fit.time(atSize: 10), 30, relative: 1e-12))
  }

  @Test("One size, or sizes and times that are not positive, have no fit")
  func noFit() {
    #expect(ScalingFit(sizes: [2, 2], times: [1, 3]) == nil)
    #expect(ScalingFit(sizes: [2, 0], times: [1, 3]) == nil)
    #expect(ScalingFit(sizes: [2, 3], times: [1, -1]) == nil)
    #expect(ScalingFit(sizes: [], times: []) == nil)
  }

  @Test("Autocorrelation agrees with its definition in NumPy")
  func autocorrelation() throws {
    try expectReference("lag1", count: 5, relative: 1e-11) { Statistics.autocorrelation($0) }
    #expect(Statistics.autocorrelation([1, 2]) == nil)
    #expect(Statistics.autocorrelation([4, 4, 4]) == nil)
  }

  @Test("Log ratios are symmetric and say percent and factor")
  func logRatios() throws {
    let slower = try #require(LogRatio(of: 3, over: 2))
    let faster = try #require(LogRatio(of: 2, over: 3))
    #expect(agree(slower.value, -faster.value, relative: 1e-15))
    #expect(faster < slower)
    #expect(agree(slower.factor, 1.5, relative: 1e-15))
    #expect(agree(slower.percent, 50, relative: 1e-14))
    #expect(LogRatio(factor: 1.5) == slower)
    #expect(LogRatio(factor: 0) == nil)
    #expect(LogRatio(of: 0, over: 1) == nil)
    #expect(LogRatio(of: 1, over: -1) == nil)
    #expect(LogRatio.paired([2, 0, 5], over: [2, 1, 5, 9]) == [0, 0])
  }

  @Test("An interval knows its width and what it contains")
  func interval() {
    let interval = Interval(lower: -1, upper: 3)
    #expect(interval.width == 4)
    #expect(interval.contains(-1) && interval.contains(3) && !interval.contains(3.1))
    #expect(interval.mapEnds { $0 * 2 } == Interval(lower: -2, upper: 6))
  }

  @Test("A seed gives one sequence, that of SplitMix64")
  func generator() {
    var generator = SeededGenerator(seed: 1_234_567)
    // The published test vector of SplitMix64.
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
  }
}
