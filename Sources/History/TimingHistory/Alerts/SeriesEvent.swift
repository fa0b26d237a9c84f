/// What can happen to a series.
package enum SeriesEvent: String, CaseIterable, Sendable, Codable {
  /// The screen found a shift.
  case suspicion
  /// A fresh paired session showed that the code became worse.
  case confirmation
  /// A fresh paired session showed no relevant difference, or the code had not changed.
  case dismissal
  /// A person accepted the new level.
  case acceptance
  /// A fresh paired session showed that the code is as fast as before the regression.
  case recovery
  /// A person said something of a run; it changes nothing.
  case note
  /// A person said that a series goes on under this name; the reason is its former one.
  case renaming
}
