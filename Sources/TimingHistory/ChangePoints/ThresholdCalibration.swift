internal import Measuring

/// Finds the thresholds of the change-point detector by shuffling.
///
/// Without a change every order of the values is equally likely, whatever their distribution, so
/// the largest statistic over all intervals and splits of shuffled ranks has the very distribution
/// that an unchanged series has. Every class of sizes gets the same small share of the false
/// alarms; the share is chosen so that together they make the rate asked for.
///
/// The rows in `ChangePointThresholds+Table.swift` were made by this type with seed 1 and 100,000
/// shuffles up to 320 points, 40,000 above.
public struct ThresholdCalibration: Sendable {
  /// The largest statistic of each class, one array for each shuffle.
  private let maxima: [[Double]]

  /// Shuffles and scans.
  ///
  /// - Parameters:
  ///   - count: How many points the series has.
  ///   - shuffles: How many orders are tried.
  ///   - seed: The start of the random sequence.
  /// - Complexity: O(*shuffles* · *count* log² *count*).
  public init(count: Int, shuffles: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed &+ UInt64(max(count, 0)))
    var scores = NormalScores()
    var ranks = (0..<Int32(max(count, 0))).map { $0 }
    let intervals = SeededIntervals.intervals(
      count: count, shortest: ChangePointDetector.shortestInterval)
    maxima = (0..<shuffles).map { _ in
      ranks.shuffle(using: &generator)
      var largest = [Double](repeating: 0, count: SegmentScale.classes.count)
      for interval in intervals {
        let scan = RankScan(ranks: ranks[interval], scores: &scores)
        for index in largest.indices {
          largest[index] = max(largest[index], scan.best[index].statistic)
        }
      }
      return largest
    }
  }

  /// The thresholds of the classes for a false alarm rate; infinite where a class cannot alarm.
  public func thresholds(falseAlarmRate: Double) -> [Double] {
    guard let classes = maxima.first?.indices else { return [] }
    let sorted = classes.map { index in maxima.map { $0[index] }.sorted() }
    let allowed = Int(falseAlarmRate * Double(maxima.count))
    func thresholds(exceedances: Int) -> [Double] {
      sorted.map { statistics in
        let threshold = statistics[max(statistics.count - 1 - exceedances, 0)]
        return threshold > 0 ? Self.roundedUp(threshold) : .infinity
      }
    }
    func alarms(_ exceedances: Int) -> Int {
      let limits = thresholds(exceedances: exceedances)
      return maxima.count { largest in zip(largest, limits).contains { $0 > $1 } }
    }
    var low = 0
    var high = allowed + 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if alarms(middle) <= allowed { low = middle } else { high = middle }
    }
    return thresholds(exceedances: low)
  }

  /// How many of the shuffles exceed thresholds.
  func alarms(over thresholds: [Double]) -> Int {
    maxima.count { largest in zip(largest, thresholds).contains { $0 > $1 } }
  }

  /// Four digits, upwards: a statistic that only just ties with chance must not pass.
  private static func roundedUp(_ value: Double) -> Double {
    (value * 10_000).rounded(.up) / 10_000
  }
}
