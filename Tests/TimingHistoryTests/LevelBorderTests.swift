internal import Measuring
internal import Testing

@testable internal import TimingHistory

@Suite("Where a level ends")
struct LevelBorderTests {
  /// Noise of one unit, evenly spread, about two levels.
  private func series(_ count: Int, at step: Int, by height: Double, seed: UInt64) -> [Double] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map {
      100 + Double.random(in: -1...1, using: &random) + ($0 >= step ? height : 0)
    }
  }

  @Test("a clear step is found to the point, where ranks put it more than one point off")
  func clearStep() {
    let values = series(100, at: 70, by: 8, seed: 7)
    for guess in 64...76 {
      let place = LevelBorder.place(in: values, near: guess, of: 0..<100, margin: 4)
      #expect(place == (abs(guess - 70) > 1 ? 70 : guess), "from \(guess)")
    }
  }

  @Test("an outlier far beyond the step moves nothing")
  func outlier() {
    var values = series(100, at: 70, by: 8, seed: 8)
    values[50] = 1000
    values[90] = 0
    #expect(LevelBorder.place(in: values, near: 66, of: 0..<100, margin: 4) == 70)
  }

  @Test("a step of the noise's size stays where it was found")
  func unclear() {
    let values = series(100, at: 70, by: 0.5, seed: 9)
    #expect(LevelBorder.place(in: values, near: 61, of: 0..<100, margin: 4) == 61)
  }

  @Test("both sides keep their points, and a stretch too short for that is left alone")
  func margins() {
    // The step is at 2, where its first side would be too short.
    var values = series(40, at: 0, by: 0, seed: 10)
    values.replaceSubrange(0..<2, with: [0, 0])
    #expect(LevelBorder.place(in: values, near: 8, of: 0..<40, margin: 4) == 8)
    #expect(LevelBorder.place(in: values, near: 3, of: 0..<6, margin: 4) == 3)
  }

  @Test(
    "detectors say the first point of the new level, or one beside it, after steps of many deviations"
  )
  func detector() throws {
    for seed in 1...50 as ClosedRange<UInt64> {
      let values = series(100, at: 70, by: 20, seed: seed)
      let found = ChangePointDetector().changePoints(in: values)
      #expect(found.count == 1 && abs((found.first?.index ?? 0) - 70) <= 1, "seed \(seed)")
    }
  }
}
