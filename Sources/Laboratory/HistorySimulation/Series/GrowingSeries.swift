internal import CLibrary

/// A made-up series that grows, or shrinks, a little with each commit, with what is true of it.
package struct GrowingSeries: Equatable, Sendable {
  /// How it grows.
  package enum Kind: String, CaseIterable, Sendable {
    /// By the same amount each time, without noise.
    case even
    /// By the same share each time, without noise.
    case compound
    /// By a drawn amount each time, up to twice the mean, without noise.
    case drawn
    /// By nothing, or by an amount with an exponential distribution, without noise.
    case uneven
    /// By normal amounts of which a quarter are below zero, without noise.
    case wandering
    /// By the same amount each time, measured with noise.
    case noisy
    /// Not at all, then by the same amount each time, without noise.
    case flatThenEven
    /// Not at all, then by the same amount each time, measured with noise.
    case flatThenNoisy

    /// Whether the growth begins after a level.
    package var isFlatFirst: Bool { self == .flatThenEven || self == .flatThenNoisy }
    /// Whether the values have noise.
    package var isNoisy: Bool { self == .noisy || self == .flatThenNoisy }
  }

  package let values: [Double]
  /// Where the growth begins.
  package let start: Int
  /// The first points after the steps.
  package let steps: [Int]

  /// Makes a series of 100 to 300 points.
  ///
  /// The growth is 0.1 to 1 % of the first value a commit; with noise of 0.3 to 1 % it is a
  /// hundredth to a third of a deviation, and at least four deviations in all. A step is 1 to 20 %
  /// of the level, up or down, and at least three (drawn: eight, wandering: eighteen, uneven: twenty)
  /// times the growth of a commit; with noise it is 6 to 15 deviations.
  ///
  /// - Parameters:
  ///   - kind: How it grows.
  ///   - many: How many steps are in it, 12 points or more apart and from both ends.
  ///   - generator: Where chance comes from.
  package init(
    _ kind: Kind, steps many: Int, using generator: inout some RandomNumberGenerator
  ) {
    func between(_ low: Double, _ high: Double) -> Double {
      low + (high - low) * NoiseModel.uniform(&generator)
    }
    func logarithmically(_ low: Double, _ high: Double) -> Double {
      exp(between(log(low), log(high)))
    }
    func sign() -> Double { NoiseModel.uniform(&generator) < 0.5 ? -1 : 1 }
    let count = Int(between(100, 300))
    let start = kind.isFlatFirst ? Int(between(0.3, 0.6) * Double(count)) : 0
    let grown = Double(count - start)
    let noise = kind.isNoisy ? between(0.003, 0.01) : 0
    let growth =
      kind.isNoisy
      ? noise * logarithmically(max(0.01, 4 / grown), 1.0 / 3) : logarithmically(0.001, 0.01)
    let apart = 12
    let first = kind.isFlatFirst ? start : 0
    let room = Double(count - first - (many + 1) * apart)
    self.steps = (0..<many).map { _ in Int(room * NoiseModel.uniform(&generator)) }.sorted()
      .enumerated().map { first + $1 + ($0 + 1) * apart }
    let least =
      switch kind {
      case .drawn: 8 * growth
      case .uneven: 20 * growth
      case .wandering: 18 * growth
      default: 3 * growth
      }
    let direction = kind.isNoisy || kind == .even || kind.isFlatFirst ? sign() : 1
    // A shrinking level stays above a third of the first.
    let slope =
      direction * (direction < 0 ? min(growth, 0.66 / grown) : growth)
    var level = 1.0
    var values: [Double] = []
    for place in 0..<count {
      if place > start {
        switch kind {
        case .even, .noisy, .flatThenEven, .flatThenNoisy: level += slope
        case .compound: level *= 1 + growth
        case .drawn: level += between(0, 2 * growth)
        case .wandering: level += growth * (1 + 1.5 * NoiseModel.normal(&generator))
        case .uneven:
          if NoiseModel.uniform(&generator) < 0.6 {
            level -= growth / 0.6 * log(1 - NoiseModel.uniform(&generator))
          }
        }
      }
      if self.steps.contains(place) {
        level +=
          kind.isNoisy
          ? sign() * between(6, 15) * noise
          : sign() * max(level * logarithmically(0.01, 0.2), least * max(level, 1))
      }
      values.append(level + (kind.isNoisy ? noise * NoiseModel.normal(&generator) : 0))
    }
    // Bytes of a program; times with all digits.
    self.values = values.map { kind.isNoisy ? 100 * $0 : (1_000_000 * $0).rounded() }
    self.start = start
  }
}
