internal import Hashing
internal import PictureServer
internal import Testing

@Suite("The states of the work on a picture")
struct PictureJobTests {
  /// What an observer who knows nothing of the table can tell from actions and results alone.
  private struct Observer {
    /// Work that was started, not stopped, and has not ended, with the phase it leads out of.
    var running: [Int: PictureJob.Phase] = [:]
    var started: Set<Int> = []
    var ended: Set<Int> = []
    var lastChoice = 0
    var starts: [Int: Int] = [:]

    mutating func see(_ actions: [PictureJob.Action], after event: PictureJob.Event, at time: Int) {
      if event == .choose { lastChoice = time }
      for action in actions {
        switch action {
        case .start(let phase, let work):
          #expect(started.insert(work).inserted, "work \(work) was started twice")
          #expect(running.isEmpty, "two pieces of work run at the same time")
          running[work] = phase
          starts[work] = time
        case .stop(let work):
          #expect(running.removeValue(forKey: work) != nil, "what does not run was stopped")
          #expect(ended.insert(work).inserted)
        case .show(_, let work):
          #expect(running.removeValue(forKey: work) != nil, "late: work \(work) does not run")
          #expect(ended.insert(work).inserted, "work \(work) was shown twice")
          #expect(starts[work] ?? 0 >= lastChoice, "an earlier picture was shown")
        }
      }
    }
  }

  @Test("nothing is shown late or twice, whatever happens in whatever order", arguments: 0..<25)
  func sequences(seed: UInt64) {
    var numbers = SeededEvents(seed: seed)
    var job = PictureJob()
    var observer = Observer()
    var seen: Set<PictureJob.Phase> = []
    for time in 1...10_000 {
      let before = job
      let event = numbers.event(latest: observer.started.count)
      let actions = job.handle(event)
      observer.see(actions, after: event, at: time)
      // Work runs in exactly the phases that wait for it.
      #expect(observer.running.count == (job.phase.needsWork ? 1 : 0))
      #expect(observer.running.keys.first == job.work)
      #expect(observer.running.values.first ?? job.phase == job.phase)
      #expect((job.phase == .failed) == (job.problem != nil))
      if !before.allows(event.kind) { #expect(job == before && actions.isEmpty) }
      // A second report of the same work is never heard.
      if case .show(_, let work) = actions.first {
        var again = job
        #expect(again.handle(.failed(work: work, problem: "again")).isEmpty && again == job)
      }
      seen.insert(job.phase)
    }
    #expect(seen.isSuperset(of: Set(PictureJob.Phase.allCases).subtracting([.choosing])))
  }

  @Test("a picture's usual way, and a second one chosen while the first is analysed")
  func usualWay() {
    var job = PictureJob()
    #expect(job.handle(.save).isEmpty && job.phase == .choosing)
    #expect(job.handle(.choose) == [.start(.decoding, work: 1)])
    #expect(
      job.handle(.decoded(work: 1))
        == [.show(.picture, work: 1), .start(.analysing, work: 2)])
    #expect(job.handle(.choose) == [.stop(work: 2), .start(.decoding, work: 3)])
    #expect(job.handle(.analysed(work: 2)).isEmpty && job.phase == .decoding)
    _ = job.handle(.decoded(work: 3))
    #expect(job.handle(.analysed(work: 4)) == [.show(.palette, work: 4)])
    #expect(job.phase == .ready && job.allows(.save) && !job.allows(.cancel))
    #expect(job.handle(.adjust).isEmpty && job.phase == .ready)
    #expect(job.handle(.save) == [.start(.applying, work: 5)])
    #expect(job.handle(.adjust) == [.stop(work: 5)])
    #expect(job.handle(.applied(work: 5)).isEmpty && job.phase == .ready)
    _ = job.handle(.save)
    #expect(job.handle(.applied(work: 6)) == [.show(.savedPicture, work: 6)])
    #expect(job.phase == .saved && job.work == nil)
  }

  @Test("a failure says why until something else happens")
  func failure() {
    var job = PictureJob()
    _ = job.handle(.choose)
    #expect(
      job.handle(.failed(work: 1, problem: "The file is cut short."))
        == [.show(.problem, work: 1)])
    #expect(job.phase == .failed && job.problem == "The file is cut short.")
    #expect(job.handle(.retry) == [.start(.decoding, work: 2)])
    #expect(job.problem == nil)
    #expect(job.handle(.cancel) == [.stop(work: 2)] && job.phase == .cancelled)
    #expect(job.handle(.failed(work: 2, problem: "late")).isEmpty && job.problem == nil)
  }

  @Test("every phase can be reached and left, and a picture can be chosen in each")
  func table() {
    let transitions = PictureJob.transitions
    #expect(Set(transitions.keys) == Set(PictureJob.Phase.allCases))
    var reached: Set<PictureJob.Phase> = [.choosing]
    for _ in PictureJob.Phase.allCases {
      for phase in reached { reached.formUnion((transitions[phase] ?? [:]).values) }
    }
    #expect(reached == Set(PictureJob.Phase.allCases))
    for (phase, events) in transitions {
      #expect(events[.choose] == .decoding)
      #expect((events[.failed] != nil) == phase.needsWork)
    }
  }
}

/// Events that follow from a seed.
private struct SeededEvents {
  private var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  private mutating func number(below limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &numbers)
  }

  /// An event; of work, mostly the latest, else some earlier one or one that never was.
  mutating func event(latest: Int) -> PictureJob.Event {
    let work = number(below: 4) > 0 ? latest : number(below: latest + 3)
    switch number(below: 24) {
    case 0: return .choose
    case 1: return .cancel
    case 2: return .retry
    case 3, 4: return .adjust
    case 5...7: return .save
    case 8...12: return .decoded(work: work)
    case 13...17: return .analysed(work: work)
    case 18...21: return .applied(work: work)
    default: return .failed(work: work, problem: "It cannot be read.")
    }
  }
}
