/// An event that happened to a series.
package struct SeriesTransition: Equatable, Sendable {
  /// The run in which it happened; nil when that is no longer in the history.
  package let run: RunID?
  /// Milliseconds since 1970.
  package let at: Int64
  /// What happened.
  package let event: SeriesEvent
  /// The state before.
  package let before: SeriesState
  /// The state after.
  package let after: SeriesState
  /// Why.
  package let reason: String?
}
