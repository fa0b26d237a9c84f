internal import CLibrary

/// The evidence that a step needs beyond its scale's penalty, by the length of the series.
///
/// The rows are those that `lab simulate-series --calibrate` prints, with 0.05 to 0.15 to spare
/// for the error of the simulation (`--series 20000` up to 250 points, 8000 up to 1000). The row of
/// 4000 points is from an earlier form of the search and was not calibrated again. Each is the
/// largest limit that any of the noise models asks for, so that at most the rate of a
/// ``Sensitivity`` of unchanged series is alarmed. In the shortest series the penalty of the
/// partition alone suffices for screening; there the limit is 0.
enum EvidenceLimit {
  /// One stored row.
  struct Row: Equatable, Sendable {
    /// How many points the series has.
    let count: Int
    /// The limits by rising strictness: screening, standard, strict.
    let limits: [Double]

    init(_ count: Int, _ limits: [Double]) {
      self.count = count
      self.limits = limits
    }
  }

  /// The limit for a series of so many points, between stored lengths by the logarithm.
  ///
  /// Beyond the longest stored length the slope of the last rows continues.
  static func value(count: Int, sensitivity: Sensitivity) -> Double {
    let column = Sensitivity.allCases.firstIndex(of: sensitivity) ?? 0
    guard let first = rows.first, count > first.count else {
      return rows.first?.limits[column] ?? .infinity
    }
    let above = min(rows.firstIndex { $0.count >= count } ?? rows.count - 1, rows.count - 1)
    let upper = rows[above]
    // One step of the table is too noisy to be continued.
    let lower = rows[count > upper.count ? max(above - 4, 0) : above - 1]
    // Limits grow with the logarithm of the length, as the number of places does at which
    // chance has its turn.
    let part =
      log(Double(count) / Double(lower.count)) / log(Double(upper.count) / Double(lower.count))
    return lower.limits[column] + (upper.limits[column] - lower.limits[column]) * part
  }

  /// The stored limits.
  static let rows = [
    Row(12, [0, 2.85, 13]),
    Row(16, [0, 3.3, 4.1]),
    Row(30, [3.25, 3.95, 4.55]),
    Row(60, [3.75, 4.3, 4.95]),
    Row(82, [3.75, 4.3, 4.95]),
    Row(100, [3.75, 4.32, 4.95]),
    Row(250, [3.65, 4.35, 5]),
    Row(400, [3.65, 4.35, 5.3]),
    Row(1000, [3.7, 4.35, 6]),
    Row(4000, [3.9, 4.6, 6.5]),
  ]
}
