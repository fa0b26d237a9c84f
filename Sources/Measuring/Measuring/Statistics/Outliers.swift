extension Statistics {
  /// How far each value lies from the median, in robust standard deviations.
  ///
  /// The modified z-score of Iglewicz & Hoaglin (1993): (x − median) ÷ (1.4826 · MAD). When more
  /// than half of the values are equal the MAD is zero and says nothing; then the mean absolute
  /// deviation, scaled by √(π/2), takes its place. When that is zero too, all values are equal
  /// and all scores are 0.
  public static func modifiedZScores(_ values: [Double]) -> [Double] {
    guard let center = median(values), let deviation = medianAbsoluteDeviation(values) else {
      return []
    }
    let distances = values.map { abs($0 - center) }
    let meanDeviation = distances.reduce(0, +) / Double(distances.count)
    // √(π/2) is what the standard deviation of normal data is of its mean absolute deviation.
    let scale =
      deviation > 0 ? deviation * normalConsistency : meanDeviation * 1.253_314_137_315_500_3
    guard scale > 0 else { return values.map { _ in 0 } }
    return values.map { ($0 - center) / scale }
  }

  /// The positions of values whose modified z-score is beyond a threshold, either way.
  ///
  /// Outliers are to be reported, never dropped: a median does not need them gone.
  ///
  /// - Parameters:
  ///   - values: Finite numbers in any order.
  ///   - threshold: 3.5 is the value its authors recommend.
  /// - Returns: Positions in rising order.
  public static func outliers(_ values: [Double], threshold: Double = 3.5) -> [Int] {
    let scores = modifiedZScores(values)
    return scores.indices.filter { abs(scores[$0]) > threshold }
  }
}
