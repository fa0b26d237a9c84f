internal import CLibrary

/// How sure it is that two neighbouring stretches have different levels.
///
/// The levels are fitted by generalised least squares under the memory of the noise. Their
/// difference is a t-statistic whose variances are moderated by that of the whole series (Smyth,
/// "Linear models and empirical Bayes methods", 2004), turned into a normal deviate of equal
/// probability (Wallace, Annals of Mathematical Statistics 30, 1959) and corrected for skewness
/// and kurtosis (Cornish & Fisher, 1938).
///
/// What it must exceed grows as the shorter side shrinks, because there are more places for short
/// stretches: √(2 log(e n ÷ m)), the scale calibration of Dümbgen & Spokoiny (Annals of Statistics
/// 29, 2001) that SMUCE uses too (Frick, Munk & Sieling, JRSS B 2014).
struct StepEvidence: Equatable {
  /// Points that each side must have.
  static let shortestSide = 4
  /// How many points the noise of the whole series counts for.
  private static let priorFreedom = 20.0
  /// By how much the threshold grows with the memory, whose estimate is never certain.
  private static let memoryPenalty = 0.5

  /// The difference of the levels, as a standard normal deviate.
  let statistic: Double
  /// The part of the threshold that depends on the shorter side and on the memory.
  let scalePenalty: Double

  /// The evidence beyond what the shorter side's length asks for.
  var excess: Double { statistic - scalePenalty }

  /// Weighs a step.
  ///
  /// - Parameters:
  ///   - left: The points before it, back to the previous change.
  ///   - right: The points after it, up to the next change.
  ///   - noise: The noise of the series.
  ///   - count: How many points the series has.
  init(from left: LevelSegment, to right: LevelSegment, noise: NoiseEstimate, count: Int) {
    let rho = noise.correlation
    let widening = (
      left: NoiseEstimate.inflation(correlation: rho, count: left.count),
      right: NoiseEstimate.inflation(correlation: rho, count: right.count)
    )
    let freedom = (
      left: max(Double(left.count) - widening.left, 0),
      right: max(Double(right.count) - widening.right, 0)
    )
    let prior = Self.priorFreedom
    let pooled =
      (prior * noise.variance + left.squares + right.squares)
      / (prior + freedom.left + freedom.right)
    // The squared errors of both means: each side has its own noise, moderated.
    let plain = (
      left: widening.left / Double(left.count), right: widening.right / Double(right.count)
    )
    let error =
      (prior * pooled + left.squares) / (prior + freedom.left) * plain.left
      + (prior * pooled + right.squares) / (prior + freedom.right) * plain.right
    let fit = Self.fit(from: left, to: right, correlation: rho)
    let rise = right.mean > left.mean ? fit.difference : -fit.difference
    let t = max(rise, 0) / (error * fit.variance / (plain.left + plain.right)).squareRoot()
    let degrees = max(min(prior + freedom.left + freedom.right, noise.freedom), 1)
    let deviate =
      (8 * degrees + 1) / (8 * degrees + 3) * (degrees * log1p(t * t / degrees)).squareRoot()
    statistic =
      deviate
      - Self.shapeCorrection(
        of: deviate, isRise: right.mean > left.mean, counts: (left.count, right.count),
        noise: noise)
    scalePenalty =
      (2 * (1 + log(Double(count) / Double(min(left.count, right.count))))).squareRoot()
      + Self.memoryPenalty * (rho - NoiseEstimate.usualCorrelation)
  }

  /// The difference of the levels by generalised least squares, and its variance for noise of unit
  /// variance.
  private static func fit(
    from left: LevelSegment, to right: LevelSegment, correlation rho: Double
  ) -> (difference: Double, variance: Double) {
    let gain = 1 - rho
    // Distances from the left mean, whose sum over the left side is zero.
    let (first, last) = (left.first - left.mean, left.last - left.mean)
    let border = right.first - left.mean - rho * last
    let sum = (right.mean - left.mean) * Double(right.count)
    let leftInnovations = -first + rho * last
    let rightInnovations =
      sum - (right.first - left.mean) - rho * (sum - (right.last - left.mean))
    let leftWeight = 1 + Double(left.count - 1) * gain * gain
    let rightWeight = 1 + Double(right.count - 1) * gain * gain
    let determinant = leftWeight * rightWeight - rho * rho
    let leftScore = (1 - rho * rho) * first + gain * leftInnovations - rho * border
    let rightScore = border + gain * rightInnovations
    let before = (leftScore * rightWeight + rho * rightScore) / determinant
    let after = (rightScore * leftWeight + rho * leftScore) / determinant
    return (
      after - before, (1 - rho * rho) * (leftWeight + rightWeight - 2 * rho) / determinant
    )
  }

  /// By how much noise that is not normal makes a deviate too large; never below 0.
  private static func shapeCorrection(
    of deviate: Double, isRise: Bool, counts: (left: Int, right: Int), noise: NoiseEstimate
  ) -> Double {
    guard deviate >= 1 else { return 0 }
    let a = 1 / Double(counts.left)
    let b = 1 / Double(counts.right)
    let skewness =
      (isRise ? noise.skewness : -noise.skewness) * (b * b - a * a)
      / ((a + b) * (a + b).squareRoot())
    let kurtosis = noise.kurtosis * (a * a * a + b * b * b) / ((a + b) * (a + b))
    // The expansion holds for deviates of a few units only.
    let z = min(deviate, 5)
    return max((z * z - 1) * skewness / 6 + (z * z * z - 3 * z) * kurtosis / 24, 0)
  }
}
