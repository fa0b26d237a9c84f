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
    /// Where it begins, after a level; nil for the first point of the segments.
    var start: Int?
  }

  /// The lines that fit better than steps, in order.
  ///
  /// - Complexity: O(*n*).
  static func lines(
    _ segments: [LevelSegment], of values: [Double], noise: NoiseEstimate
  ) -> [Line] {
    let all = segments.indices
    if segments.count > 1, let line = line(through: all, segments, values, noise) { return [line] }
    // A ramp after a level has stairs of one direction, or nearly so.
    if segments.count > fewestStairs, let line = bend(through: all, segments, values, noise) {
      return [line]
    }
    var lines: [Line] = []
    var start = 0
    while start + 1 < segments.count {
      let rises = segments[start + 1].mean > segments[start].mean
      var end = start + 2
      while end < segments.count, (segments[end].mean > segments[end - 1].mean) == rises {
        end += 1
      }
      if let line = line(through: start..<end, segments, values, noise)
        ?? bend(through: start..<end, segments, values, noise)
      {
        lines.append(line)
      }
      // The last level of one direction is the first of the other.
      start = end - 1
    }
    return lines.reduce(into: []) { apart, line in
      if line.segments.lowerBound >= apart.last?.segments.upperBound ?? 0 { apart.append(line) }
    }
  }

  /// The fewest steps that a line after a level may replace.
  private static let fewestStairs = 2
  /// What the place of the bend must add, as a step's does.
  private static let costOfBend = costOfStep / 2

  /// A level that becomes a line: y = c + s · max(0, x − bend), by least squares for each bend.
  private static func bend(
    through range: Range<Int>, _ segments: [LevelSegment], _ values: [Double],
    _ noise: NoiseEstimate
  ) -> Line? {
    guard range.count > fewestStairs else { return nil }
    let points =
      segments[range.lowerBound].range
      .lowerBound..<segments[range.upperBound - 1].range.upperBound
    let count = Double(points.count)
    guard points.count >= 2 * shortest else { return nil }
    let bends = (points.lowerBound + StepEvidence.shortestSide)..<(points.upperBound - shortest)
    let whole = LevelSegment(points, of: values)
    // Sums of the distances from the mean, and of their products with places, from the end back.
    var (sum, product) = (0.0, 0.0)
    var place = points.upperBound
    var best: (left: Double, bend: Int, slope: Double, level: Double)?
    for bend in bends.reversed() {
      while place > bend {
        place -= 1
        let distance = values[place] - whole.mean
        sum += distance
        product += distance * Double(place - points.lowerBound)
      }
      // The regressor max(0, x − bend): 1, 2, … after it.
      let steps = Double(points.upperBound - 1 - bend)
      let total = steps * (steps + 1) / 2
      let squares = steps * (steps + 1) * (2 * steps + 1) / 6
      let spread = squares - total * total / count
      let slope = (product - Double(bend - points.lowerBound) * sum) / spread
      let left = whole.squares - slope * slope * spread
      if left < best?.left ?? .infinity {
        best = (left, bend, slope, whole.mean - slope * total / count)
      }
    }
    guard let best else { return nil }
    let left = max(best.left, 1e-12)
    let stairs = max(segments[range].reduce(0) { $0 + $1.squares }, 1e-12)
    let likelihood =
      count * log(stairs / left) / noise.longRunInflation
      + costOfStep * Double(range.count - 2) - costOfBend
    guard likelihood >= margin(count: points.count) else { return nil }
    let reach = best.slope * Double(points.upperBound - 1 - best.bend)
    return Line(
      segments: range, first: best.level, last: best.level + reach, start: best.bend)
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
