internal import CLibrary

/// How sure it is that two neighbouring stretches have different levels.
///
/// For each memory that the noise may have, the levels are fitted by generalised least squares.
/// Their difference is a t-statistic whose variances are moderated by that of the whole series
/// (Smyth, "Linear models and empirical Bayes methods", 2004), turned into a normal deviate of
/// equal probability (Wallace, Annals of Mathematical Statistics 30, 1959). The likelihood ratios
/// of no step against a step are averaged over the memories (``MemoryDistribution``), so that a
/// step stands only if no probable memory explains it. The result is a normal deviate again,
/// corrected for skewness and kurtosis (Cornish & Fisher, 1938).
struct StepEvidence: Equatable {
  /// Points that each side must have.
  static let shortestSide = 4
  /// How many points the noise of the whole series counts for.
  private static let priorFreedom = 20.0
  /// The same where the noise changes its size, so that each side has its own.
  private static let volatilePriorFreedom = 6.0
  /// The most degrees of freedom of a step where the noise changes its size: as many points as are
  /// like those beside it.
  private static let volatileDegrees = 24.0
  /// Shorter sides need more evidence.
  private static let easySide = 10.0
  /// By how much more: this times the logarithm of how much shorter, and more in longer series,
  /// where outliers come together more often.
  private static func shortnessPenalty(count: Int) -> Double {
    0.5 * (1 + max(log(Double(count) / 100), 0))
  }
  /// By how much less evidence the newest step needs, for it is what people wait for.
  private static let newestBonus = 0.7
  /// Up to so many points after it, the newest step has the whole bonus; from twice as many, none.
  private static let newestPoints = 40.0

  /// Points on each side that show how loud the noise is beside a step.
  static let neighbourhood = 25
  /// The same where noise comes in bursts.
  static let burst = 8
  /// Noise beside a step that is louder than the series' by less than this factor is chance.
  private static let chanceOfNoise = 1.25

  /// The difference of the levels, as a standard normal deviate.
  let statistic: Double
  /// The part of the threshold that depends on the shorter side, and on whether it is the newest.
  let scalePenalty: Double

  /// The evidence beyond what the shorter side's length asks for.
  var excess: Double { statistic - scalePenalty }

  /// Weighs a step.
  ///
  /// - Parameters:
  ///   - left: The points before it, back to the previous change.
  ///   - right: The points after it, up to the next change.
  ///   - noise: The noise of the series.
  ///   - nearby: The mean squared residual of the points beside the step.
  ///   - count: How many points the series has.
  ///   - isNewest: Whether it is the last change of the series.
  init(
    from left: LevelSegment, to right: LevelSegment, noise: NoiseEstimate, nearby: Double = 0,
    count: Int, isNewest: Bool
  ) {
    // Noise comes in bursts: where it is louder, chance makes larger steps.
    let loudness = max(nearby / (Self.chanceOfNoise * noise.variance), 1)
    let deviate = noise.memory.deviate(
      ofSquares: noise.memory.candidates.map { candidate in
        let deviate = Self.deviate(
          from: left, to: right, candidate, noise, nearby: nearby, loudness: loudness)
        return deviate * deviate
      })
    statistic =
      deviate
      - Self.shapeCorrection(
        of: deviate, isRise: right.mean > left.mean, counts: (left.count, right.count),
        noise: noise)
    scalePenalty = Self.scalePenalty(
      left: left.count, right: right.count, count: count, isNewest: isNewest)
  }

  private init(statistic: Double, scalePenalty: Double) {
    self.statistic = statistic
    self.scalePenalty = scalePenalty
  }

  /// The same step with a statistic so many times as large.
  func scaled(by factor: Double) -> StepEvidence {
    StepEvidence(statistic: statistic * factor, scalePenalty: scalePenalty)
  }

  /// The part of the threshold that depends on how many points the two sides have, in a series of
  /// `count` points, and on whether the step is the newest.
  static func scalePenalty(left: Int, right: Int, count: Int, isNewest: Bool) -> Double {
    let shorter = Double(min(left, right))
    let bonus = newestBonus * min(max(2 - Double(right) / newestPoints, 0), 1)
    return shortnessPenalty(count: count) * max(log(easySide / shorter), 0)
      - (isNewest ? bonus : 0)
  }

  /// The evidence of two neighbouring steps together, for each of them: a normal deviate.
  ///
  /// A bump has the choice of two places. Either of its steps may look sure as long as the other is
  /// taken for granted, so the two must be worth the evidence of two steps.
  ///
  /// - Parameters:
  ///   - segments: Three neighbouring segments.
  ///   - noise: The noise of the series.
  /// - Returns: The deviate.
  static func ofEach(ofTwoStepsBetween segments: ArraySlice<LevelSegment>, noise: NoiseEstimate)
    -> Double
  {
    let squares = noise.memory.candidates.map { candidate in
      var (weight, sum) = (0.0, 0.0)
      let weights = segments.map { segment in
        let own =
          Double(segment.count)
          / NoiseEstimate.inflation(correlation: candidate.correlation, count: segment.count)
        weight += own
        sum += own * segment.mean
        return own
      }
      let between = zip(segments, weights).reduce(0) { between, pair in
        let distance = pair.0.mean - sum / weight
        return between + pair.1 * distance * distance
      }
      return noise.freedom * log1p(between / noise.variance(with: candidate) / noise.freedom)
    }
    return noise.memory.deviate(ofSquares: squares) / 2.0.squareRoot()
  }

  /// The difference of the levels as a normal deviate, for one memory.
  private static func deviate(
    from left: LevelSegment, to right: LevelSegment, _ memory: MemoryDistribution.Candidate,
    _ noise: NoiseEstimate, nearby: Double, loudness: Double
  ) -> Double {
    let rho = memory.correlation
    let freedom = (left: Double(left.count - 1), right: Double(right.count - 1))
    let squares = (left: memory.widening * left.squares, right: memory.widening * right.squares)
    let prior =
      Self.priorFreedom - noise.volatility * (Self.priorFreedom - Self.volatilePriorFreedom)
    let all =
      (prior * loudness * noise.variance(with: memory) + squares.left + squares.right)
      / (prior + freedom.left + freedom.right)
    // Where the noise changes its size, a long quiet side says nothing of how loud it is here.
    let pooled = all + noise.volatility * max(memory.widening * nearby - all, 0)
    // The squared errors of both means: each side has its own noise, moderated.
    let plain = (
      left: NoiseEstimate.inflation(correlation: rho, count: left.count) / Double(left.count),
      right: NoiseEstimate.inflation(correlation: rho, count: right.count) / Double(right.count)
    )
    let error =
      (prior * pooled + squares.left) / (prior + freedom.left) * plain.left
      + (prior * pooled + squares.right) / (prior + freedom.right) * plain.right
    let fit = Self.fit(from: left, to: right, correlation: rho)
    let rise = right.mean > left.mean ? fit.difference : -fit.difference
    let t = max(rise, 0) / (error * fit.variance / (plain.left + plain.right)).squareRoot()
    let points = max(min(prior + freedom.left + freedom.right, noise.freedom), 1)
    let degrees = points + noise.volatility * min(Self.volatileDegrees - points, 0)
    // Wallace's approximation: with many degrees of freedom ν ln(1 + t² ÷ ν) becomes t².
    return (8 * degrees + 1) / (8 * degrees + 3) * (degrees * log1p(t * t / degrees)).squareRoot()
  }

  /// The difference of the levels by generalised least squares, and its variance for noise of unit
  /// variance.
  private static func fit(
    from left: LevelSegment, to right: LevelSegment, correlation rho: Double
  ) -> (difference: Double, variance: Double) {
    let gain = 1 - rho
    // Distances from the left mean, whose sum over the left side is zero.
    let (first, last) = (left.first - left.mean, left.last - left.mean)
    // What each value adds to what it remembers, and how much of the two levels is in that:
    //
    //     innovation      √(1−ρ²)·e₁   e₂ − ρ e₁ …   r₁ − ρ eₙ   r₂ − ρ r₁ …
    //     left level      √(1−ρ²)      1 − ρ         −ρ          0
    //     right level     0            0             1           1 − ρ
    //
    // The weights are the sums of the squares of a row, and −ρ is the product of both.
    let border = right.first - left.mean - rho * last
    let sum = (right.mean - left.mean) * Double(right.count)
    // Σ eₜ from the second on less ρ Σ eₜ up to the last but one, where Σ of all is 0.
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
    // Third cumulants of means fall with the square of their number, fourth ones with the
    // cube; those of the left mean count with a minus sign in the former.
    let skewness =
      (isRise ? noise.skewness : -noise.skewness) * (b * b - a * a)
      / ((a + b) * (a + b).squareRoot())
    let kurtosis = noise.kurtosis * (a * a * a + b * b * b) / ((a + b) * (a + b))
    // The expansion holds for deviates of a few units only.
    let z = min(deviate, 5)
    return max((z * z - 1) * skewness / 6 + (z * z * z - 3 * z) * kurtosis / 24, 0)
  }
}
