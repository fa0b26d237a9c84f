internal import CLibrary

/// How long the noise of a series may remember, and how probable each memory is.
///
/// Where memory is underestimated, a slow stretch looks like a step; where a step is taken for
/// memory, it is missed. One estimate is never certain in a short series. So evidence is averaged
/// over all memories that the series allows, each by its restricted likelihood about the levels
/// (Patterson & Thompson, Biometrika 58, 1971); before the series is seen, all are equally likely.
struct MemoryDistribution: Equatable {
  /// One memory that the series allows.
  struct Candidate: Equatable {
    /// The correlation of neighbours.
    let correlation: Double
    /// How probable it is; the candidates' probabilities add up to 1.
    var probability: Double
    /// The variance of the noise by the innovations, divided by that of the plain residuals.
    let widening: Double
  }

  /// Candidates less one.
  private static let steps = 16
  /// Standard errors of the memory that the candidates span to each side.
  private static let reach = 4.0
  /// Parameters that a step costs: its level, and half of its place.
  private static let parametersOfStep = 1.25
  /// Candidates that are less probable are left out.
  private static let negligible = 1e-9
  /// How many points the noise of the series counts for beside that of a segment.
  private static let priorWeight = 8.0

  /// The memories that the series allows, in rising order; at least one.
  let candidates: [Candidate]

  /// The mean correlation of neighbours.
  let mean: Double

  /// A memory that is known.
  init(_ correlation: Double) {
    candidates = [Candidate(correlation: correlation, probability: 1, widening: 1)]
    mean = correlation
  }

  /// Weighs the memories that the residuals about levels allow.
  ///
  /// - Parameters:
  ///   - segments: All segments of a series; at least one.
  ///   - leastVariance: The least variance that noise has.
  /// - Complexity: O(*k*) in the segments.
  init(about segments: [LevelSegment], leastVariance: Double) {
    let count = Double(segments.reduce(0) { $0 + $1.count })
    let changes = Double(segments.count - 1)
    let sums = ResidualSums(segments, count: count, leastVariance: leastVariance)
    guard sums.squares > 0 else {
      candidates = [Candidate(correlation: 0, probability: 1, widening: 1)]
      mean = 0
      return
    }
    let rough = min(max(sums.products / sums.squares, 0), NoiseEstimate.maximumCorrelation)
    let error = max(((1 - rough * rough) / count).squareRoot(), 1e-3)
    let low = max(rough - Self.reach * error, 0)
    let high = min(
      rough + (Self.reach + 1) * error + (1 + changes) / count, NoiseEstimate.maximumCorrelation)
    let freedom = max(count - 1 - changes, 1)
    var candidates: [Candidate] = []
    var likelihoods: [Double] = []
    for step in 0...Self.steps {
      let rho = low + (high - low) * Double(step) / Double(Self.steps)
      let innovations = sums.innovations(correlation: rho)
      let gain = 1 - rho
      // 1ᵀ Σ⁻¹ 1 for innovations of variance 1: what the values say of their level. The
      // likelihood is restricted to what does not depend on it:
      //
      //     ½ ln(1 − ρ²) − ½ ln(information) − freedom ÷ 2 · ln(innovations)
      //
      // 1 − ρ² is 1 ÷ |Σ|. Each step costs ln(1 − ρ) times its parameters.
      let information = 1 - rho * rho + (count - 1) * gain * gain
      likelihoods.append(
        0.5 * log((1 - rho * rho) / information) - Self.parametersOfStep * changes * log(gain)
          - freedom / 2 * log(innovations))
      candidates.append(
        Candidate(
          correlation: rho, probability: 0,
          widening: innovations / ((1 - rho * rho) * sums.squares)))
    }
    // The largest is taken out before `exp`, which would give 0 for all of a long series.
    let most = likelihoods.max() ?? 0
    let total = likelihoods.reduce(0) { $0 + exp($1 - most) }
    for place in candidates.indices {
      candidates[place].probability = exp(likelihoods[place] - most) / total
    }
    self.candidates = candidates.filter { $0.probability > Self.negligible }
    mean = candidates.reduce(0) { $0 + $1.probability * $1.correlation }
  }

  /// The logarithm of the mean likelihood ratio, as the deviate of a normal variable.
  ///
  /// - Parameter squares: The squared normal deviate for each of ``candidates``.
  /// - Returns: At least 0, and at most the largest of the deviates.
  func deviate(ofSquares squares: [Double]) -> Double {
    let least = squares.min() ?? 0
    // −2 ln Σ p exp(−s ÷ 2), with the least s taken out: exp(−s ÷ 2) is 0 to a Double for s
    // above 1490.
    let ratio = zip(candidates, squares).reduce(0) {
      $0 + $1.0.probability * exp((least - $1.1) / 2)
    }
    return max(least - 2 * log(ratio), 0).squareRoot()
  }

  /// What the residuals about levels add up to, noisy stretches weighing no more than quiet ones.
  private struct ResidualSums {
    private(set) var squares = 0.0
    /// The products of neighbours.
    private(set) var products = 0.0
    /// The squares of the first and of the last.
    private var ends = 0.0

    init(_ segments: [LevelSegment], count: Double, leastVariance: Double) {
      let changes = Double(segments.count - 1)
      let all = segments.reduce(0) { $0 + $1.squares }
      let typical = max(all / max(count - 1 - 2 * changes, count / 4), leastVariance)
      var before = 0.0
      for segment in segments {
        let variance =
          (priorWeight * typical + segment.squares) / (priorWeight + Double(segment.count))
        let deviation = variance.squareRoot()
        products += segment.products / variance
        squares += segment.squares / variance
        let first = (segment.first - segment.mean) / deviation
        if segment.range.lowerBound == 0 { ends += first * first }
        // Neighbours across the border of two segments: both are residuals of the same noise.
        products += before * first
        before = (segment.last - segment.mean) / deviation
      }
      ends += before * before
    }

    /// The squares of what each residual adds to what it remembers.
    func innovations(correlation rho: Double) -> Double {
      // (1 − ρ²) e₁² + Σ (eₜ − ρ eₜ₋₁)², multiplied out: all squares are there once, and ρ²
      // times all but the first and the last.
      let sum = squares - 2 * rho * products + rho * rho * (squares - ends)
      return max(sum, 1e-9 * squares)
    }
  }
}
