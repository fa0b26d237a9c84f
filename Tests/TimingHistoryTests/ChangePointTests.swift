internal import Measuring
internal import Testing

@testable internal import TimingHistory

@Suite("Change points")
struct ChangePointTests {
  private func noise(_ count: Int, seed: UInt64, _ model: NoiseModel = .normal) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    return model.series(count: count, using: &generator)
  }

  /// Noise of 1 % around 100, with levels from certain points on.
  private func stairs(_ count: Int, _ levels: [(Int, Double)], seed: UInt64) -> [Double] {
    noise(count, seed: seed).enumerated().map { index, value in
      (levels.last { $0.0 <= index }?.1 ?? 100) * (1 + 0.01 * value)
    }
  }

  @Test("One step: its place, its levels and its size")
  func oneStep() throws {
    let values = stairs(100, [(60, 104)], seed: 3)
    let change = try #require(ChangePointDetector().changePoints(in: values).first)
    #expect(change.index == 60)
    #expect(abs(change.before - 100) < 0.5)
    #expect(abs(change.after - 104) < 0.5)
    #expect(abs(change.effect - 0.04) < 0.006)
    #expect(change.isRise)
    #expect(change.evidence > 1)
  }

  @Test("Up and down again: neither hides the other")
  func masking() {
    let values = stairs(120, [(50, 104), (66, 100)], seed: 8)
    #expect(ChangePointDetector().changePoints(in: values).map(\.index) == [50, 66])
    let many = stairs(
      400, [(60, 105), (100, 110), (160, 100), (240, 95), (300, 103)], seed: 2)
    let found = ChangePointDetector().changePoints(in: many)
    #expect(found.map(\.index) == [60, 100, 160, 240, 300])
    #expect(found.map(\.isRise) == [true, true, false, false, true])
  }

  @Test("Constant, short, empty and quantised series raise no alarm and no trap")
  func degenerate() {
    let detector = ChangePointDetector()
    for count in [0, 1, 2, 4, 11, 12, 13, 100] {
      #expect(detector.changePoints(in: Array(repeating: 5, count: count)).isEmpty)
    }
    for count in 0..<40 {
      #expect(detector.changePoints(in: (0..<count).map { Double($0 % 2) }).isEmpty)
    }
    for seed in 0..<50 as Range<UInt64> {
      let quantised = noise(100, seed: seed).map { $0.rounded() }
      #expect(detector.changePoints(in: quantised).isEmpty)
    }
    // One outlier in a constant series is not a level.
    var spike = [Double](repeating: 7, count: 100)
    spike[50] = 70
    #expect(detector.changePoints(in: spike).isEmpty)
  }

  @Test("A step between two constants is found where it is")
  func constantStep() {
    for split in 8...32 {
      let values = (0..<40).map { $0 < split ? 3.0 : 4.0 }
      let found = ChangePointDetector().changePoints(in: values)
      #expect(found.map(\.index) == [split])
      #expect(found.first?.effect == 1.0 / 3)
    }
  }

  @Test("Values that are not numbers are stepped over, and indices still count them")
  func notFinite() {
    var values = stairs(100, [(60, 110)], seed: 3)
    values[5] = .nan
    values[30] = .infinity
    #expect(ChangePointDetector().changePoints(in: values).map(\.index) == [60])
    #expect(OtavaDetector().changePoints(in: values).map(\.index) == [60])
  }

  @Test("Any rising transformation of the values finds the same places")
  func ranksOnly() {
    let values = stairs(150, [(80, 103)], seed: 5)
    let detector = ChangePointDetector()
    let places = detector.changePoints(in: values).map(\.index)
    #expect(places == [80])
    #expect(detector.changePoints(in: values.map { $0 * $0 * $0 }).map(\.index) == places)
    #expect(detector.changePoints(in: values.map { 3 * $0 - 1000 }).map(\.index) == places)
    // Turned upside down every rise is a fall.
    #expect(detector.changePoints(in: values.map { -$0 }).map(\.index) == places)
    #expect(detector.changePoints(in: values.map { -$0 }).map(\.isRise) == [false])
  }

  @Test("Effects: of values, of logarithms, from zero")
  func effects() {
    #expect(SeriesScale.values.effect(from: 2, to: 3) == 0.5)
    #expect(SeriesScale.values.effect(from: -2, to: -3) == -0.5)
    #expect(SeriesScale.values.effect(from: 0, to: 3) == 1)
    #expect(SeriesScale.values.effect(from: 0, to: -3) == -1)
    #expect(SeriesScale.values.effect(from: 0, to: 0) == 0)
    #expect(abs(SeriesScale.logRatios.effect(from: 0, to: 0.693_147_180_56) - 1) < 1e-9)
  }

  @Test("Unchanged series are rarely alarmed", arguments: NoiseModel.allCases)
  func falseAlarms(noise: NoiseModel) {
    let trial = DetectorTrial(seed: 5)
    // 1 % of 200 is 2. The full trials, 5000 series long, are `DetectorTrial`'s.
    #expect(trial.falseAlarms(noise: noise, count: 100, series: 200).successes <= 2)
    #expect(trial.falseAlarms(noise: noise, count: 1000, series: 4).successes == 0)
  }

  @Test("Steps of two deviations are found after 12 points, of three after 5")
  func power() throws {
    let trial = DetectorTrial(seed: 6)
    let two = trial.detections(ofStep: 2, before: 70, after: 12, series: 100)
    #expect(try #require(two.observed) >= 0.88)
    let three = trial.detections(ofStep: 3, before: 70, after: 5, series: 100)
    #expect(try #require(three.observed) >= 0.90)
  }

  @Test("A more sensitive detector finds all that a stricter one finds")
  func sensitivity() {
    var counts: [Int] = []
    for sensitivity in Sensitivity.allCases {
      let trial = DetectorTrial(detector: .init(sensitivity: sensitivity), seed: 9)
      counts.append(trial.detections(ofStep: 1, before: 60, after: 30, series: 60).successes)
    }
    #expect(counts == counts.sorted(by: >))
    #expect(counts[0] > counts[2])
    #expect(Sensitivity.allCases.map(\.falseAlarmRate) == [0.05, 0.005, 0.001])
  }
}
