/// Student's t-test of two stretches' means, as Otava makes it.
///
/// The variances are those of populations (divided by n, not n − 1), which makes p-values a little
/// too small; it is what Otava computes.
struct TwoSampleTest: Equatable {
  let meanBefore: Double
  let meanAfter: Double
  /// The two-sided p-value; 1 where nothing can be said.
  let pValue: Double

  init(before: ArraySlice<Double>, after: ArraySlice<Double>) {
    let (mean1, variance1) = Self.moments(before)
    let (mean2, variance2) = Self.moments(after)
    meanBefore = mean1
    meanAfter = mean2
    let n1 = Double(before.count)
    let n2 = Double(after.count)
    let freedom = n1 + n2 - 2
    guard freedom > 0, n1 > 0, n2 > 0 else {
      pValue = 1
      return
    }
    let pooled = ((n1 - 1) * variance1 + (n2 - 1) * variance2) / freedom
    let error = (pooled * (1 / n1 + 1 / n2)).squareRoot()
    guard error > 0 else {
      pValue = mean1 == mean2 ? 1 : 0
      return
    }
    pValue = StudentDistribution.twoSidedTail(of: (mean1 - mean2) / error, freedom: freedom)
  }

  /// The larger of the relative changes seen from either side.
  var magnitude: Double {
    let forward = meanBefore == 0 ? 0 : meanAfter / meanBefore - 1
    let backward = meanAfter == 0 ? 0 : meanBefore / meanAfter - 1
    return max(abs(forward), abs(backward))
  }

  private static func moments(_ values: ArraySlice<Double>) -> (mean: Double, variance: Double) {
    guard !values.isEmpty else { return (0, 0) }
    let n = Double(values.count)
    let mean = values.reduce(0, +) / n
    return (mean, values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / n)
  }
}
