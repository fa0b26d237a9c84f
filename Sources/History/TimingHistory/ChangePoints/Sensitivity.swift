/// How readily a change is reported: the share of series without any change that raise an alarm.
package enum Sensitivity: String, CaseIterable, Sendable, Codable {
  /// 5 %: to choose what to measure again, never to raise an alarm.
  case screening
  /// 1 %: to report.
  case standard
  /// 0.1 %: for many series at once.
  case strict

  /// The share of series without change that are alarmed.
  package var falseAlarmRate: Double {
    switch self {
    case .screening: 0.05
    case .standard: 0.01
    case .strict: 0.001
    }
  }
}
