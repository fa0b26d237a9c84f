/// How readily a change is reported: the share of series without any change that raise an alarm.
public enum Sensitivity: String, CaseIterable, Sendable, Codable {
  /// 5 %: to choose what is worth measuring again, never to alarm anyone.
  case screening
  /// 0.5 %: to report.
  case standard
  /// 0.1 %: for many series at once.
  case strict

  /// The share of series without change that are alarmed.
  public var falseAlarmRate: Double {
    switch self {
    case .screening: 0.05
    case .standard: 0.005
    case .strict: 0.001
    }
  }
}
