internal import Testing

@testable internal import Measuring

@Suite("Clocks, real and manual")
struct TimeSourceTests {
  @Test("A manual source stands still until it is told to move")
  func manual() {
    let time = ManualTimeSource()
    #expect(ClockKind.allCases.allSatisfy { time.nanoseconds($0) == 0 })
    time.advance(by: 5)
    time.advance(.wall, by: 7)
    #expect(time.nanoseconds(.wall) == 12)
    #expect(time.nanoseconds(.threadCPU) == 5)
    #expect(time.nanoseconds(.processCPU) == 5)
    time.disturb(involuntarySwitches: 2, stealTicks: 3)
    #expect(time.involuntarySwitches() == 2)
    #expect(time.stealTicks() == 3)
  }

  @Test("The system's clocks never fall", arguments: ClockKind.allCases)
  func system(clock: ClockKind) {
    let time = SystemTimeSource()
    var last = time.nanoseconds(clock)
    #expect(last > 0)
    for _ in 0..<1000 {
      let now = time.nanoseconds(clock)
      #expect(now >= last)
      last = now
    }
    #expect(time.stealTicks() <= time.stealTicks())
    #expect(time.involuntarySwitches() <= time.involuntarySwitches())
  }

  @Test("The counter of stolen ticks is read once a tick, and never falls")
  func stealCounter() {
    let counter = StealCounter()
    var reads = 0
    func ticks(at time: UInt64, _ value: UInt64) -> UInt64 {
      counter.ticks(at: time) {
        reads += 1
        return value
      }
    }
    let tick = StealCounter.tick
    #expect(ticks(at: 5 * tick, 3) == 3)
    #expect(ticks(at: 6 * tick - 1, 9) == 3)
    #expect(reads == 1)
    #expect(ticks(at: 6 * tick, 9) == 9)
    #expect(ticks(at: 7 * tick, 8) == 9)
    #expect(reads == 3)
  }

  @Test("The steal column is the ninth word of the first line")
  func steal() {
    func ticks(_ text: String) -> UInt64 {
      KernelStatistics.stealTicks(statBytes: Array(text.utf8))
    }
    #expect(ticks("cpu  3333 0 1958 239938 784 0 17 1312 0 0\ncpu0 1 2") == 1312)
    #expect(ticks("cpu  1 2 3 4 5 6 7 8") == 8)
    #expect(ticks("cpu  1 2 3 4 5 6 7\ncpu0 1 2 3 4 5 6 7 8 9") == 0)
    #expect(ticks("cpu  1 2 3 x 5 6 7 8 9") == 0)
    #expect(ticks("") == 0)
  }

  @Test("Steal is said as a share of all time, guests' time counted once")
  func stealShare() {
    #expect(
      KernelStatistics.stealShare(stat: "cpu  10 0 10 70 5 0 0 5 9 9\n") == "5.0 % since boot")
    #expect(KernelStatistics.stealShare(stat: "cpu  0 0 0 0 0 0 0 0 0 0\n") == nil)
    #expect(KernelStatistics.stealShare(stat: "intr 5") == nil)
    #expect(KernelStatistics.stealShare(stat: "cpu  1 2 3\n") == nil)
  }

  @Test("Load averages are the first three words")
  func load() {
    #expect(KernelStatistics.loadAverages("0.51 0.40 0.22 2/87 5364\n") == "0.51 0.40 0.22")
    #expect(KernelStatistics.loadAverages("0.51 x 0.22") == nil)
    #expect(KernelStatistics.loadAverages("0.51") == nil)
  }
}
