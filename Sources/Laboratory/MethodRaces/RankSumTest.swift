internal import CLibrary
internal import Measuring

/// The Mann–Whitney test of whether one group of times tends to be larger than the other.
///
/// Mann & Whitney, "On a test of whether one of two random variables is stochastically larger than
/// the other" (1947), with the normal approximation, the correction for ties and that for
/// continuity, as in SciPy's `mannwhitneyu(method="asymptotic")`.
package struct RankSumTest: Equatable, Sendable {
  /// How many of the pairs of one value each have the candidate's larger; ties count half.
  package let statistic: Double
  /// The probability of such a difference, or a larger one, between equal groups.
  package let pValue: Double

  /// Compares two groups; nil when one is empty or all values are equal.
  ///
  /// - Complexity: O(*n* log *n*).
  package init?(base: [Double], candidate: [Double]) {
    let all = (base.map { ($0, false) } + candidate.map { ($0, true) }).sorted { $0.0 < $1.0 }
    let (first, second) = (Double(base.count), Double(candidate.count))
    guard first > 0, second > 0 else { return nil }
    var rankSum = 0.0
    var tieTerm = 0.0
    var start = 0
    while start < all.count {
      var end = start
      while end < all.count, all[end].0 == all[start].0 { end += 1 }
      //     values     3   5   5   5   8
      //     ranks      1   3   3   3   5        of equal ones the mean: (2 + 4) / 2
      let rank = Double(start + 1 + end) / 2
      rankSum += rank * Double(all[start..<end].count { $0.1 })
      let ties = Double(end - start)
      tieTerm += ties * ties * ties - ties
      start = end
    }
    let total = first + second
    statistic = rankSum - second * (second + 1) / 2
    let mean = first * second / 2
    let variance = first * second / 12 * (total + 1 - tieTerm / (total * (total - 1)))
    guard variance > 0 else { return nil }
    // Half a step less: the statistic jumps by whole numbers, or by halves with ties.
    let distance = max(abs(statistic - mean) - 0.5, 0) / variance.squareRoot()
    // P(|Z| > d) of a normal Z is erfc(d / √2); `1 - erf` would lose what is below 10⁻¹⁶.
    pValue = min(1, erfc(distance / 2.0.squareRoot()))
  }
}
