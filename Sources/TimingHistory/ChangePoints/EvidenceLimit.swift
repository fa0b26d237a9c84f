internal import CLibrary

/// The evidence that a step needs beyond its scale's penalty, by the length of the series.
///
/// The rows are those that `bench simulate-series --calibrate` prints, rounded up to a multiple of
/// 0.05 (with `--series 12000` up to 250 points, 4000 for 400, 2000 for 1000, 500 for 4000): the largest limit that any of the noise models asks for, so that at most the
/// rate of a ``Sensitivity`` of unchanged series is alarmed. In short series the penalty of the
/// partition alone often suffices for screening; there the limit is 0.
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
    let part =
      log(Double(count) / Double(lower.count)) / log(Double(upper.count) / Double(lower.count))
    return lower.limits[column] + (upper.limits[column] - lower.limits[column]) * part
  }

  /// The stored limits.
  static let rows = [
    Row(12, [0, 0, 2.25]),
    Row(16, [0, 1.7, 2.65]),
    Row(30, [0, 2, 3.1]),
    Row(60, [0, 1.8, 3.05]),
    Row(82, [0, 1.75, 2.8]),
    Row(100, [0, 1.6, 2.6]),
    Row(250, [0.25, 1.65, 2.6]),
    Row(400, [0.55, 1.7, 2.5]),
    Row(1000, [0.95, 1.9, 3.7]),
    Row(4000, [1.4, 3.05, 4]),
  ]
}
