/// The CUSUM of normal scores over one interval.
struct RankScan {
  /// The best split in one class of sizes.
  struct Best: Equatable {
    /// The standardised jump: about normal where nothing changed.
    var statistic = 0.0
    /// The first point of the new level, counted from the interval's start.
    var split = 0
  }

  /// The best split of each class.
  private(set) var best = [Best](repeating: Best(), count: SegmentScale.classes.count)

  /// Scans an interval.
  ///
  /// The statistic for a split after k of n points is |S| ÷ √(v k (n − k) ÷ n), where S is the sum
  /// of the first k scores and v their variance: the permutation standard deviation of S.
  init(ranks: ArraySlice<Int32>, scores: inout NormalScores) {
    let count = ranks.count
    guard count >= 2 * SegmentScale.minimum else { return }
    let (values, squares) = scores.scores(ofRanks: ranks)
    guard squares > 0 else { return }
    let n = Double(count)
    let scale = n * (n - 1) / squares
    var sum = 0.0
    for k in 1...count - SegmentScale.minimum {
      sum += values[k - 1]
      guard k >= SegmentScale.minimum else { continue }
      let square = sum * sum * scale / Double(k * (count - k))
      let index = SegmentScale.index(of: min(k, count - k))
      if square > best[index].statistic { best[index] = Best(statistic: square, split: k) }
    }
    for index in best.indices { best[index].statistic.formSquareRoot() }
  }
}
