internal import CLibrary

/// The noise about the levels of a series: how far values scatter, and how long they remember.
///
/// The model is first-order autoregression: where a slow night follows a slow night, a stretch of
/// slow nights is less surprising. It is estimated from the residuals about the levels, because
/// steps look like memory. Fitting levels hides some of the memory, so the estimate is corrected
/// for the parameters fitted.
struct NoiseEstimate: Equatable {
  /// Above this no series is treated as stationary.
  static let maximumCorrelation = 0.9
  /// The memory that is assumed before any is estimated: what benchmark series often have.
  static let usualCorrelation = 0.3
  /// Standard errors by which the memory is taken too high.
  private static let margin = 0.5
  /// Parameters that fitting the place of a doubtful change costs the estimate of the memory; by
  /// simulation.
  private static let memoryCostOfPlace = 3.0
  /// How much a change that chance makes reduces the squares, in variances of noise without memory.
  private static let gainOfChance = 10.0
  /// How many points the noise of the series counts for beside that of a segment.
  private static let priorWeight = 8.0
  /// Values without any noise have this variance, so that evidence stays finite.
  private static let leastVariance = 1e-2

  /// The variance of a value about its level.
  let variance: Double
  /// The correlation of neighbours, from 0 to ``maximumCorrelation``, with its margin of error.
  let correlation: Double
  /// The degrees of freedom of the variance.
  let freedom: Double
  /// The skewness, less what chance makes.
  let skewness: Double
  /// The excess kurtosis, less what chance makes.
  let kurtosis: Double

  /// What is assumed of a cleaned series before it is looked at.
  static let assumed = NoiseEstimate(
    variance: 1, correlation: usualCorrelation, freedom: 1, skewness: 0, kurtosis: 0)

  private init(
    variance: Double, correlation: Double, freedom: Double, skewness: Double, kurtosis: Double
  ) {
    self.variance = variance
    self.correlation = correlation
    self.freedom = freedom
    self.skewness = skewness
    self.kurtosis = kurtosis
  }

  /// Estimates the noise about levels.
  ///
  /// - Parameter segments: All segments of a series; at least one.
  /// - Complexity: O(*k*) in the segments.
  init(about segments: [LevelSegment]) {
    let count = Double(segments.reduce(0) { $0 + $1.count })
    let changes = Double(segments.count - 1)
    let squares = segments.reduce(0) { $0 + $1.squares }
    let correlation = Self.correlation(of: segments, count: count, squares: squares)
    let hidden = segments.reduce(0) {
      $0 + Self.inflation(correlation: correlation, count: $1.count)
    }
    freedom = max(count - hidden - changes, count / 4, 1)
    variance = max(squares / freedom, Self.leastVariance)
    self.correlation = correlation
    let plain = max(squares / count, Self.leastVariance)
    let doubt = 0.7 * (6 / count).squareRoot()
    let cubes = segments.reduce(0) { $0 + $1.cubes } / count
    let skew = cubes / (plain * plain.squareRoot())
    skewness = skew > 0 ? max(skew - doubt, 0) : min(skew + doubt, 0)
    let fourths = segments.reduce(0) { $0 + $1.fourths } / count
    kurtosis = min(max(fourths / (plain * plain) - 3 - 2 * doubt, 0), 6)
  }

  private static func correlation(
    of segments: [LevelSegment], count: Double, squares: Double
  ) -> Double {
    let changes = Double(segments.count - 1)
    let rough = max(squares / max(count - 1 - 2 * changes, count / 4), leastVariance)
    var products = 0.0
    var weights = 0.0
    for segment in segments {
      // Noisy stretches count no more than quiet ones.
      let variance =
        (priorWeight * rough + segment.squares) / (priorWeight + Double(segment.count))
      products += segment.products / variance
      weights += segment.squares / variance
    }
    let observed = weights > 0 ? products / weights : 0
    // Kendall's correction (Biometrika 41, 1954), once for each parameter.
    let chance =
      gainOfChance * rough * inflation(correlation: min(max(observed, 0), 0.8), count: Int(count))
    let parameters = zip(segments, segments.dropFirst()).reduce(1) { parameters, pair in
      // The place of a change that is far beyond chance is no choice, and costs nothing.
      let gain = pair.0.gain(over: pair.1)
      return parameters + 1 + memoryCostOfPlace * (gain > chance ? chance / gain : 1)
    }
    let corrected = observed + (1 + 4 * max(observed, 0)) * parameters / count
    let error = ((1 - min(corrected * corrected, 1)) / count).squareRoot()
    return min(max(corrected + margin * error, 0), maximumCorrelation)
  }

  /// The factor by which memory widens the variance of the mean of so many values:
  /// (1 + ρ) ÷ (1 − ρ) − 2ρ(1 − ρᵐ) ÷ (m(1 − ρ)²).
  static func inflation(correlation rho: Double, count: Int) -> Double {
    guard rho > 0, count > 0 else { return 1 }
    let m = Double(count)
    let rest = 2 * rho * (1 - pow(rho, m)) / (m * (1 - rho) * (1 - rho))
    return (1 + rho) / (1 - rho) - rest
  }

  /// The factor for long stretches.
  var longRunInflation: Double { (1 + correlation) / (1 - correlation) }
}
