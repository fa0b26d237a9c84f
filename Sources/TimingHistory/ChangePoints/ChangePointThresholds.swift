#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What the statistics must exceed, for each class of sizes, in a series of a given length.
struct ChangePointThresholds: Equatable, Sendable {
  /// The threshold of each class; infinite where no arrangement of the values is rare enough.
  let byClass: [Double]

  /// Known thresholds.
  init(byClass: [Double]) { self.byClass = byClass }

  /// The stored thresholds for a series of so many points, between stored lengths by the logarithm.
  ///
  /// Beyond the longest stored length the slope of the last few rows continues: thresholds grow with
  /// the logarithm of the length, and slower and slower.
  init(count: Int, sensitivity: Sensitivity) {
    let rows = Self.table(sensitivity)
    guard let first = rows.first, count >= first.count else {
      byClass = Array(repeating: .infinity, count: SegmentScale.classes.count)
      return
    }
    let above = min(rows.firstIndex { $0.count >= count } ?? rows.count - 1, rows.count - 1)
    let upper = rows[above]
    guard above > 0, upper.count != count else {
      byClass = upper.thresholds
      return
    }
    // One step of the table is too noisy to be continued.
    let lower = rows[count > upper.count ? max(above - 4, 0) : above - 1]
    let part =
      log(Double(count) / Double(lower.count)) / log(Double(upper.count) / Double(lower.count))
    byClass = zip(lower.thresholds, upper.thresholds).map { low, high in
      // Where only the longer series can alarm at all, the longer one's threshold is the safe one.
      guard low.isFinite, high.isFinite else { return high.isFinite ? high : low }
      // A class that has just become possible starts low: never below the safer neighbour.
      return high < low ? low : low + (high - low) * part
    }
  }

  /// One stored row.
  struct Row: Equatable, Sendable {
    let count: Int
    let thresholds: [Double]

    init(_ count: Int, _ thresholds: [Double]) {
      self.count = count
      self.thresholds = thresholds
    }
  }
}
