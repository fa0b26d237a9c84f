internal import CLibrary
internal import Measuring

/// Finds stretches in which a series without noise grows, or shrinks, with nearly every point:
/// sizes and counts.
///
/// There are no levels in them, so no search for levels can say what is unusual. The growth from
/// point to point can: a step is a growth that is far from those around it.
enum GrowthSearch {
  /// As many equal points are a level, at which a growth ends.
  private static let longestLevel = 20
  /// The most points that a value stays on average; with more they are levels.
  private static let longestStay = Double(StepEvidence.shortestSide)
  /// The share of changes in the other direction that a growth may have, whatever it is made of.
  private static let fewReturns = 0.1
  /// The same where each growth starts from the value before it.
  private static let mostReturns = 1.0 / 3
  /// How often neighbouring growths must be on the same side of the median to start from each other's
  /// values: half of them do, and a third of the differences of noise.
  private static let leastAgreement = 0.42
  /// The most that growths may be uneven.
  ///
  /// With more it is noise, on whose coarse steps a slight slope was laid. The sizes of commits, as
  /// unequal as they are, have a tenth of that.
  private static let mostUnevenness = 30.0
  /// Growths on each side whose median shows what is usual at a point.
  private static let neighbors = 7
  /// In how many series the usual growths of commits, whose tail is taken for exponential, reach a
  /// step.
  private static let chance = 0.002
  /// The ninth decile of the sizes of normal deviates.
  private static let ninthDecile = 1.645
  /// The least step, as a multiple of the usual growth.
  private static let leastStep = 1.0

  /// The growths of a series, in order.
  ///
  /// - Parameter values: finite values.
  /// - Returns: a line for each, in units of the series.
  /// - Complexity: O(*n*).
  static func lines(in values: [Double]) -> [DriftLine] {
    var lines: [DriftLine] = []
    var start = 0
    var run = 0
    for place in 1...values.count {
      if place < values.count, values[place] == values[run] { continue }
      // The last point of a level is the first of what follows.
      //     values   1 2 3 4 4 4 … 4 4 5 6 7
      //              └ growth ┘        └ growth      the level of 4 is in neither, but for its ends
      if place - run >= longestLevel {
        if let line = line(start..<run + 1, of: values) { lines.append(line) }
        start = place - 1
      }
      run = place
    }
    if let line = line(start..<values.count, of: values) { lines.append(line) }
    return lines
  }

  private static func line(_ points: Range<Int>, of values: [Double]) -> DriftLine? {
    guard points.count >= DriftSearch.shortest else { return nil }
    let plain = zip(values[points], values[points].dropFirst()).map { $1 - $0 }
    let (rises, falls) = (plain.count { $0 > 0 }, plain.count { $0 < 0 })
    let returns = Double(min(rises, falls)) / Double(max(rises + falls, 1))
    guard Double(rises + falls) * longestStay >= Double(plain.count), returns <= mostReturns,
      returns <= fewReturns || agreement(plain) >= leastAgreement
    else { return nil }
    var growth = Growth(plain)
    var isLogarithmic = false
    if values[points].allSatisfy({ $0 > 0 }) {
      let ratios = zip(values[points], values[points].dropFirst()).map { log($1 / $0) }
      let other = Growth(ratios)
      if other.unevenness < growth.unevenness { (growth, isLogarithmic) = (other, true) }
    }
    guard growth.size == 0 || growth.unevenness <= mostUnevenness else { return nil }
    var rest = 0.0
    let threshold = threshold(of: growth)
    let deviation = growth.spread > 0 ? growth.spread / ninthDecile : threshold
    let steps = growth.steps(threshold: threshold).map { place, excess in
      rest += excess
      // The growth at this place of the list leads to the next point.
      let index = points.lowerBound + place + 1
      let usual = growth.usual[place]
      let before = values[index - 1]
      let after = isLogarithmic ? before * exp(usual + excess) : before + usual + excess
      return DriftLine.Step(
        place: index, before: isLogarithmic ? before * exp(usual) : before + usual, after: after,
        statistic: abs(excess) / deviation, threshold: threshold / deviation)
    }
    let last = values[points.upperBound - 1]
    let isFirst = points.lowerBound == 0
    return DriftLine(
      replaced: max(points.lowerBound - StepEvidence.shortestSide, 0)..<points.upperBound,
      start: points.lowerBound + (isFirst ? 0 : 1), first: values[points.lowerBound],
      last: isLogarithmic ? last * exp(-rest) : last - rest, steps: steps)
  }

  /// How often neighbouring growths are on the same side of the median.
  private static func agreement(_ growths: [Double]) -> Double {
    let median = Statistics.median(growths) ?? 0
    let pairs = zip(growths, growths.dropFirst()).filter { $0 != median && $1 != median }
    let agreeing = pairs.count { ($0 > median) == ($1 > median) }
    return Double(agreeing) / Double(max(pairs.count, 1))
  }

  /// How far a growth must be from the usual one to be a step.
  private static func threshold(of growth: Growth) -> Double {
    // An exponential tail falls by a factor of five between the median and the ninth decile.
    let tail = growth.spread * log(Double(growth.all.count) / chance) / log(5)
    return max(tail, leastStep * growth.size)
  }

  /// What a series grows by from each point to the next.
  private struct Growth {
    let all: [Double]
    /// The median around each.
    let usual: [Double]
    /// From the median to the ninth decile of the distances from the usual growth.
    let spread: Double
    /// The median size of the usual growth.
    let size: Double

    /// How uneven it is, for growths of one series.
    var unevenness: Double { size > 0 ? spread / size : .infinity }

    init(_ all: [Double]) {
      self.all = all
      usual = CleanedSeries.medians(of: all, neighbors: GrowthSearch.neighbors)
      let distances = zip(all, usual).map { abs($0 - $1) }.sorted()
      spread = distances[distances.count * 9 / 10]
      size = Statistics.median(usual.map { abs($0) }) ?? 0
    }

    /// Where growths are unusual and do not return at once: places, and what is unusual.
    func steps(threshold: Double) -> [(place: Int, excess: Double)] {
      guard threshold > 0 else { return [] }
      var steps: [(place: Int, excess: Double)] = []
      // A level comes before each step.
      var place = StepEvidence.shortestSide - 1
      while place < all.count {
        let excess = all[place] - usual[place]
        guard abs(excess) > threshold else {
          place += 1
          continue
        }
        // What comes within less than a level belongs together: a value that returns is none.
        let near = place..<min(place + StepEvidence.shortestSide, all.count)
        let sum = near.reduce(0) {
          let other = all[$1] - usual[$1]
          return abs(other) > threshold ? $0 + other : $0
        }
        // Up by 9 and down by 9 two points later sum to nothing: a value that returned.
        if abs(sum) > threshold { steps.append((place, sum)) }
        place = near.upperBound
      }
      return steps
    }
  }
}
