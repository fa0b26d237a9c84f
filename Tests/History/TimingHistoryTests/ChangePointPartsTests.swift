internal import Foundation
internal import HistorySimulation
internal import Measuring
internal import Testing

@testable internal import TimingHistory

@Suite("The parts of the search for changes")
struct ChangePointPartsTests {
  private func noise(_ count: Int, seed: UInt64, _ model: NoiseModel = .normal) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    return model.series(count: count, using: &generator)
  }

  @Test("The optimal partition is the one that dynamic programming over all places finds")
  func optimalPartition() {
    var generator = SeededGenerator(seed: 4)
    for seed in 1...200 as ClosedRange<UInt64> {
      let count = 1 + Int(generator.next() % 40)
      var values = noise(count, seed: seed)
      for index in values.indices where index > count / 3 { values[index] += 3 }
      if seed % 5 == 0 { values = values.map { $0.rounded() } }
      for penalty in [0.5, 3, 10] {
        let found = OptimalPartition.changes(in: values, penalty: penalty)
        let cost = Self.cost(values, found, penalty)
        #expect(abs(cost - Self.leastCost(values, penalty)) < 1e-9 * max(cost, 1))
      }
    }
    #expect(OptimalPartition.changes(in: [], penalty: 1).isEmpty)
    #expect(OptimalPartition.changes(in: [5], penalty: 1).isEmpty)
    #expect(OptimalPartition.changes(in: [5, 5, 5], penalty: 1).isEmpty)
    // Levels a billion deviations apart cancel nothing.
    let huge = noise(60, seed: 1).enumerated().map { $1 + ($0 < 30 ? 0 : 1e9) }
    #expect(OptimalPartition.changes(in: huge, penalty: 30) == [30])
  }

  private static func cost(_ values: [Double], _ changes: [Int], _ penalty: Double) -> Double {
    let bounds = [0] + changes + [values.count]
    return zip(bounds, bounds.dropFirst()).reduce(Double(changes.count) * penalty) {
      $0 + LevelSegment($1.0..<$1.1, of: values).squares
    }
  }

  private static func leastCost(_ values: [Double], _ penalty: Double) -> Double {
    var best = [-penalty]
    for end in 1...values.count {
      best.append(
        (0..<end).map { start in
          best[start] + penalty + LevelSegment(start..<end, of: values).squares
        }.min() ?? 0)
    }
    return best[values.count]
  }

  @Test("Outliers are pulled in, steps and levels of four points stay")
  func cleaning() {
    var values = noise(60, seed: 2).map { 100 + $0 }
    values[20] = 1e6
    values[40] = -.greatestFiniteMagnitude / 4
    for index in 50..<54 { values[index] += 30 }
    let cleaned = CleanedSeries(values).values
    let level = Statistics.median(cleaned) ?? 0
    for value in cleaned { #expect(value.isFinite) }
    #expect(abs(cleaned[20] - level) < 6)
    #expect(abs(cleaned[40] - level) < 6)
    for index in 50..<54 { #expect(cleaned[index] - level > 20) }
    #expect(CleanedSeries([]).values.isEmpty)
    #expect(CleanedSeries([3, 3, 3]).values == [0, 0, 0])
    let extremes = CleanedSeries([.greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0, 1])
    for value in extremes.values { #expect(value.isFinite) }
    // Fewer than seven points are one window; the windows at both ends are the first and last seven.
    #expect(CleanedSeries.medians(of: [1, 9, 2, 8, 3]) == [3, 3, 3, 3, 3])
    let ends: [Double] = [9, 9, 9, 1, 2, 3, 4, 5, 6, 0]
    #expect(CleanedSeries.medians(of: ends) == [4, 4, 4, 4, 4, 4, 3, 3, 3, 3])
    // A tenth of a coarse clock's ticks is noise, not a flat line with outliers.
    let ticks = (0..<200).map { $0 % 10 == 7 ? 1.0 : 0 }
    #expect(CleanedSeries.scale(of: ticks) > 0.1)
    #expect(CleanedSeries.scale(of: []) == 0)
  }

  @Test("The noise is estimated about levels: steps are no memory, memory is none of the steps")
  func noiseEstimate() {
    func estimate(_ values: [Double], _ bounds: [Int]) -> NoiseEstimate {
      let bounds = [0] + bounds + [values.count]
      return NoiseEstimate(
        about: zip(bounds, bounds.dropFirst()).map { LevelSegment($0..<$1, of: values) })
    }
    let plain = noise(4000, seed: 3)
    #expect(estimate(plain, []).correlation < 0.05)
    #expect(abs(estimate(plain, []).variance - 1) < 0.06)
    let stairs = plain.enumerated().map { $1 + Double($0 / 100 % 2) * 8 }
    #expect(estimate(stairs, []).correlation > 0.8)
    #expect(estimate(stairs, Array(stride(from: 100, to: 4000, by: 100))).correlation < 0.25)
    for (model, rho) in [(NoiseModel.autoregressive, 0.3), (.persistent, 0.6)] {
      #expect(abs(estimate(noise(4000, seed: 5, model), []).correlation - rho) < 0.05)
    }
    #expect(estimate(noise(4000, seed: 5, .skewed), []).skewness > 1)
    #expect(estimate(plain, []).kurtosis < 0.1)
    #expect(estimate([1, 1, 1, 1], [2]).variance > 0)
  }

  @Test("Memory widens long stretches by (1 + ρ) ÷ (1 − ρ), short ones by less")
  func inflation() {
    #expect(NoiseEstimate.inflation(correlation: 0, count: 5) == 1)
    #expect(abs(NoiseEstimate.inflation(correlation: 0.3, count: 100_000) - 1.3 / 0.7) < 1e-4)
    // Five values: 1 + 2 · (0.8 · 0.3 + 0.6 · 0.09 + 0.4 · 0.027 + 0.2 · 0.0081).
    #expect(abs(NoiseEstimate.inflation(correlation: 0.3, count: 5) - 1.61284) < 1e-9)
  }

  @Test("The evidence for a step between unchanged stretches is about a normal deviate")
  func evidence() {
    // Two thousand deviates: a fifth is above 1.28 either way, one in a hundred above 2.58.
    var above = (middle: 0, far: 0)
    for seed in 1...2000 as ClosedRange<UInt64> {
      let values = noise(60, seed: seed)
      let left = LevelSegment(0..<20, of: values)
      let right = LevelSegment(20..<60, of: values)
      let estimate = NoiseEstimate(about: [left, right])
      let evidence = StepEvidence(
        from: left, to: right, noise: estimate, count: 60, isNewest: false)
      if evidence.statistic > 1.28 { above.middle += 1 }
      if evidence.statistic > 2.58 { above.far += 1 }
      #expect(evidence.scalePenalty == 0)
    }
    #expect((200...420).contains(above.middle))
    #expect((2...32).contains(above.far))
  }

  @Test("Short sides need more evidence, the newest step needs less")
  func penalties() {
    let values = noise(400, seed: 9)
    func penalty(_ left: Int, _ right: Int, count: Int = 400, isNewest: Bool) -> Double {
      let segments = [
        LevelSegment(0..<left, of: values), LevelSegment(left..<left + right, of: values),
      ]
      return StepEvidence(
        from: segments[0], to: segments[1], noise: NoiseEstimate(about: segments), count: count,
        isNewest: isNewest
      ).scalePenalty
    }
    #expect(penalty(100, 10, isNewest: false) == 0)
    #expect(penalty(100, 4, isNewest: false) > penalty(100, 8, isNewest: false))
    #expect(penalty(4, 100, isNewest: false) == penalty(100, 4, isNewest: false))
    #expect(penalty(50, 4, count: 100, isNewest: false) < penalty(50, 4, isNewest: false))
    #expect(penalty(100, 10, isNewest: true) < 0)
    // The newer it is the less; that ends when it is no longer new.
    #expect(penalty(100, 60, isNewest: true) > penalty(100, 40, isNewest: true))
    #expect(penalty(100, 80, isNewest: true) == 0)
  }

  @Test("The memories that a series allows are those of its noise, the surer the longer it is")
  func memories() {
    for (model, rho) in [(NoiseModel.normal, 0.0), (.autoregressive, 0.3), (.persistent, 0.6)] {
      var spread = Double.infinity
      for count in [60, 600, 6000] {
        let segment = LevelSegment(0..<count, of: noise(count, seed: 7, model))
        let memory = NoiseEstimate(about: [segment]).memory
        let total = memory.candidates.reduce(0) { $0 + $1.probability }
        #expect(abs(total - 1) < 1e-9)
        #expect(
          zip(memory.candidates, memory.candidates.dropFirst()).allSatisfy {
            $0.correlation < $1.correlation
          })
        let variance = memory.candidates.reduce(0) {
          $0 + $1.probability * ($1.correlation - memory.mean) * ($1.correlation - memory.mean)
        }
        #expect(variance < spread)
        spread = variance
        #expect(abs(memory.mean - rho) < 3 / Double(count).squareRoot())
      }
    }
    // One memory gives the deviate back; where some say no step, there is none.
    #expect(MemoryDistribution(0.3).deviate(ofSquares: [9]) == 3)
    let segment = LevelSegment(0..<60, of: noise(60, seed: 7, .autoregressive))
    let memory = NoiseEstimate(about: [segment]).memory
    var squares = memory.candidates.map { _ in 25.0 }
    #expect(abs(memory.deviate(ofSquares: squares) - 5) < 1e-9)
    squares[0] = 0
    #expect(memory.deviate(ofSquares: squares) < 5)
  }

  @Test("Limits between and beyond the stored lengths follow the rows; stricter is higher")
  func limits() {
    for (column, sensitivity) in Sensitivity.allCases.enumerated() {
      for row in EvidenceLimit.rows {
        #expect(
          EvidenceLimit.value(count: row.count, sensitivity: sensitivity) == row.limits[column])
      }
      for (low, high) in zip(EvidenceLimit.rows, EvidenceLimit.rows.dropFirst()) {
        let between = EvidenceLimit.value(count: low.count + 1, sensitivity: sensitivity)
        let ends = [low.limits[column], high.limits[column]]
        #expect(between >= (ends.min() ?? 0) && between <= (ends.max() ?? 0))
      }
      let far = EvidenceLimit.value(count: 1_000_000, sensitivity: sensitivity)
      let last = EvidenceLimit.rows.last?.limits[column] ?? 0
      #expect(far >= last && far < last + 12)
      #expect(EvidenceLimit.value(count: 3, sensitivity: sensitivity).isFinite)
    }
    #expect(EvidenceLimit.rows.allSatisfy { $0.limits == $0.limits.sorted() })
  }
}
