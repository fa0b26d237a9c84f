internal import Testing

@testable import bench

@Suite("Numbers as people read them")
struct QuantitiesTests {
  @Test(
    "fixed places, rounded half away from zero",
    arguments: [
      (0, 2, "0.00"), (1.005, 1, "1.0"), (0.05, 1, "0.1"), (-0.25, 1, "-0.3"), (-0.01, 1, "0.0"),
      (12.5, 0, "13"), (99.96, 1, "100.0"), (0.004, 3, "0.004"), (.infinity, 2, "–"),
      (.nan, 0, "–"),
    ])
  func fixed(value: Double, places: Int, expected: String) {
    #expect(Quantities.fixed(value, places: places) == expected)
  }

  @Test(
    "times get the unit that leaves one to three digits before the point",
    arguments: [
      (1.5e-9, "1.50 ns"), (999.4e-9, "999 ns"), (999.6e-9, "1.00 µs"), (20.5e-6, "20.5 µs"),
      (5.123e-3, "5.12 ms"), (0.9996, "1.00 s"), (75, "75.0 s"), (1234, "1234 s"),
    ])
  func times(seconds: Double, expected: String) {
    #expect(Quantities.time(seconds) == expected)
  }

  @Test("a range says its unit once when both ends share it")
  func ranges() {
    #expect(Quantities.timeRange(5.08e-3...5.2e-3) == "5.08 – 5.20 ms")
    #expect(Quantities.timeRange(990e-6...1.01e-3) == "990 µs – 1.01 ms")
  }

  @Test(
    "memory is given in decimal units",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1.00 kB"), (96_000_000, "96.0 MB"),
      (4_000_000_000, "4.00 GB"),
    ])
  func memory(count: Int, expected: String) {
    #expect(Quantities.bytes(count) == expected)
  }

  @Test(
    "shares are percentages, and some is never none",
    arguments: [
      (0, "0.0 %"), (0.2314, "23.1 %"), (1, "100.0 %"), (0.0001, "< 0.1 %"), (0.0005, "0.1 %"),
    ])
  func shares(fraction: Double, expected: String) {
    #expect(Quantities.percent(fraction) == expected)
  }

  @Test(
    "small images are counted in pixels",
    arguments: [(1, "1 px"), (4096, "4096 px"), (24_000_000, "24.0 MP"), (273_280, "0.273 MP")])
  func megapixels(count: Int, expected: String) {
    #expect(Quantities.megapixels(count) == expected)
  }
}
