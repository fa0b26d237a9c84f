internal import Testing

@testable import Reporting

@Suite("Amounts as people read them")
struct QuantitiesTests {
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
    "small images are counted in pixels",
    arguments: [(1, "1 px"), (4096, "4096 px"), (24_000_000, "24.0 MP"), (273_280, "0.273 MP")])
  func megapixels(count: Int, expected: String) {
    #expect(Quantities.megapixels(count) == expected)
  }
}
