import Hashing
import Testing

@testable import JPEGMeans

/// Threads that take their turns in every order that chance has.
@Suite struct PieceScheduleTests {
  /// What a thread is at.
  private enum Activity {
    case asleep, awake
    case step(PieceSchedule.Step, hasJoined: Bool)
  }

  /// A file of some pieces, and threads at work on it.
  private struct Simulation {
    var schedule: PieceSchedule
    /// The last piece, and the step in which it fails.
    let last: Int
    let failure: PieceSchedule.Step.Kind?
    var random: SplitMix64
    /// The caller first.
    var threads: [Activity]
    /// For each piece the steps that are done: filled, walked through, joined, read.
    var done: [Set<String>]
    var used = 0
    var isOver = false

    init(threads count: Int, seed: UInt64) {
      random = SplitMix64(seed: seed)
      schedule = PieceSchedule(threads: count)
      last = Int.random(in: 0...11, using: &random)
      failure = [nil, .fill, .walk, .read][Int.random(in: 0...3, using: &random)]
      threads = [.awake] + Array(repeating: .asleep, count: count - 1)
      done = Array(repeating: [], count: last + 1)
    }

    mutating func follow(_ call: PieceSchedule.Call) {
      switch call {
      case .noThread: break
      case .caller: threads[0] = .awake
      case .helper:
        let sleeper = threads.indices.dropFirst().first {
          if case .asleep = threads[$0] { true } else { false }
        }
        guard let sleeper else {
          Issue.record("there are no more helpers")
          return
        }
        threads[sleeper] = .awake
      }
    }

    /// Checks that what a step needs is done, and that it is not.
    func check(_ step: PieceSchedule.Step) {
      let number = step.number
      guard number <= last else {
        Issue.record("piece \(number) is behind the last one")
        return
      }
      let before = number > 0 ? done[number - 1] : ["filled", "joined"]
      switch step.kind {
      case .fill:
        #expect(done[number].isEmpty && before.contains("filled"))
        #expect(number < used + schedule.pieceCount, "the piece is in use")
      case .walk: #expect(done[number] == ["filled"])
      case .read: #expect(done[number] == ["filled", "walked"] && before.contains("joined"))
      }
    }

    /// One thing that one thread does; `false` where none can.
    mutating func advance() -> Bool {
      let able = threads.indices.filter {
        if case .asleep = threads[$0] { false } else { true }
      }
      guard let thread = able.randomElement(using: &random) else { return false }
      switch threads[thread] {
      case .asleep: break
      case .step(let step, let hasJoined): goOn(thread, step, hasJoined: hasJoined)
      case .awake where thread == 0: takeTurn()
      case .awake:
        let step = schedule.takeHelpersStep()
        if let step { check(step) }
        threads[thread] = step.map { .step($0, hasJoined: false) } ?? .asleep
        follow(schedule.call())
      }
      return true
    }

    private mutating func takeTurn() {
      let turn = schedule.takeTurn()
      switch turn {
      case .step(let step):
        check(step)
        threads[0] = .step(step, hasJoined: false)
      case .wait: threads[0] = .asleep
      case .piece(let number):
        #expect(number == used)
        isOver = number == last
        if !isOver { #expect(done[number].contains("read")) }
      }
      follow(schedule.call())
      if case .piece = turn, !isOver {
        used += 1
        schedule.giveBack()
      }
    }

    private mutating func goOn(_ thread: Int, _ step: PieceSchedule.Step, hasJoined: Bool) {
      let hasFailed = step.number == last && step.kind == failure
      if step.kind == .read, !hasJoined, !hasFailed {
        done[step.number].insert("joined")
        threads[thread] = .step(step, hasJoined: true)
        return follow(schedule.noteJoined())
      }
      let name =
        switch step.kind {
        case .fill: "filled"
        case .walk: "walked"
        case .read: "read"
        }
      if !hasFailed { done[step.number].insert(name) }
      threads[thread] = .awake
      follow(
        schedule.finish(
          step, hasFailed: hasFailed, isLast: step.number == last && failure != .fill))
    }
  }

  @Test(arguments: 1...4)
  func everyPieceComesInOrderWhoeverIsFastest(threads: Int) {
    for seed in 0..<500 {
      var simulation = Simulation(threads: threads, seed: UInt64(seed))
      while !simulation.isOver {
        guard simulation.advance() else {
          Issue.record("all wait: seed \(seed), \(threads) threads")
          break
        }
      }
      #expect(simulation.used == simulation.last, "seed \(seed)")
    }
  }

  @Test func aPieceThatFailedStaysTheLast() {
    var schedule = PieceSchedule(threads: 1)
    guard case .step(let step) = schedule.takeTurn() else {
      Issue.record("there is nothing to do")
      return
    }
    #expect(schedule.finish(step, hasFailed: true, isLast: false) == .noThread)
    for _ in 0..<3 {
      guard case .piece(0) = schedule.takeTurn() else {
        Issue.record("it does not fail again")
        return
      }
      schedule.giveBack()
    }
  }
}
