internal import Testing

@testable internal import Measuring

@Suite("Neither side of a session benefits from its position")
struct SessionSymmetryTests {
  /// What happens to a machine that is shared by two workers: the one that did something last
  /// finds its memory in the caches.
  private final class SharedMachine {
    enum Event { case start, prepare, run }

    let slows: Event
    var last: Side?

    init(slows: Event) { self.slows = slows }
  }

  /// A worker whose epochs take a percent longer while the other side did something last.
  private final class CachedWorker: MeasuredWorker {
    let side: Side
    let machine: SharedMachine

    init(_ side: Side, on machine: SharedMachine) {
      self.side = side
      self.machine = machine
      note(.start)
    }

    private func note(_ event: SharedMachine.Event) {
      if machine.slows == event { machine.last = side }
    }

    func pin(toCore core: Int) throws(WorkerFailure) -> Bool { true }

    func prepare() throws(WorkerFailure) -> String {
      note(.prepare)
      return ""
    }

    func run(iterations: Int, warmUp: Int) throws(WorkerFailure) -> Epoch {
      let time = UInt64(iterations) * (machine.last == side ? 1000 : 1010)
      note(.run)
      return Epoch(iterations: iterations, wall: time, threadCPU: time, processCPU: time)
    }

    func quit() {}
  }

  /// The log ratios of all launches of a session between equal sides.
  private func logRatios(slows: SharedMachine.Event, seed: UInt64) -> [Double] {
    let machine = SharedMachine(slows: slows)
    let rule = SequentialRule(margin: 1e-9, looks: [.init(launches: 200, alpha: 0.001)])
    let plan = SessionPlan(
      rule: rule, pairs: LaunchPairs(perLaunch: 5, perPreparation: 5), seed: seed)
    return PairedSession(plan: plan).run { side, _ throws(WorkerFailure) in
      CachedWorker(side, on: machine)
    }.logRatios(.threadCPU)
  }

  @Test(
    "Whatever a side does last, equal sides win equally often", arguments: [1, 2, 3] as [UInt64])
  func equalSides(seed: UInt64) {
    for event: SharedMachine.Event in [.start, .prepare, .run] {
      let ratios = logRatios(slows: event, seed: seed)
      #expect(ratios.count == 200)
      let slower = ratios.count { $0 > 1e-12 }
      let faster = ratios.count { $0 < -1e-12 }
      // Two-sided sign test at one in a thousand.
      let signs = BinomialDistribution(trials: slower + faster, probability: 0.5)
      #expect(2 * signs.cumulative(min(slower, faster)) > 0.001)
    }
  }

  @Test("The place of preparation is seen by the launches' ratios, so the test can fail")
  func sensitivity() {
    let ratios = logRatios(slows: .prepare, seed: 1)
    #expect(ratios.allSatisfy { abs(abs($0) - 0.00995) < 1e-4 })
  }

  @Test("In a launch each side is the outer one, and prepared first, equally often")
  func balance() {
    let rule = SequentialRule(looks: [.init(launches: 8, alpha: 0.01)])
    let plan = SessionPlan(
      rule: rule, pairs: LaunchPairs(perLaunch: 40, perPreparation: 5), seed: 9)
    var order: [Side] = []
    let result = PairedSession(plan: plan).run { side, _ throws(WorkerFailure) in
      OrderedWorker { order.append(side) }
    }
    for launch in result.launches {
      #expect(launch.pairs.count { $0.outer == .base } == 20)
    }
    let firsts = stride(from: 0, to: order.count, by: 2).map { order[$0] }
    #expect(firsts.count == 64)
    #expect(firsts.count { $0 == .base } == 32)
  }

  /// A worker that says when it prepares.
  private final class OrderedWorker: MeasuredWorker {
    let onPreparation: () -> Void

    init(onPreparation: @escaping () -> Void) { self.onPreparation = onPreparation }

    func pin(toCore core: Int) throws(WorkerFailure) -> Bool { true }

    func prepare() throws(WorkerFailure) -> String {
      onPreparation()
      return ""
    }

    func run(iterations: Int, warmUp: Int) throws(WorkerFailure) -> Epoch {
      let time = UInt64(iterations) * 1000
      return Epoch(iterations: iterations, wall: time, threadCPU: time, processCPU: time)
    }

    func quit() {}
  }
}
