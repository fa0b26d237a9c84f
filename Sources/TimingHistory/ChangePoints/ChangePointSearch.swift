/// The search for changes in one series.
struct ChangePointSearch {
  /// A change that was found.
  struct Split: Equatable {
    var index: Int
    /// The deflated statistic over its threshold: above 1.
    var evidence: Double
  }

  private let values: [Double]
  private let ranks: [Int32]
  private let thresholds: [Double]
  private var scores = NormalScores()
  /// The intervals with a statistic over its threshold before deflation, narrowest first.
  private var promising: [(interval: Range<Int>, scan: RankScan)] = []

  init(values: [Double], thresholds: ChangePointThresholds) {
    self.values = values
    ranks = NormalScores.ranks(of: values)
    self.thresholds = thresholds.byClass
  }

  /// The changes in order.
  mutating func run() -> [Split] {
    let intervals = SeededIntervals.intervals(
      count: ranks.count, shortest: ChangePointDetector.shortestInterval)
    for interval in intervals.reversed() {
      let scan = RankScan(ranks: ranks[interval], scores: &scores)
      if isPromising(scan) { promising.append((interval, scan)) }
    }
    var found: [Int] = []
    search(0..<ranks.count, into: &found)
    return sharpened(settle(found.sorted()))
  }

  private func isPromising(_ scan: RankScan) -> Bool {
    zip(scan.best, thresholds).contains { $0.statistic > $1 }
  }

  /// Finds the narrowest change of a stretch and goes on to its left and right.
  private mutating func search(_ stretch: Range<Int>, into found: inout [Int]) {
    var pending = [stretch]
    while let stretch = pending.popLast() {
      guard let split = narrowest(in: stretch) else { continue }
      found.append(split)
      pending.append(stretch.lowerBound..<split)
      pending.append(split..<stretch.upperBound)
    }
  }

  private mutating func narrowest(in stretch: Range<Int>) -> Int? {
    guard stretch.count >= ChangePointDetector.shortestInterval else { return nil }
    var judge: Judge?
    for (interval, scan) in promising
    where stretch.lowerBound <= interval.lowerBound && interval.upperBound <= stretch.upperBound {
      let known = judge ?? Judge(ranks: ranks[stretch], thresholds: thresholds, scores: &scores)
      judge = known
      if let split = known.strongest(scan, in: interval) { return split.index }
    }
    // What is left between two changes is rarely a seeded interval itself.
    let scan = RankScan(ranks: ranks[stretch], scores: &scores)
    guard isPromising(scan) else { return nil }
    let known = judge ?? Judge(ranks: ranks[stretch], thresholds: thresholds, scores: &scores)
    return known.strongest(scan, in: stretch)?.index
  }

  /// Moves every change to its best place between its neighbours, and drops those that do not
  /// stand there, weakest first.
  private mutating func settle(_ found: [Int]) -> [Split] {
    var indices = found
    while true {
      var splits: [Split] = []
      var weakest: (place: Int, evidence: Double)?
      for (place, index) in indices.enumerated() {
        let start = place == 0 ? 0 : indices[place - 1]
        let end = place + 1 < indices.count ? indices[place + 1] : ranks.count
        let best = between(start..<end) ?? Split(index: index, evidence: 0)
        splits.append(best)
        if best.evidence <= 1, best.evidence < weakest?.evidence ?? .infinity {
          weakest = (place, best.evidence)
        }
      }
      guard let weakest else { return splits }
      indices.remove(at: weakest.place)
    }
  }

  /// Moves every change to where the values leave one level for the other.
  private func sharpened(_ splits: [Split]) -> [Split] {
    var result = splits
    for place in splits.indices {
      let start = place == 0 ? 0 : result[place - 1].index
      let end = place + 1 < splits.count ? splits[place + 1].index : values.count
      result[place].index = LevelBorder.place(
        in: values, near: splits[place].index, of: start..<end, margin: SegmentScale.minimum)
    }
    return result
  }

  private mutating func between(_ stretch: Range<Int>) -> Split? {
    guard stretch.count >= 2 * SegmentScale.minimum else { return nil }
    let scan = RankScan(ranks: ranks[stretch], scores: &scores)
    let judge = Judge(ranks: ranks[stretch], thresholds: thresholds, scores: &scores)
    return judge.strongest(scan, in: stretch, atLeast: 0)
  }
}

/// Weighs the splits of a stretch against the memory of its noise.
private struct Judge {
  private let start: Int
  private let scores: [Double]
  private let thresholds: [Double]
  private let fromDifferences: Double?

  init(ranks: ArraySlice<Int32>, thresholds: [Double], scores: inout NormalScores) {
    start = ranks.startIndex
    self.thresholds = thresholds
    self.scores = scores.scores(ofRanks: ranks).scores
    fromDifferences = NoiseMemory.fromDifferences(self.scores)
  }

  /// The split of an interval, with the most evidence of any class; nil when that is not enough.
  ///
  /// Thresholds differ a little between classes: among close neighbours the likeliest place is where
  /// the statistic itself is largest.
  func strongest(
    _ scan: RankScan, in interval: Range<Int>, atLeast least: Double = 1
  ) -> ChangePointSearch.Split? {
    var evidence = least
    var place = RankScan.Best()
    for (best, threshold) in zip(scan.best, thresholds) where best.statistic > 0 {
      // Deflation only lowers it: what fails before need not be weighed.
      let raw = best.statistic / threshold
      guard raw > evidence else { continue }
      let residual = NoiseMemory.fromResiduals(
        scores, split: interval.lowerBound + best.split - start)
      let inflation = NoiseMemory.inflation(
        correlation: min(residual, fromDifferences ?? residual),
        left: best.split, right: interval.count - best.split)
      guard raw / inflation > evidence else { continue }
      evidence = raw / inflation
      place = best
    }
    guard evidence > least else { return nil }
    for best in scan.best
    where abs(best.split - place.split) <= 2 && best.statistic > place.statistic { place = best }
    return ChangePointSearch.Split(
      index: interval.lowerBound + place.split, evidence: evidence)
  }
}
