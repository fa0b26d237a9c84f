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

@Suite("Sizes of parameters and what grows with them")
struct ScalingSeriesTests {
  @Test(
    "A size is a number with a known unit, or two sides",
    arguments: [
      ("24", 24), ("0.5", 0.5), ("4k", 4000), ("3 M", 3e6), ("2G", 2e9), ("1T", 1e12),
      ("24MP", 24e6), ("7B", 7), ("1kB", 1000), ("1MB", 1e6), ("4KiB", 4096), ("2MiB", 2_097_152),
      ("1GiB", 1_073_741_824), ("6000x4000", 24e6), ("3×2", 6), ("1.5x2", 3),
    ])
  func sizes(text: String, count: Double) throws {
    let size = try #require(ParameterSize(text))
    #expect(size.count == count && size.text == text)
  }

  @Test(
    "Anything else is none",
    arguments: [
      "", "0", "0x4", "-1", "+1", "1e3", "1.", ".5", "1.2.3", "k", "4q", "4kib", "1  k", "x", "4x",
      "x4", "1x2x3", "large", "v2", "3rd", "٣", "1\u{301}", "nan", "inf", "0x10p2", "1 000",
    ])
  func words(text: String) { #expect(ParameterSize(text) == nil) }

  @Test("Sizes are in the order of what they count, and equal ones stay apart")
  func order() {
    let sizes = ["1MiB", "4k", "1000kB", "1MB", "512"].compactMap { ParameterSize($0) }
    #expect(sizes.sorted().map(\.text) == ["512", "4k", "1000kB", "1MB", "1MiB"])
  }

  private func benchmark(
    _ values: KeyValuePairs<String, String>, _ cost: Double
  ) -> (parameters: [BenchmarkParameter], cost: Double) {
    (values.map { BenchmarkParameter($0, $1) }, cost)
  }

  @Test("Each combination of the other parameters is a series, from three sizes up")
  func combinations() throws {
    var all = ["16k", "1k", "4k"].flatMap { size in
      let count = ParameterSize(size)?.count ?? 0
      return [
        benchmark(["codec": "lz", "size": size], 2 * count),
        benchmark(["size": size, "codec": "range"], 3 * count * count),
      ]
    }
    all.append(benchmark(["codec": "copy", "size": "1k"], 1))
    all.append(benchmark(["codec": "copy", "size": "4k"], 1))
    all.append(benchmark([:], 1))
    let series = ScalingSeries.all(in: all)
    #expect(series.map(\.parameter) == ["size", "size"])
    #expect(series.map(\.others) == [[.init("codec", "lz")], [.init("codec", "range")]])
    #expect(series[0].points.map(\.size.text) == ["1k", "4k", "16k"])
    #expect(series[0].points.map(\.place) == [2, 4, 0])
    #expect(zip(series, [1.0, 2.0]).allSatisfy { abs($0.fit.exponent - $1) < 1e-9 })
  }

  @Test("A parameter with one value that is no size is none; costs not above 0 count for nothing")
  func refused() {
    let sizes = ["1k", "4k", "16k"]
    #expect(
      ScalingSeries.all(in: sizes.map { benchmark(["size": $0], 1) }).count == 1)
    #expect(
      ScalingSeries.all(in: (sizes + ["all"]).map { benchmark(["size": $0], 1) }).isEmpty)
    for cost in [0, -1, Double.nan, .infinity] {
      #expect(
        ScalingSeries.all(
          in: [benchmark(["size": "1k"], cost)]
            + sizes.dropFirst().map { benchmark(["size": $0], 1) }
        ).isEmpty)
    }
    // Different sizes, not different texts.
    #expect(
      ScalingSeries.all(in: ["1k", "1000", "4k"].map { benchmark(["size": $0], 1) }).isEmpty)
  }

  @Test("Of several numbers the one with units comes first, then the one that goes furthest")
  func strongest() {
    var all: [(parameters: [BenchmarkParameter], cost: Double)] = []
    for level in ["1", "5", "9"] {
      for threads in ["1", "2", "4"] {
        for size in ["1kB", "2kB", "3kB"] {
          all.append(benchmark(["threads": threads, "level": level, "size": size], 1))
        }
      }
    }
    var seen: [String] = []
    for one in ScalingSeries.all(in: all) where seen.last != one.parameter {
      seen.append(one.parameter)
    }
    #expect(seen == ["size", "level", "threads"])
  }
}
