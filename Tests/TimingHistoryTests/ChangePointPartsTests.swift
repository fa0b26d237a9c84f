internal import Measuring
internal import Testing

@testable internal import TimingHistory

@Suite("The parts of the change-point search")
struct ChangePointPartsTests {
  @Test("Normal scores are the quantiles of their ranks")
  func quantiles() {
    for step in 1..<2000 {
      let probability = Double(step) / 2000
      let exact = Statistics.normalQuantile(probability)
      #expect(abs(NormalScores.quantile(probability) - exact) < 2e-6)
    }
    for probability in [1e-12, 1e-8, 1 - 1e-8] {
      let exact = Statistics.normalQuantile(probability)
      #expect(abs(NormalScores.quantile(probability) - exact) < 1e-5)
    }
  }

  @Test("Equal values share their scores, and the sum is zero")
  func ties() {
    var scores = NormalScores()
    let (values, squares) = scores.scores(ofRanks: NormalScores.ranks(of: [3, 1, 3, 2])[...])
    #expect(values[0] == values[2])
    #expect(values[1] < values[3] && values[3] < values[0])
    #expect(abs(values.reduce(0, +)) < 1e-6)
    #expect(abs(values.reduce(0) { $0 + $1 * $1 } - squares) < 1e-12)
    #expect(scores.scores(ofRanks: [4, 4, 4]).squares == 0)
    #expect(scores.scores(ofRanks: []).scores.isEmpty)
  }

  @Test("Seeded intervals cover the series, reach both ends and are long enough")
  func intervals() {
    #expect(SeededIntervals.intervals(count: 11, shortest: 12).isEmpty)
    #expect(SeededIntervals.intervals(count: 0, shortest: 0).isEmpty)
    for count in 12...300 {
      let intervals = SeededIntervals.intervals(count: count, shortest: 12)
      #expect(intervals.first == 0..<count)
      #expect(intervals.allSatisfy { $0.count >= 12 && $0.lowerBound >= 0 })
      #expect(intervals.allSatisfy { $0.upperBound <= count })
      let lengths = Set(intervals.map(\.count))
      for length in lengths {
        let layer = intervals.filter { $0.count == length }
        #expect(layer.contains { $0.lowerBound == 0 })
        #expect(layer.contains { $0.upperBound == count })
      }
    }
  }

  @Test("The scan finds the best split that brute force finds, in every class")
  func scan() {
    var generator = SeededGenerator(seed: 4)
    var scores = NormalScores()
    for count in [8, 9, 15, 40, 120] {
      let values = NoiseModel.skewed.series(count: count, using: &generator)
      let ranks = NormalScores.ranks(of: values)
      let scan = RankScan(ranks: ranks[...], scores: &scores)
      let (z, _) = scores.scores(ofRanks: ranks[...])
      let n = Double(count)
      let variance = z.reduce(0) { $0 + $1 * $1 } / (n - 1)
      var best = [Double](repeating: 0, count: SegmentScale.classes.count)
      for k in 4...count - 4 {
        let sum = abs(z[..<k].reduce(0, +))
        let statistic = sum / (variance * Double(k * (count - k)) / n).squareRoot()
        let index = SegmentScale.index(of: min(k, count - k))
        best[index] = max(best[index], statistic)
      }
      #expect(zip(scan.best, best).allSatisfy { abs($0.statistic - $1) < 1e-9 })
    }
    #expect(RankScan(ranks: [1, 2, 3], scores: &scores).best.allSatisfy { $0.statistic == 0 })
  }

  @Test("Classes of sizes begin where they say")
  func classes() {
    for (index, first) in SegmentScale.classes.enumerated() {
      #expect(SegmentScale.index(of: first) == index)
      #expect(index == 0 || SegmentScale.index(of: first - 1) == index - 1)
    }
  }

  @Test("Memory is estimated, not invented, and steps do not raise it by differences")
  func memory() throws {
    var generator = SeededGenerator(seed: 1)
    let independent = NoiseModel.normal.series(count: 5000, using: &generator)
    let chained = NoiseModel.autoregressive.series(count: 5000, using: &generator)
    #expect(abs(try #require(NoiseMemory.fromDifferences(independent))) < 0.06)
    #expect(abs(try #require(NoiseMemory.fromDifferences(chained)) - 0.3) < 0.06)
    #expect(abs(NoiseMemory.fromResiduals(chained, split: 2000) - 0.3) < 0.05)
    let stepped = independent.enumerated().map { $0 < 2500 ? $1 : $1 + 4 }
    #expect(abs(try #require(NoiseMemory.fromDifferences(stepped))) < 0.06)
    #expect(abs(NoiseMemory.fromResiduals(stepped, split: 2500)) < 0.05)
    #expect(NoiseMemory.fromResiduals(stepped, split: 10) > 0.5)
    #expect(NoiseMemory.fromDifferences([1, 2, 3]) == nil)
    #expect(NoiseMemory.fromDifferences(Array(repeating: 1, count: 50)) == 0)
    #expect(NoiseMemory.fromResiduals([1, 1, 1], split: 1) == 0)
  }

  @Test("Memory widens long stretches by (1 + ρ) ÷ (1 − ρ), short ones by less")
  func inflation() {
    #expect(NoiseMemory.inflation(correlation: -0.5, left: 5, right: 5) == 1)
    let long = NoiseMemory.inflation(correlation: 0.3, left: 100_000, right: 100_000)
    #expect(abs(long * long - 1.3 / 0.7) < 1e-4)
    // Five values: 1 + 2 · (0.8 · 0.3 + 0.6 · 0.09 + 0.4 · 0.027 + 0.2 · 0.0081).
    let five = NoiseMemory.inflation(correlation: 0.3, left: 5, right: 5)
    #expect(abs(five * five - 1.61284) < 1e-9)
    #expect(
      NoiseMemory.inflation(correlation: 5, left: 9, right: 9)
        == NoiseMemory.inflation(correlation: 0.9, left: 9, right: 9))
  }

  @Test("Stored thresholds are what shuffling gives")
  func calibration() {
    let calibration = ThresholdCalibration(count: 40, shuffles: 1000, seed: 77)
    let screening = calibration.alarms(
      over: ChangePointThresholds(count: 40, sensitivity: .screening).byClass)
    // 5 % of 1000 is 50; four deviations of a count of 50 are 28.
    #expect((22...78).contains(screening))
    let standard = calibration.alarms(
      over: ChangePointThresholds(count: 40, sensitivity: .standard).byClass)
    #expect((0...16).contains(standard))
    // And they are made so that just the rate asked for is exceeded.
    let own = calibration.thresholds(falseAlarmRate: 0.05)
    #expect((38...50).contains(calibration.alarms(over: own)))
    #expect(own.last == .infinity)
    #expect(
      ThresholdCalibration(count: 5, shuffles: 0, seed: 1).thresholds(falseAlarmRate: 0.5) == [])
  }

  @Test("Between and beyond the stored lengths thresholds go on smoothly")
  func interpolation() {
    for sensitivity in Sensitivity.allCases {
      #expect(
        ChangePointThresholds(count: 11, sensitivity: sensitivity).byClass
          .allSatisfy { $0 == .infinity })
      let rows = ChangePointThresholds.table(sensitivity)
      for row in rows {
        let stored = ChangePointThresholds(count: row.count, sensitivity: sensitivity)
        #expect(stored.byClass == row.thresholds)
      }
      for (low, high) in zip(rows, rows.dropFirst()) where high.count > low.count + 1 {
        let between = ChangePointThresholds(count: low.count + 1, sensitivity: sensitivity)
        for (index, value) in between.byClass.enumerated() {
          let ends = [low.thresholds[index], high.thresholds[index]].filter(\.isFinite)
          guard let least = ends.min(), let most = ends.max() else { continue }
          #expect(value >= least && value <= most)
        }
      }
      let far = ChangePointThresholds(count: 100_000, sensitivity: sensitivity).byClass
      let last = rows.last?.thresholds ?? []
      #expect(zip(far, last).allSatisfy { $0 >= $1 && $0 < $1 + 2 })
    }
  }
}
