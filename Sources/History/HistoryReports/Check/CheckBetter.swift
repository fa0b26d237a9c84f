public import TimingHistory

/// Which changes are for the better, and so no alarm.
public enum CheckBetter: String, CaseIterable, Sendable {
  /// Falls: of times, sizes and counts.
  case lower
  /// Rises: of rates.
  case higher
  /// What each series' unit tells; of a series without a unit every change is an alarm.
  case unit

  /// The direction for a series; nil where that is not known.
  public func direction(ofUnit unit: String) -> ValueDirection? {
    switch self {
    case .lower: .lowerIsBetter
    case .higher: .higherIsBetter
    case .unit: unit.allSatisfy(\.isWhitespace) ? nil : ValueDirection(unit: unit)
    }
  }
}

extension ValueDirection {
  /// Whether a relative change is for the worse.
  func isWorse(_ effect: Double) -> Bool { (effect > 0) == (self == .lowerIsBetter) }
}
