/// An event that happened to a series.
public struct SeriesTransition: Equatable, Sendable {
  /// The run in which it happened; nil when that is no longer in the history.
  public let run: RunID?
  /// Milliseconds since 1970.
  public let at: Int64
  /// What happened.
  public let event: SeriesEvent
  /// The state before.
  public let before: SeriesState
  /// The state after.
  public let after: SeriesState
  /// Why.
  public let reason: String?
}
