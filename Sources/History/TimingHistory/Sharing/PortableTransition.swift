/// An event that happened to a series, apart from the history it is in.
package struct PortableTransition: Equatable, Sendable {
  /// The name that the event keeps in every history.
  package var uid: String
  /// The series it happened to.
  package var series: String
  /// The run in which it happened, by its name in every history; nil when that is gone.
  package var run: String?
  /// Milliseconds since 1970.
  package var at: Int64
  /// What happened.
  package var event: SeriesEvent
  /// The state before.
  package var before: SeriesState
  /// The state after.
  package var after: SeriesState
  /// Why.
  package var reason: String?

  package init(
    uid: String, series: String, run: String? = nil, at: Int64, event: SeriesEvent,
    before: SeriesState, after: SeriesState, reason: String? = nil
  ) {
    self.uid = uid
    self.series = series
    self.run = run
    self.at = at
    self.event = event
    self.before = before
    self.after = after
    self.reason = reason
  }
}

extension PortableTransition {
  func write(to output: inout PackedBytes) {
    output.add(uid)
    output.add(series)
    output.add(run)
    output.add(at)
    for text in [event.rawValue, before.rawValue, after.rawValue] { output.add(text) }
    output.add(reason)
  }

  init(reading input: inout PackedReader) throws(SharingError) {
    uid = try PortableRun.uid(&input)
    series = try input.text(limit: 1000)
    run = try input.optional { (input) throws(SharingError) in try PortableRun.uid(&input) }
    at = try PortableRun.time(&input)
    guard let event = SeriesEvent(rawValue: try input.text(limit: 100)),
      let before = SeriesState(rawValue: try input.text(limit: 100)),
      let after = SeriesState(rawValue: try input.text(limit: 100))
    else { throw SharingError("It has an event that this program does not know.") }
    (self.event, self.before, self.after) = (event, before, after)
    reason = try input.optional { (input) throws(SharingError) in try input.text(limit: 65_536) }
  }
}
