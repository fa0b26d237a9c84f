internal import Measuring

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// How much each value resembles the one before it, and what that does to a jump's statistic.
///
/// Where a slow night follows a slow night, stretches of slow nights are no news: with a
/// correlation of 0.3 a detector that ignores it alarms on one unchanged series in ten. There are
/// two estimates with opposite weaknesses, and the smaller one is believed, because steps can only
/// raise them.
enum NoiseMemory {
  /// Above this no series is trusted to be stationary.
  static let maximum = 0.9

  /// The correlation from first differences, which steps hardly touch.
  ///
  /// Squared differences over one place are compared with those over three to six, where the memory
  /// has faded. Differences beyond 1.8 deviations are pulled in: a step makes a few very large ones.
  ///
  /// - Returns: nil for fewer than 16 scores; there is too little to say.
  static func fromDifferences(_ scores: [Double]) -> Double? {
    guard scores.count >= 16 else { return nil }
    let far = (3...6).reduce(0) { $0 + squaredDifference(scores, lag: $1) } / 4
    return far > 0 ? 1 - squaredDifference(scores, lag: 1) / far : 0
  }

  private static func squaredDifference(_ scores: [Double], lag: Int) -> Double {
    let sizes = zip(scores, scores.dropFirst(lag)).map { abs($0 - $1) }
    let median = Statistics.median(sizes) ?? 0
    let limit = 1.8 * median * Statistics.normalConsistency
    // With half of the differences at zero the values are few: then none is cut.
    let bound = limit > 0 ? limit : .infinity
    return sizes.reduce(0) { $0 + min($1, bound) * min($1, bound) } / Double(sizes.count)
  }

  /// The correlation of what is left when the step at `split` is taken out; other steps raise it.
  static func fromResiduals(_ scores: [Double], split: Int) -> Double {
    let left = mean(scores[..<split])
    let right = mean(scores[split...])
    var products = 0.0
    var squares = 0.0
    var previous = 0.0
    for (index, score) in scores.enumerated() {
      let residual = score - (index < split ? left : right)
      squares += residual * residual
      if index > 0, index != split { products += residual * previous }
      previous = residual
    }
    // Rounding leaves a trace of correlated residuals where both levels are constant.
    return squares > 1e-12 * Double(scores.count) ? products / squares : 0
  }

  private static func mean(_ values: ArraySlice<Double>) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }

  /// The factor by which memory widens the difference of two neighbouring stretches' means.
  ///
  /// For a stretch of m values with correlation ρ the variance of the mean grows by
  /// (1 + ρ) ÷ (1 − ρ) − 2ρ(1 − ρᵐ) ÷ (m(1 − ρ)²): short stretches suffer less than long ones.
  static func inflation(correlation: Double, left: Int, right: Int) -> Double {
    let rho = min(max(correlation, 0), maximum)
    guard rho > 0 else { return 1 }
    func variance(_ count: Int) -> Double {
      let m = Double(count)
      let rest = 2 * rho * (1 - pow(rho, m)) / (m * (1 - rho) * (1 - rho))
      return (1 + rho) / (1 - rho) - rest
    }
    let a = 1 / Double(left)
    let b = 1 / Double(right)
    return ((variance(left) * a + variance(right) * b) / (a + b)).squareRoot()
  }
}
