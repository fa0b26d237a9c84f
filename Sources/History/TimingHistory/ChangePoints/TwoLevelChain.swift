internal import CLibrary
internal import Measuring

/// Points that are at one of two levels each, as a chain with two states makes them.
///
/// The states are the likeliest path (Viterbi) of a chain with normal noise about both levels. A
/// value far from both says nothing.
struct TwoLevelChain {
  /// Consecutive stays that belong to the chain.
  struct Habit {
    let points: Range<Int>
    /// How often the series goes from one level to the other.
    let switches: Int
  }

  /// What a switch costs in logarithms of the likelihood.
  private static let costOfSwitch = 3.0
  /// What a value far from its level costs at most: more than two switches.
  private static let costOfFarPoint = 8.0
  /// How often the path is found, and the levels and the noise are estimated from it.
  private static let passes = 3
  /// The fewest points of each level.
  private static let fewestPoints = 4

  /// Three switches are a change that was taken back and made once more.
  private static let fewestSwitches = 4
  /// The fewest points of a stay that far points are no explanation of.
  private static let shortestLevel = StepEvidence.shortestSide
  /// Of the distance between the levels, by how much visits may differ from stays.
  private static let looseness = 0.15
  /// Standard errors by which they may differ besides; a median's is a quarter larger.
  private static let certainty = 3 * 1.25
  /// Points from one switch to the next that a chain has on average, before the series is seen.
  private static let usualStay = 20.0
  /// The same of changes that someone makes.
  private static let usualLevel = 150.0
  /// How often a change that someone makes leads back to the level before the last.
  private static let shareOfReturns = 0.5
  /// What the logarithm of the likelihoods' ratio must be.
  private static let evidence = 1.7
  /// The longest mean stay: who comes back less often has changed.
  private static let longestMeanStay = 90.0
  /// A stay that a chain makes so rarely is none of its stays.
  private static let rareStay = 0.001
  /// The most visits to a level before the newest that are trials of a change, and no habit.
  private static let mostTrials = 3
  /// The fewest points of a newest stay that is held against such visits.
  private static let shortestLanding = 12
  /// By how much it must be longer than the longest of them.
  private static let landing = 2
  /// By how much such visits must be shorter than the stays at the other level.
  private static let brevity = 2.5

  /// The points of each stay.
  private let stays: [Range<Int>]
  /// The points that were looked at.
  private let range: Range<Int>
  /// For each of them whether it is at the higher level.
  private let states: [Bool]
  /// Where the levels are.
  let levels: (low: Double, high: Double)
  /// Halfway between the levels.
  let middle: Double
  /// Whether any point is far from both levels.
  private let hasFarPoints: Bool
  /// Whether short visits are at the levels of the longer stays.
  private let visitsFit: Bool

  /// Finds the stays; nil where one level has hardly any points.
  ///
  /// - Parameters:
  ///   - values: A series.
  ///   - range: The points that are looked at; not empty.
  ///   - levels: About where the two levels are.
  ///   - inflation: By how much memory makes neighbours say less.
  /// - Complexity: O(*n*) in the points of the range, and *n* log *n* for medians.
  init?(
    _ values: [Double], in range: Range<Int>, levels: (low: Double, high: Double),
    inflation: Double
  ) {
    var levels = levels
    var variance = 1.0
    var isHigh: [Bool] = []
    for _ in 0..<Self.passes {
      isHigh = Self.path(values[range], levels, scale: 2 * variance * inflation)
      let groups = [false, true].map { state in
        zip(values[range], isHigh).filter { $1 == state }.map { $0.0 }
      }
      guard groups.allSatisfy({ $0.count >= Self.fewestPoints }),
        let low = Statistics.median(groups[0]), let high = Statistics.median(groups[1]),
        low < high
      else { return nil }
      levels = (low, high)
      let deviation = CleanedSeries.scale(
        of: zip(values[range], isHigh).map { $0 - ($1 ? high : low) })
      variance = max(deviation * deviation, 1e-4)
    }
    let reach = (variance * 2 * Self.costOfFarPoint).squareRoot()
    hasFarPoints = values[range].contains {
      abs($0 - levels.low) > reach && abs($0 - levels.high) > reach
    }
    middle = levels.low / 2 + levels.high / 2
    self.levels = levels
    self.range = range
    states = isHigh
    var stays: [Range<Int>] = []
    for (place, state) in zip(range, isHigh) {
      if let last = stays.last, isHigh[last.lowerBound - range.lowerBound] == state {
        stays[stays.count - 1] = last.lowerBound..<place + 1
      } else {
        stays.append(place..<place + 1)
      }
    }
    self.stays = stays
    let error = Self.certainty * (variance * max(inflation, 1)).squareRoot()
    let loose = Self.looseness * (levels.high - levels.low)
    visitsFit = [false, true].allSatisfy { state in
      let own = stays.filter { isHigh[$0.lowerBound - range.lowerBound] == state }
      let visits = own.filter { $0.count < Self.shortestLevel }.flatMap { Array(values[$0]) }
      let long = own.filter { $0.count >= Self.shortestLevel }.flatMap { Array(values[$0]) }
      guard let one = Statistics.median(visits), let other = Statistics.median(long) else {
        return true
      }
      let share = 1 / Double(visits.count) + 1 / Double(long.count)
      return abs(one - other) <= loose + error * share.squareRoot()
    }
  }

  /// For each point whether it is at the higher level, by the likeliest path.
  private static func path(
    _ values: ArraySlice<Double>, _ levels: (low: Double, high: Double), scale: Double
  ) -> [Bool] {
    func cost(_ distance: Double) -> Double { min(distance * distance / scale, costOfFarPoint) }
    var (low, high) = (0.0, 0.0)
    // Whether the best path to each state came from the other one.
    var cameFromHigh: [Bool] = []
    var cameFromLow: [Bool] = []
    for value in values {
      //     low   ──────────┬─→ low      low + cost(value − low)
      //                ╲   ╱              or, from the other level, 3 more
      //                ╱   ╲
      //     high  ──────────┴─→ high
      //
      // Not both can come from the other level: a switch costs more than nothing.
      let isFromHigh = high + costOfSwitch < low
      let isFromLow = low + costOfSwitch < high
      cameFromHigh.append(isFromHigh)
      cameFromLow.append(isFromLow)
      (low, high) = (
        (isFromHigh ? high + costOfSwitch : low) + cost(value - levels.low),
        (isFromLow ? low + costOfSwitch : high) + cost(value - levels.high)
      )
    }
    var states = [Bool](repeating: false, count: values.count)
    var isHigh = high < low
    for place in states.indices.reversed() {
      states[place] = isHigh
      if isHigh ? cameFromLow[place] : cameFromHigh[place] { isHigh.toggle() }
    }
    return states
  }

  /// Whether a point of the range is at the higher level.
  func isHigh(at place: Int) -> Bool { states[place - range.lowerBound] }

  /// The parts of the stays that are a habit.
  func habits() -> [Habit] {
    var found: [Habit] = []
    var pending = [stays[...]]
    while let part = pending.popLast() {
      guard part.count > Self.fewestSwitches, let first = part.first, let last = part.last,
        let longest = part.indices.max(by: { part[$0].count < part[$1].count })
      else { continue }
      let points = Double(last.upperBound - first.lowerBound)
      // The last stay goes on: whether it has ended the habit is asked on its own.
      let isLastRare =
        Self.rarity(ofStay: part.index(before: part.endIndex), among: part) < Self.rareStay
      // The longest was chosen among all of them, each of which had the chance to be it.
      let isRare =
        Double(part.count) * Self.rarity(ofStay: longest, among: part) < Self.rareStay
      if isRare || isLastRare || Self.hasLanded(part) {
        let place = isRare ? longest : part.index(before: part.endIndex)
        pending.append(part[place...].dropFirst())
        pending.append(part[..<place])
        continue
      }
      guard points <= Self.longestMeanStay * Double(part.count) else { continue }
      let sure = sureSwitches(part)
      guard sure >= Self.fewestSwitches,
        Self.evidence(switches: sure, points: points) >= Self.evidence
      else { continue }
      found.append(
        Habit(points: first.lowerBound..<last.upperBound, switches: part.count - 1))
    }
    return found
  }

  /// How many switches there are, for certain.
  ///
  /// Far points may explain visits that are shorter than a level: where there are far points
  /// elsewhere, or where such visits are at another level than the longer stays, they do not count.
  private func sureSwitches(_ stays: ArraySlice<Range<Int>>) -> Int {
    if visitsFit, !hasFarPoints { return stays.count - 1 }
    // Stays are at the two levels in turn.
    let long = stays.indices.filter { stays[$0].count >= Self.shortestLevel }
    return zip(long, long.dropFirst()).count { ($1 - $0) % 2 == 1 }
  }

  /// Whether the newest stay is a change that was tried before: landed, reverted, and landed for good.
  ///
  /// It is held against the earlier visits to its level. Where these are few, and short beside the stays at
  /// the other level, they say little of how long such a chain stays; a stay that has outlasted them
  /// all is intended. A habit has more of them, or longer ones.
  private static func hasLanded(_ stays: ArraySlice<Range<Int>>) -> Bool {
    guard let newest = stays.last, newest.count >= shortestLanding else { return false }
    let last = stays.index(before: stays.endIndex)
    let visits = stays.indices.dropLast().filter { (last - $0) % 2 == 0 }.map { stays[$0].count }
    let others = stays.indices.filter { (last - $0) % 2 == 1 }.map { stays[$0].count }
    guard (1...mostTrials).contains(visits.count), let longest = visits.max(), !others.isEmpty
    else { return false }
    let visit = Double(visits.reduce(0, +)) / Double(visits.count)
    let other = Double(others.reduce(0, +)) / Double(others.count)
    return newest.count > landing * longest && other >= brevity * visit
  }

  /// How often a stay is at least so long, by all others or by those at the same level.
  ///
  /// The rarer of the two counts: visits to one level may be short, and stays at the other long.
  private static func rarity(ofStay place: Int, among stays: ArraySlice<Range<Int>>) -> Double {
    let own = stays.indices.filter { ($0 - place) % 2 == 0 }
    return min(
      rarity(of: stays[place].count, among: stays.map(\.count)),
      rarity(of: stays[place].count, among: own.map { stays[$0].count }))
  }

  /// How often one of so many lengths is at least so long: exact for exponential lengths.
  private static func rarity(of length: Int, among lengths: [Int]) -> Double {
    let others = Double(max(lengths.reduce(-length, +), 1))
    // (1 + l ÷ s) to the power of −(k − 1): one of k exponential lengths to the sum s of the
    // others follows an F distribution with 2 and 2 (k − 1) degrees.
    return exp(-Double(lengths.count - 1) * log1p(Double(length) / others))
  }

  /// The logarithm of how much likelier a chain makes so many switches than changes do.
  ///
  /// Both come at random, one at a rate of about a switch in ``usualStay`` points and the other in
  /// ``usualLevel``, each rate with an exponential prior: k switches in n points have the likelihood
  /// k! u ÷ (n + u)^(k + 1). A change leads back to the level before the last with a probability of
  /// ``shareOfReturns``, a switch always.
  static func evidence(switches: Int, points: Double) -> Double {
    log(usualStay / usualLevel)
      + Double(switches + 1) * log((points + usualLevel) / (points + usualStay))
      - Double(switches - 1) * log(shareOfReturns)
  }
}
