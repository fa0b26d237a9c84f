/// What becomes of one picture that a person chose: the states of the work on it, and nothing else.
///
/// A value that decides; it starts and stops nothing itself. Its owner passes it events, and does
/// what it answers. Work runs elsewhere and may end late, twice or not at all: each piece of work has a
/// number, and what arrives for another number than the current one changes nothing. So nothing of a
/// picture is shown after another one was chosen, and nothing is shown twice.
///
/// ```swift
/// var job = PictureJob()
/// job.handle(.choose)  // [.start(.decoding, work: 1)]
/// job.handle(.decoded(work: 1))  // [.show(.picture, work: 1), .start(.analysing, work: 2)]
/// job.handle(.choose)  // [.stop(work: 2), .start(.decoding, work: 3)]
/// job.handle(.analysed(work: 2))  // []: too late
/// ```
package struct PictureJob: Hashable, Sendable {
  /// How far a picture is.
  package enum Phase: String, CaseIterable, Hashable, Sendable {
    /// No picture yet.
    case choosing
    /// The file is being decoded.
    case decoding
    /// The picture is there; its colours are being found.
    case analysing
    /// A colour can be chosen, and the picture saved.
    case ready
    /// The picture is being changed and written.
    case applying
    /// The picture was written as it is shown.
    case saved
    /// Something could not be done; ``PictureJob/problem`` says what.
    case failed
    /// The person stopped it before it was ready.
    case cancelled
  }

  /// What happens to a picture.
  package enum Event: Hashable, Sendable {
    /// The person chose a picture, the first one or another.
    case choose
    /// The person changed the colour, the tolerance or the feather.
    case adjust
    /// The person wants the picture written.
    case save
    /// The person wants the work to stop.
    case cancel
    /// The person wants the same picture tried again.
    case retry
    /// The file was decoded.
    case decoded(work: Int)
    /// The colours were found.
    case analysed(work: Int)
    /// The changed picture was written.
    case applied(work: Int)
    /// Work could not be done, for a reason in a sentence.
    case failed(work: Int, problem: String)
  }

  /// What there is to do after an event, in order.
  package enum Action: Hashable, Sendable {
    /// Start work that leads out of a phase.
    case start(Phase, work: Int)
    /// Stop work; its result is not wanted any more.
    case stop(work: Int)
    /// Show what work gave.
    case show(Result, work: Int)
  }

  /// What can be shown.
  package enum Result: String, CaseIterable, Hashable, Sendable {
    /// The picture as it was chosen.
    case picture
    /// Its colours.
    case palette
    /// The changed picture as it was written.
    case savedPicture
    case problem
  }

  /// How far the picture is.
  package private(set) var phase = Phase.choosing
  /// The number of the work that runs; `nil` where none does.
  package private(set) var work: Int?
  /// What could not be done, in a sentence, while ``phase`` is `failed`.
  package private(set) var problem: String?
  /// The number of the last work that was started.
  private var lastWork = 0

  /// No picture yet.
  package init() {}

  /// Takes an event.
  ///
  /// - Returns: what to do now; nothing where the event is late, came before or is not possible now.
  package mutating func handle(_ event: Event) -> [Action] {
    if let number = event.work, number != work { return [] }
    guard let next = Self.transitions[phase]?[event.kind] else { return [] }
    var actions: [Action] = []
    if let number = event.work {
      work = nil
      if let result = event.kind.result { actions.append(.show(result, work: number)) }
    } else if let running = work, next != phase || event.kind == .choose {
      actions.append(.stop(work: running))
      work = nil
    }
    phase = next
    problem = event.problem
    if next.needsWork {
      lastWork += 1
      work = lastWork
      actions.append(.start(next, work: lastWork))
    }
    return actions
  }

  /// Whether the person can do something now.
  package func allows(_ kind: EventKind) -> Bool { Self.transitions[phase]?[kind] != nil }
}
