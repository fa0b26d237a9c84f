internal import CLibrary
internal import Measuring

/// What the machines that measured a series make of its values.
///
/// Machines that take turns are levels of one series: each is moved to the level of the newest by the
/// median difference at their switches, so that a change of the code is seen on all of them, and a
/// switch is none. A machine that replaces another leaves nothing to compare: a change there is one of
/// the environment.
struct MachineLevels {
  /// The values as if one machine had measured those that take turns.
  let values: [Double]
  /// The first points of machines that replace others.
  private let replacements: [Int]

  /// How often two machines must follow each other to take turns.
  private static let fewestSwitches = 4
  /// Points of each machine that are compared at a switch.
  private static let compared = 5
  /// How far from the switch they may be.
  private static let reach = 20
  /// Points on each side of a replacement that tell it from a turn.
  private static let window = 8
  /// The fewest points of a machine on average: runners with a new name each day are no machines.
  private static let fewestPoints = 4

  /// Looks at the machines of a series; nil where they say nothing.
  ///
  /// - Parameters:
  ///   - series: the values.
  ///   - machines: the machine of each, empty where unknown.
  ///   - scale: what the values are.
  /// - Complexity: O(*n*) in the points, times the machines near a switch.
  init?(_ series: [Double], machines: [String], scale: SeriesScale) {
    let places = series.indices.filter { series[$0].isFinite }
    guard machines.count == series.count else { return nil }
    let names = places.map { machines[$0] }
    let count = Set(names).count
    guard count > 1, count * Self.fewestPoints <= names.count else { return nil }
    let isLogarithmic = scale == .values && places.allSatisfy { series[$0] > 0 }
    let plain = places.map { isLogarithmic ? log(series[$0]) : series[$0] }
    let offsets = Self.offsets(plain, names)
    var values = series
    for (place, index) in places.enumerated() {
      let offset = offsets.values[names[place]] ?? 0
      guard offset != 0 else { continue }
      values[index] = isLogarithmic ? exp(plain[place] + offset) : plain[place] + offset
    }
    self.values = values
    replacements = names.indices.dropFirst().filter { place in
      guard names[place] != names[place - 1],
        offsets.groups[names[place]] != offsets.groups[names[place - 1]]
      else { return false }
      let before = Set(names[max(place - Self.window, 0)..<place].map { offsets.groups[$0] })
      let after = names[place..<min(place + Self.window, names.count)]
      return after.allSatisfy { !before.contains(offsets.groups[$0]) }
    }.map { places[$0] }
  }

  /// Whether a machine replaced another near a point.
  func isReplaced(near place: Int, within doubt: Int) -> Bool {
    replacements.contains { abs($0 - place) <= doubt }
  }

  /// Two machines that follow each other, in the order of their names.
  private struct Pair: Hashable {
    let first: String
    let second: String
  }

  /// What is added to the values of each machine, and the machines that take turns with each other.
  private static func offsets(
    _ values: [Double], _ names: [String]
  ) -> (values: [String: Double], groups: [String: Int]) {
    var differences: [Pair: [Double]] = [:]
    for place in names.indices.dropFirst() where names[place] != names[place - 1] {
      let (old, new) = (names[place - 1], names[place])
      let before = (max(place - reach, 0)..<place).reversed().filter { names[$0] == old }
      let after = (place..<min(place + reach, names.count)).filter { names[$0] == new }
      guard let one = Statistics.median(before.prefix(compared).map { values[$0] }),
        let other = Statistics.median(after.prefix(compared).map { values[$0] })
      else { continue }
      let isInOrder = old < new
      let pair = isInOrder ? Pair(first: old, second: new) : Pair(first: new, second: old)
      differences[pair, default: []].append(isInOrder ? other - one : one - other)
    }
    var neighbours: [String: [(name: String, difference: Double)]] = [:]
    for (pair, found) in differences where found.count >= fewestSwitches {
      let difference = Statistics.median(found) ?? 0
      neighbours[pair.first, default: []].append((pair.second, difference))
      neighbours[pair.second, default: []].append((pair.first, -difference))
    }
    var offsets: [String: Double] = [:]
    var groups: [String: Int] = [:]
    // From the newest machine on: its values stay as they are.
    for name in names.reversed() where groups[name] == nil {
      let group = groups.count
      groups[name] = group
      offsets[name] = 0
      // Machines that never follow each other are joined by others that do, by the sum of the
      // differences on the way.
      var pending = [name]
      while let known = pending.popLast() {
        for (other, difference) in (neighbours[known] ?? []).sorted(by: { $0.name < $1.name })
        where groups[other] == nil {
          groups[other] = group
          offsets[other] = (offsets[known] ?? 0) - difference
          pending.append(other)
        }
      }
    }
    return (offsets, groups)
  }
}
