internal import BenchmarkHarness
internal import Measuring
internal import Testing

@Suite("What layout alone makes")
struct LayoutTimingTests {
  @Test("what disturbs a round cancels, and the rest is what layouts differ by")
  func spread() throws {
    let layouts = [1.0, 1.01, 1.02, 0.98]
    let rounds = (0..<8).map { round in layouts.map { $0 * (1 + Double(round % 3)) } }
    let spread = try #require(LayoutSpread(rounds: rounds))
    #expect(abs(LogRatio(spread.value).percent - (1.02 / 0.98 - 1) * 100) < 1e-9)
    #expect(spread.noise < 1e-12)
    #expect(spread.rounds == 8 && spread.layouts.count == 4)
    #expect(spread.allowance == nil, "four layouts say little about the next pair")
  }

  @Test("layouts that do not differ spread as far as the noise says")
  func noise() throws {
    var generator = SeededGenerator(seed: 3)
    let rounds = (0..<20).map { _ in
      (0..<24).map { _ in 1 + 0.05 * Double.random(in: -1...1, using: &generator) }
    }
    let spread = try #require(LayoutSpread(rounds: rounds))
    #expect(spread.noise > 0.5 * spread.value && spread.noise < 2 * spread.value)
    let allowance = try #require(spread.allowance)
    #expect(allowance.logRatio == spread.value && allowance.layoutPairs == 12)
  }

  @Test("without a time above 0, or with too few rounds, there is no figure")
  func nothing() {
    #expect(LayoutSpread(rounds: []) == nil)
    #expect(LayoutSpread(rounds: [[1, 1], [1, 1], [1, 1]]) == nil)
    #expect(LayoutSpread(rounds: Array(repeating: [1], count: 4)) == nil)
    #expect(LayoutSpread(rounds: Array(repeating: [1, 0], count: 4)) == nil)
    #expect(LayoutSpread(rounds: [[1, 1], [1, 1], [1, 1], [1]]) == nil)
  }

  private static func worker(_ nanoseconds: UInt64) -> ScriptedWorker {
    ScriptedWorker(answer: "1") { iterations in
      let total = nanoseconds * UInt64(iterations)
      return Epoch(iterations: iterations, wall: total, threadCPU: total, processCPU: total)
    }
  }

  @Test(
    "each round starts every layout once with one setup; a worker's epochs and a command's runs",
    arguments: [false, true])
  func timing(startsEachEpoch: Bool) throws {
    var started: [(layout: Int, setup: LaunchSetup)] = []
    let outcome = LayoutTiming(
      plan: SessionPlan(), layouts: 3, seconds: 60, startsEachEpoch: startsEachEpoch
    ).run(isCancelled: { false }, progress: { _ in }) { layout, setup throws(WorkerFailure) in
      started.append((layout, setup))
      return Self.worker(UInt64(10_000 + 1000 * layout))
    }
    guard case .complete(let spread) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(abs(LogRatio(spread.value).percent - 20) < 1e-6)
    #expect(abs(spread.seconds - 11e-6) < 1e-12)
    #expect(started.count == 3 * spread.rounds && spread.rounds == 6, "no noise: six rounds do")
    for round in 0..<spread.rounds {
      let turns = started[(3 * round)..<(3 * round + 3)]
      #expect(turns.map(\.layout).sorted() == [0, 1, 2])
      #expect(turns.allSatisfy { $0.setup == turns.first?.setup && $0.setup.launch == round })
    }
  }

  @Test("a failure and Ctrl-C end it")
  func ends() {
    let failing = LayoutTiming(
      plan: SessionPlan(), layouts: 2, seconds: 60, startsEachEpoch: true
    ).run(isCancelled: { false }, progress: { _ in }) { _, _ throws(WorkerFailure) in
      throw .reported("no")
    }
    guard case .failed(.reported("no")) = failing else {
      Issue.record("\(failing)")
      return
    }
    var starts = 0
    let cancelled = LayoutTiming(
      plan: SessionPlan(), layouts: 2, seconds: 60, startsEachEpoch: true
    ).run(isCancelled: { starts >= 9 }, progress: { _ in }) { _, _ throws(WorkerFailure) in
      starts += 1
      return Self.worker(1000)
    }
    guard case .cancelled(let spread?) = cancelled else {
      Issue.record("\(cancelled)")
      return
    }
    #expect(spread.rounds == 4)
  }
}
