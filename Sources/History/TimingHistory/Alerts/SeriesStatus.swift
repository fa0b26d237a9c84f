/// The state of a series with what led to it.
///
/// A pure value: events go in, a new status comes out.
package struct SeriesStatus: Equatable, Sendable {
  package private(set) var state: SeriesState
  /// The run with which the present alert began; nil when there is none.
  package private(set) var firstBad: RunID?
  /// The newest run that settled the series: shifts up to it are known and judged.
  package private(set) var settled: RunID?
  /// Why the level was accepted; nil unless it was.
  package private(set) var reason: String?

  /// A series about which nothing has happened yet.
  package init() { state = .ok }

  /// Why an event was refused.
  package enum Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// The event cannot happen in the state.
    case impossible(SeriesEvent, in: SeriesState)
    /// An acceptance needs a reason.
    case noReason
    /// A note needs a text.
    case noText

    /// What is wrong and what could be done instead.
    package var description: String {
      switch self {
      case .impossible(let event, let state):
        "There is no \(event.rawValue) of a series that is '\(state.rawValue)'; possible are: "
          + state.possibleEvents.map(\.rawValue).joined(separator: ", ") + "."
      case .noReason:
        "Accepting a worse level needs a reason that others can read."
      case .noText:
        "A note needs a text that others can read."
      }
    }
  }

  /// A series to which all this happened; events of two merged histories that contradict each other
  /// are skipped.
  package init(after transitions: [SeriesTransition]) {
    self.init()
    for transition in transitions {
      try? apply(transition.event, run: transition.run, reason: transition.reason)
    }
  }

  /// Applies an event.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - run: The run in which it happened; nil for one that is no longer in the history.
  ///   - reason: Why, for an acceptance; the text of a note.
  /// - Throws: ``Refusal``, with the status unchanged.
  package mutating func apply(
    _ event: SeriesEvent, run: RunID?, reason: String? = nil
  ) throws(Refusal) {
    guard let next = state.after(event) else { throw .impossible(event, in: state) }
    let words = reason?.split { $0.isWhitespace }.joined(separator: " ")
    if event == .acceptance, words?.isEmpty ?? true { throw .noReason }
    if event == .note || event == .renaming {
      guard !(words?.isEmpty ?? true) else { throw .noText }
      return
    }
    switch event {
    case .suspicion:
      if state != .suspect { firstBad = run }
    case .confirmation, .note, .renaming:
      break
    case .dismissal, .acceptance, .recovery:
      firstBad = nil
      settled = run ?? settled
    }
    self.reason = event == .acceptance ? reason : nil
    state = next
  }
}
