/// Where a series stands: `ok → suspect → regressed → accepted | recovered`.
///
/// `accepted` and `recovered` end an alert; for the next one they are what `ok` is. A suspicion
/// that is not confirmed goes back to `ok`.
package enum SeriesState: String, CaseIterable, Sendable, Codable {
  /// Nothing is known against it.
  case ok
  /// The screen found a shift that has not been confirmed or dismissed.
  case suspect
  /// A fresh paired session has shown that it became worse.
  case regressed
  /// A person has accepted the level, with a reason: of a regressed series, or of one whose level
  /// changed without a night that judged it.
  case accepted
  /// It is as fast as before again.
  case recovered

  /// The state after an event; nil when the event cannot happen in this state.
  package func after(_ event: SeriesEvent) -> SeriesState? {
    switch (self, event) {
    case (.ok, .suspicion), (.accepted, .suspicion), (.recovered, .suspicion): .suspect
    // Still in doubt another night, still slower another night.
    case (.suspect, .suspicion): .suspect
    case (.regressed, .confirmation): .regressed
    case (.suspect, .confirmation): .regressed
    case (.suspect, .dismissal): .ok
    case (_, .acceptance): .accepted
    case (.regressed, .recovery): .recovered
    case (_, .note), (_, .renaming): self
    default: nil
    }
  }

  /// The events that can happen in this state.
  package var possibleEvents: [SeriesEvent] { SeriesEvent.allCases.filter { after($0) != nil } }
}
