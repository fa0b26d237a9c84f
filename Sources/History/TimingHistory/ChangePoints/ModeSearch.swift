internal import Measuring

/// Tells a series that goes back and forth between two levels from one that changes.
struct ModeSearch {
  /// Changes from which on going back and forth is a habit.
  private static let habit = 4
  /// Of the distance between the levels, by how much one may differ from itself.
  private static let looseness = 0.15
  /// The same where there are too few changes for a habit.
  private static let strictness = 0.1
  /// The share of points that must be at one of the two levels.
  private static let share = 0.9

  /// Deviations within the levels that they must be apart, where points are told apart one by one.
  private static let clearance = 3.8
  /// The same in deviations of single points.
  private static let separation = 2.5
  /// The fewest points in which a habit can be seen.
  private static let fewestPoints = 50

  /// Whether each point is at the higher level.
  let isHigh: [Bool]

  /// How often the series goes from one level to the other.
  var switches: Int { zip(isHigh, isHigh.dropFirst()).count { $0 != $1 } }

  /// Looks for two levels that are far enough apart to tell the points one by one.
  ///
  /// Visits may be short, so that segments say little: the medians of seven points are divided into
  /// the two groups with the least squared distance. There must be nothing else in the series: no
  /// change is left when the levels are taken out. It is nil where there are no such levels, or the
  /// series goes back and forth less than four times.
  ///
  /// - Parameters:
  ///   - values: The cleaned series.
  ///   - limit: The evidence that a change needs beyond its scale's penalty.
  /// - Complexity: O(*n* log *n*).
  init?(pointsOf values: [Double], limit: Double) {
    guard values.count >= Self.fewestPoints else { return nil }
    let medians = CleanedSeries.medians(of: values)
    let centres = Self.centres(of: medians, Array(repeating: 1, count: medians.count))
    let gap = centres.high - centres.low
    guard gap > 0 else { return nil }
    let middle = centres.low + gap / 2
    isHigh = medians.map { $0 > middle }
    let high = isHigh.count { $0 }
    guard min(high, values.count - high) * 20 >= values.count, switches >= Self.habit else {
      return nil
    }
    let distances = zip(medians, isHigh).map { $0 - ($1 ? centres.high : centres.low) }
    let within = Statistics.median(distances.map { abs($0) }) ?? 0
    guard gap >= Self.clearance * Statistics.normalConsistency * within else { return nil }
    let levels = [false, true].map { level in
      Statistics.median(zip(values, isHigh).filter { $1 == level }.map { $0.0 }) ?? 0
    }
    let rest = zip(values, isHigh).map { $0 - levels[$1 ? 1 : 0] }
    let deviation = CleanedSeries.scale(of: rest)
    guard levels[1] - levels[0] >= Self.separation * deviation else { return nil }
    guard StepSearch(CleanedSeries(rest).values, limit: limit).segments.count == 1 else {
      return nil
    }
  }

  /// Looks for two levels among segments; nil where there are more levels, or fewer than three
  /// changes.
  ///
  /// - Parameters:
  ///   - segments: All segments of a series.
  ///   - values: The cleaned series.
  ///   - noise: The noise about the segments.
  init?(_ segments: [LevelSegment], of values: [Double], noise: NoiseEstimate) {
    guard segments.count > Self.habit - 1 else { return nil }
    // Medians: visits too short for a segment of their own move them little.
    let levels = segments.map { Statistics.median(Array(values[$0.range])) ?? $0.mean }
    let weights = segments.map { Double($0.count) }
    let centres = Self.centres(of: levels, weights)
    let gap = centres.high - centres.low
    guard gap > 0 else { return nil }
    let isHigh = levels.map { $0 - centres.low > centres.high - $0 }
    let switches = zip(isHigh, isHigh.dropFirst()).count { $0 != $1 }
    guard switches >= Self.habit - 1 else { return nil }
    let isHabit = switches >= Self.habit
    var matching = 0.0
    for place in segments.indices {
      let error =
        (noise.variance
        * NoiseEstimate.inflation(
          correlation: noise.correlation, count: segments[place].count)
        / weights[place]).squareRoot()
      let distance = abs(levels[place] - (isHigh[place] ? centres.high : centres.low))
      let isNear =
        isHabit
        ? distance <= Self.looseness * gap + 3 * error
        : distance <= min(Self.strictness * gap, 2 * error)
      if isNear { matching += weights[place] }
    }
    let needed = isHabit ? Self.share : 1
    guard matching >= needed * Double(values.count) else { return nil }
    self.isHigh = zip(segments, isHigh).flatMap { Array(repeating: $1, count: $0.count) }
  }

  /// The two levels with the least weighted squared distance from them.
  private static func centres(
    of levels: [Double], _ weights: [Double]
  ) -> (low: Double, high: Double) {
    let order = levels.indices.sorted { levels[$0] < levels[$1] }
    let weight = weights.reduce(0, +)
    let sum = order.reduce(0) { $0 + levels[$1] * weights[$1] }
    var below = (weight: 0.0, sum: 0.0)
    var best = (gain: -1.0, low: 0.0, high: 0.0)
    for index in order.dropLast() {
      below.weight += weights[index]
      below.sum += levels[index] * weights[index]
      let above = (weight: weight - below.weight, sum: sum - below.sum)
      let (low, high) = (below.sum / below.weight, above.sum / above.weight)
      let gain = below.weight * above.weight * (high - low) * (high - low)
      if gain > best.gain { best = (gain, low, high) }
    }
    return (best.low, best.high)
  }
}
