package import Measuring

/// Which changes are for the better, and so no alarm.
package enum CheckBetter: String, CaseIterable, Sendable {
  /// Falls: of times, sizes and counts.
  case lower
  /// Rises: of rates.
  case higher
  /// What each series' unit says; of a series whose unit does not every change is an alarm.
  case unit
  /// None: every change is an alarm.
  case nothing = "none"

  /// The direction for a series; nil where that is not known.
  package func direction(ofUnit unit: String) -> BenchmarkMetric.Better? {
    switch self {
    case .lower: .less
    case .higher: .more
    case .unit: MeasuredUnit(unit).better
    case .nothing: nil
    }
  }
}
