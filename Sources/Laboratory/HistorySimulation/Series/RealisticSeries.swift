internal import CLibrary

/// A made-up series as continuous integration records them, with its true changes.
///
/// Many levels, noise with memory, two modes, drift, outliers, seasons, coarse clocks, bursts of
/// noise and gaps, each present or not by chance.
package struct RealisticSeries: Equatable, Sendable {
  /// The values; a gap is not a number.
  package let values: [Double]
  /// The first points of the new levels.
  package let changes: [Int]

  /// - Parameters:
  ///   - count: How many points it has.
  ///   - generator: Where chance comes from.
  package init(count: Int, using generator: inout some RandomNumberGenerator) {
    func chance(_ share: Double) -> Bool { NoiseModel.uniform(&generator) < share }
    func between(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * NoiseModel.uniform(&generator)
    }
    let noise = NoiseModel.allCases[min(Int(between(0, 7)), NoiseModel.allCases.count - 1)]
    let level = pow(10, between(-9, 9))
    let deviation = level * (chance(0.05) ? 0 : pow(10, between(-4, -1)))
    var values = noise.series(count: count, using: &generator).map { level + deviation * $0 }
    // Steps of 3 to 30 deviations, or of some percent where there is no noise.
    var changes: [Int] = []
    let dwell = between(5, 200)
    var index = Int(between(5, 5 + dwell))
    while chance(0.8), index < count - 4 {
      changes.append(index)
      let size = (chance(0.5) ? 1 : -1) * between(3, 30) * max(deviation, level / 1000)
      for place in index..<count { values[place] += size }
      index += 5 + Int(between(0, 2 * dwell))
    }
    if chance(0.1) {
      var isHigh = false
      for place in values.indices {
        if chance(0.1) { isHigh.toggle() }
        if isHigh { values[place] *= 1.03 }
      }
    }
    if chance(0.1) {
      let slope = between(-0.1, 0.1) / Double(max(count, 1))
      for place in values.indices { values[place] *= 1 + slope * Double(place) }
    }
    if chance(0.2) {
      for place in values.indices where chance(0.03) { values[place] *= between(1.1, 10) }
    }
    if chance(0.1) {
      for place in values.indices where place % 60 < 15 {
        values[place] += between(-5, 5) * deviation
      }
    }
    if chance(0.1) {
      let tick = level / 1000
      for place in values.indices { values[place] = (values[place] / tick).rounded() * tick }
    }
    if chance(0.1) {
      for place in values.indices where chance(0.05) { values[place] = .nan }
    }
    self.values = values
    self.changes = changes
  }
}
