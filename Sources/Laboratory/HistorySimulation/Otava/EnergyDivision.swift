/// The place that divides values into two stretches that differ most, by energy distance.
///
/// For a split τ and an end κ the divergence is twice the mean distance between the two sides minus
/// the mean distances within each, weighted with the sizes (Matteson & James, with exponent 1). All
/// pairs (τ, κ) are tried; the end may lie before the last value, so that a change back does not
/// hide a change.
struct EnergyDivision: Equatable {
  /// The first value of the second side.
  let index: Int
  /// The divergence there.
  let divergence: Double

  /// Finds the division; nil for fewer than two values.
  ///
  /// - Complexity: O(*n*²) in time and memory.
  init?(of values: ArraySlice<Double>) {
    let count = values.count
    guard count > 1 else { return nil }
    let x = Array(values)
    // withinLeft[τ]: the distances among the first τ values.
    var withinLeft = [Double](repeating: 0, count: count + 1)
    for t in 1..<count {
      var sum = 0.0
      for i in 0..<t { sum += abs(x[i] - x[t]) }
      withinLeft[t + 1] = withinLeft[t] + sum
    }
    // reach[t][κ]: the distances from value t to the later ones before κ.
    var reach = [Double](repeating: 0, count: count * (count + 1))
    for t in 0..<count {
      for end in stride(from: t + 2, through: count, by: 1) {
        // Each end adds one distance to the one before it: all sums together take n² steps.
        reach[t * (count + 1) + end] =
          reach[t * (count + 1) + end - 1] + abs(x[end - 1] - x[t])
      }
    }
    var best = (split: 1, end: 2, divergence: -Double.infinity)
    for end in 2...count {
      // Distances among the values from τ to κ, for every τ, built up from the last.
      var withinRight = [Double](repeating: 0, count: count + 1)
      for t in stride(from: end - 2, through: 0, by: -1) {
        withinRight[t] = withinRight[t + 1] + reach[t * (count + 1) + end]
      }
      var reachFromLeft = 0.0
      for split in 1..<end {
        reachFromLeft += reach[(split - 1) * (count + 1) + end]
        let left = Double(split)
        let right = Double(end - split)
        let n = Double(end)
        //     values   0 … split − 1 │ split … end − 1
        //     reach    └──── each to all later ones ────┘
        //
        // From each left value to all later ones before the end; the pairs on the left among
        // them, once each, go.
        let between = 2 / n * (reachFromLeft - withinLeft[split])
        let lefts = split > 1 ? 2 * right / (n * (left - 1)) * withinLeft[split] : 0
        let rights = right > 1 ? 2 * left / (n * (right - 1)) * withinRight[split] : 0
        let divergence = between - lefts - rights
        // Of equal divergences the earliest split counts, and of its ends the nearest.
        if divergence > best.divergence
          || (divergence == best.divergence && (split, end) < (best.split, best.end))
        {
          best = (split, end, divergence)
        }
      }
    }
    index = values.startIndex + best.split
    divergence = best.divergence
  }
}
