internal import Reporting
internal import Testing

@Suite("Numbers as people read them")
struct DecimalsTests {
  @Test(
    "fixed places, rounded half away from zero",
    arguments: [
      (0, 2, "0.00"), (1.005, 1, "1.0"), (0.05, 1, "0.1"), (-0.25, 1, "-0.3"), (-0.01, 1, "0.0"),
      (12.5, 0, "13"), (99.96, 1, "100.0"), (0.004, 3, "0.004"), (.infinity, 2, "–"),
      (.nan, 0, "–"),
    ])
  func fixed(value: Double, places: Int, expected: String) {
    #expect(Decimals.fixed(value, places: places) == expected)
  }

  @Test(
    "shares are percentages, and some is never none",
    arguments: [
      (0, "0.0 %"), (0.2314, "23.1 %"), (1, "100.0 %"), (0.0001, "< 0.1 %"), (0.0005, "0.1 %"),
    ])
  func shares(fraction: Double, expected: String) {
    #expect(Decimals.percent(fraction) == expected)
  }
}
