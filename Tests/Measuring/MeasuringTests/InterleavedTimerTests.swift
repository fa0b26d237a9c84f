internal import Testing

@testable internal import Measuring

@Suite("Timing contenders interleaved")
struct InterleavedTimerTests {
  private let time = ManualTimeSource()

  private func contender(_ label: String, _ nanoseconds: UInt64) -> Contender {
    Contender(label) { [time] in time.advance(by: nanoseconds) }
  }

  @Test("Every contender gets one epoch a round, and its own time")
  func rounds() throws {
    let plan = TimingPlan(budget: 0.2, minimumRounds: 5)
    let timing = InterleavedTimer(plan: plan, time: time).run([
      contender("short", 1000), contender("long", 2_000_000),
    ])
    #expect(timing.contenders.map(\.label) == ["short", "long"])
    #expect(timing.contenders.map(\.iterationsPerEpoch) == [1000, 1])
    #expect(timing.contenders.allSatisfy { $0.epochs.count == timing.rounds })
    #expect(timing.rounds > 50)
    #expect(!timing.wasCancelled)
    let short = try #require(timing.contenders[0].median(.wall))
    #expect(agree(short, 1e-6, relative: 1e-12))
    let interval = try #require(timing.contenders[1].interval(.threadCPU, alpha: 0.01))
    #expect(agree(interval.interval.lower, 2e-3, relative: 1e-12))
    #expect(timing.contenders[0].disturbedEpochs == 0)
    let ratio = try #require(timing.ratio(of: 1, to: 0, clock: .wall, alpha: 0.01))
    #expect(agree(ratio.factor, 2000, relative: 1e-9))
    #expect(ratio.pairs == timing.rounds)
    #expect(ratio.factorInterval.map { agree($0.upper, 2000, relative: 1e-9) } == true)
  }

  @Test("The budget is kept: a round that would end beyond it is not begun")
  func budget() {
    let plan = TimingPlan(budget: 0.1, minimumRounds: 3)
    let timer = InterleavedTimer(plan: plan, time: time)
    let timing = timer.run([contender("a", 1_000_000), contender("b", 1_000_000)])
    #expect(Double(time.nanoseconds(.wall)) * 1e-9 <= 0.1)
    #expect(Double(time.nanoseconds(.wall)) * 1e-9 > 0.097)
    #expect(timing.rounds > 30)
  }

  @Test("The minimum of rounds is made even when the budget is gone")
  func minimum() {
    let plan = TimingPlan(budget: 0, minimumRounds: 7)
    let timing = InterleavedTimer(plan: plan, time: time).run([contender("slow", 500_000_000)])
    #expect(timing.rounds == 7)
  }

  @Test("The maximum of rounds is not exceeded")
  func maximum() {
    let plan = TimingPlan(budget: 100, minimumRounds: 1, maximumRounds: 9)
    let timing = InterleavedTimer(plan: plan, time: time).run([contender("a", 1000)])
    #expect(timing.rounds == 9)
  }

  @Test("Drift that hits all contenders leaves the ratio alone")
  func drift() throws {
    var call: UInt64 = 0
    func drifting(_ label: String, _ factor: UInt64) -> Contender {
      Contender(
        label,
        repeating: { [time] count in
          call += 1
          time.advance(by: UInt64(count) * factor * (100_000 + call / 4 * 10_000))
        })
    }
    let plan = TimingPlan(
      budget: 0, minimumRounds: 40, maximumRounds: 40, epochNanoseconds: 1, warmUp: 0)
    let timing = InterleavedTimer(plan: plan, time: time).run([drifting("a", 1), drifting("b", 2)])
    let samples = timing.contenders[0].samples(.wall)
    #expect(try #require(samples.max()) > 2 * (try #require(samples.min())))
    let ratio = try #require(timing.ratio(of: 1, to: 0, clock: .wall, alpha: 0.05))
    #expect(agree(ratio.factor, 2, relative: 0.05))
  }

  @Test("Orders within rounds are random, and the same for the same seed")
  func orders() {
    func order(seed: UInt64) -> [String] {
      var labels: [String] = []
      let time = ManualTimeSource()
      let contenders = ["a", "b", "c"].map { label in
        Contender(
          label,
          repeating: { _ in
            labels.append(label)
            time.advance(by: 2_000_000)
          })
      }
      let plan = TimingPlan(
        budget: 0, minimumRounds: 30, maximumRounds: 30, warmUp: 0, seed: seed)
      _ = InterleavedTimer(plan: plan, time: time).run(contenders)
      return Array(labels.suffix(90))
    }
    let first = order(seed: 1)
    #expect(first == order(seed: 1))
    #expect(first != order(seed: 2))
    for round in stride(from: 0, to: 90, by: 3) {
      #expect(Set(first[round..<(round + 3)]) == ["a", "b", "c"])
    }
    #expect(Set(stride(from: 0, to: 90, by: 3).map { first[$0] }) == ["a", "b", "c"])
  }

  @Test("When cancelled, complete rounds are kept and the torn one is dropped")
  func cancellation() {
    let flag = CancellationFlag()
    var calls = 0
    func counting(_ label: String) -> Contender {
      Contender(
        label,
        repeating: { [time] _ in
          time.advance(by: 2_000_000)
          calls += 1
          // Two calls each calibrate; then three rounds and a half.
          if calls == 4 + 7 { flag.cancel() }
        })
    }
    let plan = TimingPlan(budget: 100, warmUp: 0)
    let timing = InterleavedTimer(plan: plan, time: time).run(
      [counting("a"), counting("b")], isCancelled: { flag.isCancelled })
    #expect(timing.wasCancelled)
    #expect(timing.rounds == 3)
    #expect(timing.contenders.map(\.epochs.count) == [3, 3])
  }

  @Test("Every complete round is handed out at once, a torn one never")
  func handedOut() {
    var rounds: [(number: Int, epochs: [Epoch])] = []
    let timing = InterleavedTimer(plan: TimingPlan(budget: 1, minimumRounds: 9), time: time).run(
      [contender("a", 1_000_000), contender("b", 3_000_000)],
      isCancelled: { rounds.count == 4 && self.time.nanoseconds(.wall) % 4_000_000 != 0 },
      onRound: { rounds.append(($0, $1)) })
    #expect(timing.wasCancelled)
    #expect(rounds.map(\.number) == [0, 1, 2, 3])
    for (number, epochs) in rounds {
      #expect(epochs == timing.contenders.map { $0.epochs[number] })
    }
  }

  @Test("Cancelled before it starts, it measures nothing")
  func cancelledEarly() {
    let timing = InterleavedTimer(plan: TimingPlan(budget: 1), time: time).run(
      [contender("a", 10)], isCancelled: { true })
    #expect(timing.wasCancelled)
    #expect(timing.contenders.isEmpty)
    #expect(timing.ratio(of: 0, to: 0, clock: .wall, alpha: 0.1) == nil)
  }

  @Test("No contenders is no work")
  func none() {
    let timing = InterleavedTimer(plan: TimingPlan(budget: 1), time: time).run([])
    #expect(!timing.wasCancelled)
    #expect(timing.rounds == 0)
  }

  @Test("Progress rises to 1 and tells the time left")
  func progress() throws {
    var reports: [TimingProgress] = []
    let plan = TimingPlan(budget: 0.1)
    _ = InterleavedTimer(plan: plan, time: time).run(
      [contender("a", 1_000_000), contender("b", 3_000_000)], progress: { reports.append($0) })
    #expect(reports.first?.stage == .preparing)
    #expect(reports.last?.stage == .timing)
    #expect(zip(reports, reports.dropFirst()).allSatisfy { $0.fraction <= $1.fraction })
    #expect(try #require(reports.last).fraction > 0.9)
    #expect(reports.allSatisfy { $0.fraction <= 1 && $0.secondsLeft >= 0 })
    #expect(try #require(reports.last).secondsLeft < 0.01)
  }

  @Test("On the real clock, more work takes more time")
  func realClock() throws {
    let numbers = Array(0..<20_000)
    let plan = TimingPlan(budget: 0, minimumRounds: 3, epochNanoseconds: 10_000, warmUp: 0)
    let timing = InterleavedTimer(plan: plan).run([
      Contender("one") { numbers.prefix(1).reduce(0, &+) },
      Contender("all") { numbers.reduce(0, &+) },
    ])
    let ratio = try #require(timing.ratio(of: 1, to: 0, clock: .threadCPU, alpha: 0.3))
    #expect(ratio.factor > 2)
  }
}
