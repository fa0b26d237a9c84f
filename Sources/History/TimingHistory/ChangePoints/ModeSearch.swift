internal import CLibrary
internal import Measuring

/// Tells stretches in which a series goes back and forth between two levels from changes.
///
/// Two modes are a chain with two states: stays have geometric lengths, so no stay is much longer
/// than the others, and there are many. Anything else is a change: a third level, a stay that such a
/// chain would hardly make, a last stay that has ended the habit, or a few long stays.
struct ModeSearch {
  /// Points that belong to two levels in turn.
  struct Stretch: Equatable {
    /// The points.
    let range: Range<Int>
    /// How often the series goes from one level to the other.
    let switches: Int
    /// The higher level less half the distance from the lower: what tells them apart.
    let middle: Double

    /// Whether a step between two segments is a switch within the stretch.
    func contains(stepAt place: Int) -> Bool {
      range.lowerBound < place && place < range.upperBound
    }
  }

  /// Switches from which on going back and forth is a habit, and the longest mean stay.
  private static let habit = (switches: 6, stay: 90.0)
  /// The same where stays are short, so that fewer switches tell.
  private static let quickHabit = (switches: 4, stay: 60.0)
  /// A stay that a chain makes so rarely is none of its stays.
  private static let rareStay = 0.005
  /// Of the distance between the levels, by how much one may differ from itself.
  private static let looseness = 0.15
  /// The most points of a segment between the levels: visits too short for segments of their own.
  private static let longestMixture = 12

  /// Deviations within the levels that they must be apart, where points are told apart one by one.
  private static let clearance = 3.8
  /// The same in deviations of single points.
  private static let separation = 2.5
  /// The fewest points in which a habit can be seen.
  private static let fewestPoints = 50

  /// The stretches in order.
  ///
  /// - Parameters:
  ///   - steps: All segments of a series, and what was searched.
  ///   - limit: The evidence that a change needs beyond its scale's penalty.
  /// - Returns: Stretches that do not overlap.
  /// - Complexity: O(*n* log *n* + *k*²) in the points and the segments.
  static func stretches(_ steps: StepSearch, limit: Double) -> [Stretch] {
    let byPoint = stretches(pointsOf: steps.values, limit: limit)
    return byPoint.isEmpty
      ? stretches(steps.segments, of: steps.values, noise: steps.noise) : byPoint
  }

  // MARK: - Points one by one

  /// Looks for two levels that are far enough apart to tell the points one by one.
  ///
  /// Visits may be short, so that segments say little: the medians of seven points are divided into
  /// the two groups with the least squared distance. There must be nothing else in the series: no
  /// change is left when the levels are taken out.
  private static func stretches(pointsOf values: [Double], limit: Double) -> [Stretch] {
    guard values.count >= fewestPoints else { return [] }
    let medians = CleanedSeries.medians(of: values)
    let centres = centres(of: medians)
    let gap = centres.high - centres.low
    guard gap > 0 else { return [] }
    let middle = centres.low + gap / 2
    let isHigh = medians.map { $0 > middle }
    let high = isHigh.count { $0 }
    let switches = zip(isHigh, isHigh.dropFirst()).count { $0 != $1 }
    guard min(high, values.count - high) * 20 >= values.count, switches >= quickHabit.switches
    else {
      return []
    }
    let distances = zip(medians, isHigh).map { abs($0 - ($1 ? centres.high : centres.low)) }
    let within = Statistics.median(distances) ?? 0
    guard gap >= clearance * Statistics.normalConsistency * within else { return [] }
    let levels = [false, true].map { level in
      Statistics.median(zip(values, isHigh).filter { $1 == level }.map { $0.0 }) ?? 0
    }
    let rest = zip(values, isHigh).map { $0 - levels[$1 ? 1 : 0] }
    guard levels[1] - levels[0] >= separation * CleanedSeries.scale(of: rest) else { return [] }
    var stays: [Range<Int>] = []
    for place in isHigh.indices {
      if let last = stays.last, isHigh[last.lowerBound] == isHigh[place] {
        stays[stays.count - 1] = last.lowerBound..<place + 1
      } else {
        stays.append(place..<place + 1)
      }
    }
    let found = habits(stays, middle: middle)
    guard !found.isEmpty,
      StepSearch(CleanedSeries(rest).values, limit: limit).segments.count == 1
    else { return [] }
    return found
  }

  /// The two levels with the least squared distance from them.
  private static func centres(of levels: [Double]) -> (low: Double, high: Double) {
    let sorted = levels.sorted()
    let sum = sorted.reduce(0, +)
    var below = 0.0
    var best = (gain: -1.0, low: 0.0, high: 0.0)
    for (index, level) in sorted.enumerated().dropLast() {
      below += level
      let count = Double(index + 1)
      let others = Double(sorted.count) - count
      let (low, high) = (below / count, (sum - below) / others)
      let gain = count * others * (high - low) * (high - low)
      if gain > best.gain { best = (gain, low, high) }
    }
    return (best.low, best.high)
  }

  // MARK: - Segments

  /// Looks for two levels among consecutive segments.
  private static func stretches(
    _ segments: [LevelSegment], of values: [Double], noise: NoiseEstimate
  ) -> [Stretch] {
    guard segments.count > quickHabit.switches else { return [] }
    // Medians: visits too short for a segment of their own move them little.
    let levels = segments.map { Statistics.median(Array(values[$0.range])) ?? $0.mean }
    var found: [Stretch] = []
    var start = 0
    while start + quickHabit.switches < segments.count {
      let run = Run(from: start, segments, levels, noise)
      let habits = habits(run.stays, middle: run.middle)
      found += habits
      // Two runs share a level at most.
      start = habits.isEmpty ? start + 1 : max(run.end - 1, start + 1)
    }
    return found
  }

  /// Segments that are at one of two levels in turn, as far as they go.
  private struct Run {
    /// The points of each stay.
    private(set) var stays: [Range<Int>]
    /// The segment after the last.
    private(set) var end: Int
    /// Halfway between the levels.
    let middle: Double

    init(
      from start: Int, _ segments: [LevelSegment], _ levels: [Double], _ noise: NoiseEstimate
    ) {
      let gap = abs(levels[start + 1] - levels[start])
      middle = levels[start] / 2 + levels[start + 1] / 2
      // The two levels: means of their segments so far.
      var sums = [0.0, 0.0]
      var weights = [0.0, 0.0]
      for side in 0...1 {
        weights[side] = Double(segments[start + side].count)
        sums[side] = levels[start + side] * weights[side]
      }
      stays = [segments[start].range, segments[start + 1].range]
      var side = 1
      end = start + 2
      while end < segments.count {
        let segment = segments[end]
        let count = Double(segment.count)
        let centres = [sums[0] / weights[0], sums[1] / weights[1]]
        let near = abs(levels[end] - centres[0]) < abs(levels[end] - centres[1]) ? 0 : 1
        let error =
          (noise.variance
          * NoiseEstimate.inflation(correlation: noise.correlation, count: segment.count)
          / count).squareRoot()
        let isAtLevel = abs(levels[end] - centres[near]) <= looseness * gap + 3 * error
        let low = min(centres[0], centres[1])
        let isMixture =
          segment.count <= longestMixture && levels[end] > low && levels[end] < low + gap
        guard isAtLevel || isMixture else { break }
        if isAtLevel {
          sums[near] += levels[end] * count
          weights[near] += count
        }
        if isAtLevel, near != side {
          stays.append(segment.range)
          side = near
        } else {
          stays[stays.count - 1] = stays[stays.count - 1].lowerBound..<segment.range.upperBound
        }
        end += 1
      }
    }
  }

  // MARK: - Habits

  /// The parts of consecutive stays that a chain with two states would make.
  private static func habits(_ stays: [Range<Int>], middle: Double) -> [Stretch] {
    var found: [Stretch] = []
    var pending = [stays[...]]
    while let part = pending.popLast() {
      guard part.count > quickHabit.switches, let first = part.first, let last = part.last,
        let longest = part.indices.max(by: { part[$0].count < part[$1].count })
      else { continue }
      let points = Double(last.upperBound - first.lowerBound)
      // The last stay goes on: whether it has ended the habit is asked on its own.
      let isLastRare = rarity(of: last, among: part.count, points) < rareStay
      let isRare =
        Double(part.count) * rarity(of: part[longest], among: part.count, points) < rareStay
      if isRare || isLastRare {
        let place = isRare ? longest : part.index(before: part.endIndex)
        pending.append(part[place...].dropFirst())
        pending.append(part[..<place])
        continue
      }
      let switches = part.count - 1
      let stay = points / Double(part.count)
      guard
        (switches >= habit.switches && stay <= habit.stay)
          || (switches >= quickHabit.switches && stay <= quickHabit.stay)
      else { continue }
      found.append(
        Stretch(
          range: first.lowerBound..<last.upperBound, switches: switches, middle: middle))
    }
    return found
  }

  /// How often a stay is at least so long, by those beside it: exact for exponential lengths.
  private static func rarity(of stay: Range<Int>, among count: Int, _ points: Double) -> Double {
    let others = max(points - Double(stay.count), 1)
    return exp(-Double(count - 1) * log1p(Double(stay.count) / others))
  }
}
