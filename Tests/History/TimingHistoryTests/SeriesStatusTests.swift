internal import Measuring
internal import Testing
internal import TimingHistory

@Suite("The state of a series")
struct SeriesStatusTests {
  /// The whole rule once more, written as people say it.
  private static let arrows: Set<String> = [
    "ok -suspicion> suspect", "suspect -suspicion> suspect", "suspect -dismissal> ok",
    "suspect -confirmation> regressed", "regressed -confirmation> regressed",
    "regressed -acceptance> accepted", "regressed -recovery> recovered",
    "accepted -suspicion> suspect", "recovered -suspicion> suspect",
    "ok -acceptance> accepted", "suspect -acceptance> accepted", "accepted -acceptance> accepted",
    "recovered -acceptance> accepted", "ok -note> ok", "suspect -note> suspect",
    "regressed -note> regressed", "accepted -note> accepted", "recovered -note> recovered",
    "ok -renaming> ok", "suspect -renaming> suspect", "regressed -renaming> regressed",
    "accepted -renaming> accepted", "recovered -renaming> recovered",
  ]

  /// Applies an event and checks everything that must hold, whatever came before.
  private func step(_ status: SeriesStatus, _ event: SeriesEvent, night: Int64) -> SeriesStatus {
    var next = status
    let target = Self.arrows.first {
      $0.hasPrefix("\(status.state.rawValue) -\(event.rawValue)> ")
    }
    do {
      try next.apply(event, run: RunID(night), reason: "planned")
      #expect(target == "\(status.state.rawValue) -\(event.rawValue)> \(next.state.rawValue)")
    } catch {
      #expect(target == nil)
      #expect(next == status, "A refused event changes nothing.")
      #expect(error == .impossible(event, in: status.state))
      return next
    }
    guard event != .note, event != .renaming else {
      #expect(next == status, "A note changes nothing, nor does another name.")
      return next
    }
    let isOpen = next.state == .suspect || next.state == .regressed
    #expect((next.firstBad != nil) == isOpen, "An alert has a beginning exactly while it is open.")
    #expect((next.reason != nil) == (next.state == .accepted), "Only acceptance has a reason.")
    if !isOpen { #expect(next.settled == RunID(night), "What ends an alert settles it.") }
    if isOpen, status.state == next.state { #expect(next.firstBad == status.firstBad) }
    return next
  }

  @Test("Every sequence of events to length 6 goes where the arrows lead")
  func everySequence() {
    var visited = 0
    func visit(_ status: SeriesStatus, depth: Int64) {
      visited += 1
      guard depth < 6 else { return }
      for event in SeriesEvent.allCases {
        visit(step(status, event, night: depth), depth: depth + 1)
      }
    }
    visit(SeriesStatus(), depth: 0)
    // 1 + 7 + 49 + … + 7⁶
    #expect(visited == 137_257)
  }

  @Test("250,000 random events keep to the arrows and reach every state")
  func randomWalk() throws {
    var generator = SeededGenerator(seed: 6)
    var status = SeriesStatus()
    var seen: [SeriesState: Int] = [:]
    // Expectations cost too much for so many steps: mismatches are counted instead.
    var mismatches = 0
    for night in 0..<250_000 as Range<Int64> {
      let event = try #require(SeriesEvent.allCases.randomElement(using: &generator))
      let before = status
      let expected = before.state.after(event)
      do {
        try status.apply(event, run: RunID(night), reason: "planned")
        let isOpen = status.state == .suspect || status.state == .regressed
        if event == .note || event == .renaming {
          if status != before { mismatches += 1 }
        } else if status.state != expected || (status.firstBad != nil) != isOpen
          || (status.reason != nil) != (status.state == .accepted)
          || (!isOpen && status.settled != RunID(night))
        {
          mismatches += 1
        }
      } catch {
        if expected != nil || status != before { mismatches += 1 }
      }
      seen[status.state, default: 0] += 1
    }
    #expect(mismatches == 0)
    #expect(SeriesState.allCases.allSatisfy { seen[$0, default: 0] > 1000 })
  }

  @Test("Acceptance needs a reason, and refusals say what could be done")
  func reasons() throws {
    var status = SeriesStatus()
    try status.apply(.suspicion, run: RunID(3))
    try status.apply(.confirmation, run: RunID(4))
    for nothing in [nil, "", "  \n\t"] {
      #expect(throws: SeriesStatus.Refusal.noReason) {
        try status.apply(.acceptance, run: RunID(5), reason: nothing)
      }
    }
    #expect(status.state == .regressed)
    #expect(status.firstBad == RunID(3))
    try status.apply(.acceptance, run: RunID(5), reason: "more exact")
    #expect(status.reason == "more exact")
    #expect(SeriesStatus.Refusal.noReason.description.contains("needs a reason"))
    #expect(
      SeriesStatus.Refusal.impossible(.recovery, in: .suspect).description.hasSuffix(
        "possible are: suspicion, confirmation, dismissal, acceptance, note, renaming."))
  }

  @Test("The store keeps what happened, and refuses what cannot")
  func stored() throws {
    let store = try HistoryStore()
    let run = try RecordedHistory.addRun(to: store, at: 1, times: [5])
    let name = "simd × photo"
    try store.apply(.suspicion, to: name, at: 10)
    #expect(throws: HistoryError.self) { try store.apply(.recovery, to: name, at: 11) }
    #expect(throws: HistoryError.self) { try store.apply(.suspicion, to: "nobody", at: 11) }
    try store.apply(.confirmation, to: name, run: run, at: 12)
    let status = try store.apply(.acceptance, to: name, at: 13, reason: "it reads twice as much")
    #expect(status.state == .accepted)
    #expect(status.settled == run)
    #expect(try store.status(of: name) == status)
    let transitions = try store.transitions(of: name)
    #expect(transitions.map(\.event) == [.suspicion, .confirmation, .acceptance])
    #expect(transitions.map(\.before) == [.ok, .suspect, .regressed])
    #expect(transitions.map(\.after) == [.suspect, .regressed, .accepted])
    #expect(transitions.map(\.at) == [10, 12, 13])
    #expect(transitions.last?.reason == "it reads twice as much")
    #expect(transitions.allSatisfy { $0.run == run })
  }
}
