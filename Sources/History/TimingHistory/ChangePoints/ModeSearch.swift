internal import CLibrary
internal import Measuring

/// Tells stretches in which a series goes back and forth between two levels from changes.
///
/// Two modes are a chain with two states: stays have geometric lengths, so no stay is much longer
/// than the others, and there are many. Anything else is a change: a third level, however near to one
/// of the two (with the levels taken out, a change is left), a stay that such a
/// chain would hardly make, a last stay that has ended the habit, or a few long stays. The points
/// are told apart one by one (``TwoLevelChain``), so that visits too short for segments count too.
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

  /// Of the distance between the levels, by how much one may differ from itself.
  private static let looseness = 0.15
  /// Of the distance between the levels, the least that makes a third level of what is left when they
  /// are taken out.
  private static let sameness = 0.05
  /// The most points of a segment between the levels: visits too short for segments of their own.
  private static let longestMixture = 12
  /// By how many points a step may lie beside the switch that it is.
  private static let imprecision = 6

  /// Deviations within the levels that they must be apart, where points are told apart one by one.
  private static let clearance = 3.8
  /// The same in deviations of single points.
  private static let separation = 2.5
  /// The fewest points in which a habit can be seen.
  private static let fewestPoints = 50

  private let steps: StepSearch
  /// The values before far ones were pulled in.
  private let plain: [Double]
  private let limit: Double

  /// The stretches in order.
  ///
  /// - Parameters:
  ///   - steps: All segments of a series, and what was searched.
  ///   - plain: The same values before any was pulled in.
  ///   - limit: The evidence that a change needs beyond its scale's penalty.
  /// - Returns: Stretches that do not overlap.
  /// - Complexity: O(*n* log *n*) in the points.
  static func stretches(_ steps: StepSearch, plain: [Double], limit: Double) -> [Stretch] {
    let search = ModeSearch(steps: steps, plain: plain, limit: limit)
    let whole = search.wholeSeries()
    return whole.isEmpty ? search.amongSegments() : whole
  }

  // MARK: - The whole series

  /// Looks for two levels that all points belong to, far enough apart to tell them one by one.
  ///
  /// Visits may be short, so that segments say little: the medians of seven points are divided into
  /// the two groups with the least squared distance. There must be nothing else in the series: no
  /// change is left when the levels are taken out.
  private func wholeSeries() -> [Stretch] {
    let values = steps.values
    guard values.count >= Self.fewestPoints else { return [] }
    let medians = CleanedSeries.medians(of: values)
    let centres = Self.centres(of: medians)
    let gap = centres.high - centres.low
    guard gap > 0 else { return [] }
    let middle = centres.low + gap / 2
    let isHigh = medians.map { $0 > middle }
    let high = isHigh.count { $0 }
    // Each level has a twentieth of the points.
    guard min(high, values.count - high) * 20 >= values.count else { return [] }
    let distances = zip(medians, isHigh).map { abs($0 - ($1 ? centres.high : centres.low)) }
    let within = Statistics.median(distances) ?? 0
    guard gap >= Self.clearance * Statistics.normalConsistency * within else { return [] }
    let levels = [false, true].map { level in
      Statistics.median(zip(values, isHigh).filter { $1 == level }.map { $0.0 }) ?? 0
    }
    let rest = zip(values, isHigh).map { $0 - levels[$1 ? 1 : 0] }
    guard levels[1] - levels[0] >= Self.separation * CleanedSeries.scale(of: rest) else {
      return []
    }
    let found = habits(in: values.indices, levels: (levels[0], levels[1]))
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
    // Of one-dimensional values the best two groups are neighbours in their order, so that n
    // − 1 divisions are all.
    for (index, level) in sorted.enumerated().dropLast() {
      below += level
      let count = Double(index + 1)
      let others = Double(sorted.count) - count
      let (low, high) = (below / count, (sum - below) / others)
      // Between the squares about one mean and those about two lie n m ÷ (n + m) (high −
      // low)², and n + m is the same for all divisions.
      let gain = count * others * (high - low) * (high - low)
      if gain > best.gain { best = (gain, low, high) }
    }
    return (best.low, best.high)
  }

  // MARK: - Segments

  /// Looks for two levels among consecutive segments.
  private func amongSegments() -> [Stretch] {
    let segments = steps.segments
    guard segments.count > 1 else { return [] }
    // Medians: visits too short for a segment of their own move them little.
    let levels = segments.map { Statistics.median(Array(steps.values[$0.range])) ?? $0.mean }
    var found: [Stretch] = []
    var start = 0
    while start + 1 < segments.count {
      let run = Run(from: start, segments, levels, steps.noise)
      found += habits(in: run.points, levels: run.levels)
      // Two runs share a level at most.
      start = max(run.end - 1, start + 1)
    }
    return found
  }

  /// Segments that are at one of two levels in turn, as far as they go.
  private struct Run {
    /// The points of the segments.
    let points: Range<Int>
    /// The segment after the last.
    private(set) var end: Int
    /// The two levels: means of their segments.
    let levels: (low: Double, high: Double)

    init(
      from start: Int, _ segments: [LevelSegment], _ levels: [Double], _ noise: NoiseEstimate
    ) {
      let gap = abs(levels[start + 1] - levels[start])
      var sums = [0.0, 0.0]
      var weights = [0.0, 0.0]
      for side in 0...1 {
        weights[side] = Double(segments[start + side].count)
        sums[side] = levels[start + side] * weights[side]
      }
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
        end += 1
      }
      points = segments[start].range.lowerBound..<segments[end - 1].range.upperBound
      let centres = [sums[0] / weights[0], sums[1] / weights[1]]
      self.levels = (min(centres[0], centres[1]), max(centres[0], centres[1]))
    }
  }

  // MARK: - Habits

  /// The parts of a range that a chain between two levels would make.
  ///
  /// With the levels taken out no change may be left in them: a third level is a change.
  private func habits(
    in range: Range<Int>, levels: (low: Double, high: Double), isPart: Bool = false
  ) -> [Stretch] {
    guard
      let chain = TwoLevelChain(
        plain, in: range, levels: levels, inflation: steps.noise.longRunInflation)
    else { return [] }
    return chain.habits().flatMap { habit -> [Stretch] in
      let bounds = parts(of: habit.points, chain)
      guard bounds.count == 2 else {
        return isPart
          ? []
          : zip(bounds, bounds.dropFirst()).flatMap {
            habits(in: $0..<$1, levels: levels, isPart: true)
          }
      }
      return [
        Stretch(
          range: atSteps(habit.points, within: range), switches: habit.switches,
          middle: chain.middle)
      ]
    }
  }

  /// The ends of the parts of a habit between changes that are left when its levels are taken out.
  private func parts(of points: Range<Int>, _ chain: TwoLevelChain) -> [Int] {
    let rest = points.map {
      steps.values[$0] - (chain.isHigh(at: $0) ? chain.levels.high : chain.levels.low)
    }
    let whole = [points.lowerBound, points.upperBound]
    guard rest.count >= 2 * StepEvidence.shortestSide else { return whole }
    let left = StepSearch(CleanedSeries(rest).values, limit: limit).segments
    let means = left.map { segment in
      Statistics.median(Array(rest[segment.range])) ?? 0
    }
    let least = Self.sameness * (chain.levels.high - chain.levels.low)
    let places = left.indices.dropFirst().filter { abs(means[$0] - means[$0 - 1]) >= least }
    return [points.lowerBound] + places.map { points.lowerBound + left[$0].range.lowerBound }
      + [points.upperBound]
  }

  /// The points of a stretch, with each end at the step that is its first or last switch.
  ///
  /// The step before a stay that is none of the habit's is a change, wherever exactly it was found.
  private func atSteps(_ points: Range<Int>, within range: Range<Int>) -> Range<Int> {
    func nearest(_ place: Int) -> Int {
      let bounds = steps.segments.map(\.range.lowerBound).filter {
        abs($0 - place) <= Self.imprecision
      }
      return bounds.min { abs($0 - place) < abs($1 - place) } ?? place
    }
    let lower =
      points.lowerBound == range.lowerBound ? range.lowerBound : nearest(points.lowerBound)
    let upper =
      points.upperBound == range.upperBound ? range.upperBound : nearest(points.upperBound)
    return lower < upper ? lower..<upper : points
  }
}
