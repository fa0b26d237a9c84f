internal import CLibrary

/// The noise about the levels of a series: how far values scatter, and how long they remember.
///
/// The model is first-order autoregression: where a slow night follows a slow night, a stretch of
/// slow nights is less surprising. It is estimated from the residuals about the levels, because
/// steps look like memory.
struct NoiseEstimate: Equatable {
  /// Above this no series is treated as stationary.
  static let maximumCorrelation = 0.9
  /// The memory that is assumed before any is estimated: what benchmark series often have.
  private static let usualCorrelation = 0.3
  /// Values without any noise have this variance, so that evidence stays finite.
  private static let leastVariance = 1e-2

  /// The variance of a value about its level.
  let variance: Double
  /// How long the noise may remember.
  let memory: MemoryDistribution
  /// The degrees of freedom of the variance, whatever the memory.
  let freedom: Double
  /// The mean of the squared residuals per degree of freedom, whatever the memory.
  let meanSquare: Double
  /// The skewness, less what chance makes.
  let skewness: Double
  /// The excess kurtosis, less what chance makes.
  let kurtosis: Double

  /// From 0, where the noise has one size, to 1, where loud points certainly follow loud points.
  let volatility: Double

  /// Points that loud noise is looked for after a loud point.
  static let lags = 3
  /// Standard errors of the squares' correlation that chance makes, and those that are certain.
  private static let certainty = (chance: 3.0, change: 5.0)

  /// What is assumed of a cleaned series before it is looked at.
  static let assumed = NoiseEstimate()

  private init() {
    variance = 1
    memory = MemoryDistribution(Self.usualCorrelation)
    freedom = 1
    meanSquare = 1
    skewness = 0
    kurtosis = 0
    volatility = 0
  }

  /// Estimates the noise about levels.
  ///
  /// - Parameter segments: All segments of a series; at least one.
  /// - Complexity: O(*k*) in the segments.
  init(about segments: [LevelSegment]) {
    let count = Double(segments.reduce(0) { $0 + $1.count })
    let changes = Double(segments.count - 1)
    let squares = segments.reduce(0) { $0 + $1.squares }
    let memory = MemoryDistribution(about: segments, leastVariance: Self.leastVariance)
    self.memory = memory
    let hidden = segments.reduce(0) {
      $0 + Self.inflation(correlation: memory.mean, count: $1.count)
    }
    variance = max(squares / max(count - hidden - changes, count / 4, 1), Self.leastVariance)
    freedom = max(count - 1 - changes, count / 4, 1)
    meanSquare = squares / freedom
    let plain = max(squares / count, Self.leastVariance)
    // 0.7 of the standard error of the skewness, √(6 ÷ n); that of the kurtosis, √(24 ÷ n),
    // is twice as large.
    let doubt = 0.7 * (6 / count).squareRoot()
    let cubes = segments.reduce(0) { $0 + $1.cubes } / count
    let skew = cubes / (plain * plain.squareRoot())
    skewness = skew > 0 ? max(skew - doubt, 0) : min(skew + doubt, 0)
    let fourths = segments.reduce(0) { $0 + $1.fourths } / count
    kurtosis = min(max(fourths / (plain * plain) - 3 - 2 * doubt, 0), 6)
    volatility = Self.volatility(
      about: segments, square: squares / count, fourths: fourths * count, count: count,
      memory: memory.mean)
  }

  /// How surely the squares of neighbours are correlated beyond what memory explains.
  private static func volatility(
    about segments: [LevelSegment], square: Double, fourths: Double, count: Double, memory: Double
  ) -> Double {
    var products = 0.0
    var pairs = 0.0
    var spread = fourths
    for segment in segments {
      let points = Double(segment.count)
      // Σ (d² − s)² over all points is Σ d⁴ − 2 s Σ d² + n s².
      spread += square * (points * square - 2 * segment.squares)
      let own = (1...lags).reduce(0.0) { $0 + Double(max(segment.count - $1, 0)) }
      // The same of Σ (d² − s)(d′² − s): the sums of d² over the first and over the second of
      // the pairs are taken as their share of all.
      products += segment.squareProducts + own * square * (square - 2 * segment.squares / points)
      pairs += own
    }
    guard spread > 0, pairs > 0 else { return 0 }
    // Squares of normal noise with a memory of ρ have one of ρ².
    let explained = (1...lags).reduce(0.0) { $0 + pow(memory, 2 * Double($1)) } / Double(lags)
    let errors = (products / (spread / count) - explained * pairs) / pairs.squareRoot()
    return min(max((errors - certainty.chance) / (certainty.change - certainty.chance), 0), 1)
  }

  /// The factor by which memory widens the variance of the mean of so many values:
  /// (1 + ρ) ÷ (1 − ρ) − 2ρ(1 − ρᵐ) ÷ (m(1 − ρ)²).
  static func inflation(correlation rho: Double, count: Int) -> Double {
    guard rho > 0, count > 0 else { return 1 }
    let m = Double(count)
    let rest = 2 * rho * (1 - pow(rho, m)) / (m * (1 - rho) * (1 - rho))
    return (1 + rho) / (1 - rho) - rest
  }

  /// The variance of a value about its level, for a memory.
  func variance(with candidate: MemoryDistribution.Candidate) -> Double {
    max(candidate.widening * meanSquare, Self.leastVariance)
  }

  /// The correlation of neighbours, from 0 to ``maximumCorrelation``.
  var correlation: Double { memory.mean }

  /// The factor for long stretches.
  var longRunInflation: Double { (1 + correlation) / (1 - correlation) }
}
