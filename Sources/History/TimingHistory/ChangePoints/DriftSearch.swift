internal import CLibrary

/// Tells a slow drift from the stairs that a search for steps makes of it.
///
/// Consecutive steps in one direction are compared with a straight line through the same points, by
/// their likelihoods: a line has fewer parameters, so where it fits as well it is the finding.
struct DriftSearch {
  /// The fewest points in which a drift is told from a step.
  static let shortest = 30
  /// What each step after the first must add to twice the logarithm of the likelihood: it has a
  /// place and a height.
  private static let costOfStep = 8.0

  /// By how much twice the logarithm of the likelihood must favour the line over one step.
  ///
  /// A step has the choice of its place, which is worth more in a longer series.
  private static func margin(count: Int) -> Double { 2 - 1.3 * log(Double(count) / 100) }

  /// A line in place of steps.
  struct Line {
    /// The segments it replaces.
    let segments: Range<Int>
    /// Its value at the first point.
    let first: Double
    /// Its value at the last point.
    let last: Double
  }

  /// The lines that fit better than steps, in order.
  ///
  /// - Complexity: O(*n*).
  static func lines(
    _ segments: [LevelSegment], of values: [Double], noise: NoiseEstimate
  ) -> [Line] {
    let all = segments.indices
    if segments.count > 1, let line = line(through: all, segments, values, noise) { return [line] }
    var lines: [Line] = []
    var start = 0
    while start + 1 < segments.count {
      let rises = segments[start + 1].mean > segments[start].mean
      var end = start + 2
      while end < segments.count, (segments[end].mean > segments[end - 1].mean) == rises {
        end += 1
      }
      if let line = line(through: start..<end, segments, values, noise) { lines.append(line) }
      // The last level of one direction is the first of the other.
      start = end - 1
    }
    return lines.reduce(into: []) { apart, line in
      if line.segments.lowerBound >= apart.last?.segments.upperBound ?? 0 { apart.append(line) }
    }
  }

  private static func line(
    through range: Range<Int>, _ segments: [LevelSegment], _ values: [Double],
    _ noise: NoiseEstimate
  ) -> Line? {
    let points =
      segments[range.lowerBound].range
      .lowerBound..<segments[range.upperBound - 1].range
      .upperBound
    guard points.count >= shortest else { return nil }
    let middle = Double(points.lowerBound + points.upperBound - 1) / 2
    let whole = LevelSegment(points, of: values)
    var product = 0.0
    var spread = 0.0
    for index in points {
      let distance = Double(index) - middle
      product += distance * (values[index] - whole.mean)
      spread += distance * distance
    }
    let slope = product / spread
    let left = max(whole.squares - slope * product, 1e-12)
    let stairs = max(segments[range].reduce(0) { $0 + $1.squares }, 1e-12)
    let likelihood =
      Double(points.count) * log(stairs / left) / noise.longRunInflation
      + costOfStep * Double(range.count - 2)
    guard likelihood >= margin(count: points.count) else { return nil }
    let reach = slope * Double(points.count - 1) / 2
    return Line(segments: range, first: whole.mean - reach, last: whole.mean + reach)
  }
}
