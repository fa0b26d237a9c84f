internal import Measuring

/// Where exactly a series leaves one level for another, once it is known that it does.
///
/// Rank statistics tell best *that* a level changed. Their largest value lies where ranks divide best,
/// and ranks say nothing about how far apart the levels are: even after a step of twenty deviations it
/// may lie some points off. So the place is found by the values: the one that leaves the least sum of
/// absolute distances from the medians of both sides, which is most likely under Laplace noise. A
/// single outlier counts no more than the step itself, and the place moves only for more than a fifth
/// above that. Steps of a few deviations are left where they are: there the ranks are as good a
/// guess, and the medians of a few points a worse one.
enum LevelBorder {
  /// Standard deviations from which on levels are far enough apart.
  static let clearStep = 3.5

  /// The first point of the new level.
  ///
  /// - Parameters:
  ///   - values: of the series.
  ///   - split: where the change was found.
  ///   - stretch: the points between the changes before and after.
  ///   - margin: points that must stay on each side.
  /// - Returns: the place; `split` where that is no worse.
  /// - Complexity: O(*n* log *n*) in points of the stretch.
  static func place(
    in values: [Double], near split: Int, of stretch: Range<Int>, margin: Int
  ) -> Int {
    let first = stretch.lowerBound + margin
    let places = first...max(first, stretch.upperBound - margin)
    guard places.contains(split),
      let before = Statistics.median(Array(values[stretch.lowerBound..<split])),
      let after = Statistics.median(Array(values[split..<stretch.upperBound]))
    else { return split }
    guard abs(after - before) > clearStep * noise(values, stretch, split, before, after) else {
      return split
    }
    // How much nearer the points up to a place are to the old level than to the new one.
    var gain = 0.0
    var best = (place: split, gain: -Double.infinity)
    var atSplit = -Double.infinity
    for index in stretch.lowerBound...stretch.upperBound {
      if places.contains(index) {
        if index == split { atSplit = gain }
        let isNearer = abs(index - split) < abs(best.place - split)
        if gain > best.gain || (gain == best.gain && isNearer) { best = (index, gain) }
      }
      guard index < stretch.upperBound else { break }
      gain += abs(values[index] - after) - abs(values[index] - before)
    }
    // A point by itself may lie between the levels by chance; two that do not are no chance.
    return best.gain - atSplit > 1.2 * abs(after - before) ? best.place : split
  }

  /// The standard deviation about both levels, from the median absolute deviation of normal noise.
  private static func noise(
    _ values: [Double], _ stretch: Range<Int>, _ split: Int, _ before: Double, _ after: Double
  ) -> Double {
    let deviations = stretch.map { abs(values[$0] - ($0 < split ? before : after)) }
    return (Statistics.median(deviations) ?? 0) * 1.4826
  }
}
