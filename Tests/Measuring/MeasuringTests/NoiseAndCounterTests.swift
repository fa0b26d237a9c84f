internal import Testing

@testable internal import Measuring

@Suite("Warnings about a noisy machine")
struct NoiseWarningTests {
  private func epochs(_ times: [UInt64], switches: UInt64 = 0, steal: UInt64 = 0) -> [Epoch] {
    times.map {
      Epoch(
        iterations: 1, wall: $0, threadCPU: $0, processCPU: $0, involuntarySwitches: switches,
        stealTicks: steal)
    }
  }

  @Test("A quiet machine, and too few epochs to tell, raise none")
  func quiet() {
    #expect(NoiseWarning.warnings([epochs(Array(repeating: 100, count: 50))], clock: .wall).isEmpty)
    #expect(NoiseWarning.warnings([epochs([1, 100], steal: 1)], clock: .wall).isEmpty)
    #expect(NoiseWarning.warnings([], clock: .wall).isEmpty)
  }

  @Test("Steal and other programs are told apart, with their share of epochs")
  func disturbed() {
    let quiet = epochs(Array(repeating: 100, count: 30))
    let stolen = epochs(Array(repeating: 100, count: 10), steal: 1)
    let switched = epochs(Array(repeating: 100, count: 10), switches: 2)
    #expect(NoiseWarning.warnings([quiet + stolen], clock: .wall) == [.steal(share: 0.25)])
    #expect(
      NoiseWarning.warnings([quiet, switched], clock: .wall) == [.otherPrograms(share: 0.25)])
  }

  @Test("A command's own start and end, and moments of the kernel, are no other programs")
  func emptyProgram() {
    let empty = EmptyProgram(involuntarySwitches: 1, waiting: 100_000)
    func disturbances(_ switches: UInt64, lost: UInt64) -> UInt64 {
      empty.disturbances(switches: switches, wall: 10_000_000 + lost, cpu: 10_000_000)
    }
    #expect(disturbances(5, lost: 300_000) == 0)
    #expect(disturbances(5, lost: 3_000_000) == 4)
    #expect(disturbances(1, lost: 3_000_000) == 0)
    #expect(disturbances(0, lost: 3_000_000) == 0)
    // Several threads run longer than the clock.
    #expect(empty.disturbances(switches: 9, wall: 10_000_000, cpu: 19_000_000) == 0)
    #expect(EmptyProgram.here.waiting > 0)
  }

  @Test("Unsteady times and drift are told")
  func unsteady() {
    let alternating = epochs((0..<40).map { $0 % 2 == 0 ? 100 : 130 })
    let unsteady = NoiseWarning.warnings([alternating], clock: .wall)
    guard case .unsteady(let deviation) = unsteady.first else {
      Issue.record("\(unsteady)")
      return
    }
    #expect(unsteady.count == 1)
    #expect(agree(deviation, 15 * Statistics.normalConsistency / 115, relative: 1e-9))
    let times = (1000..<1080).map { UInt64($0) }
    let rising = NoiseWarning.warnings(times.map { epochs([$0]) }, clock: .wall)
    guard case .drift(let likeness) = rising.first else {
      Issue.record("\(rising)")
      return
    }
    #expect(likeness > 0.9)
    // Of launches that differ by their layouts, each is alike in itself.
    let layouts: [UInt64] = [
      1040, 1000, 1050, 1020, 1030, 1000, 1060, 1010, 1050, 1005, 1045, 1000,
    ]
    let drawn = layouts.map { time in epochs((0..<12).map { time + $0 % 2 }) }
    #expect(NoiseWarning.warnings(drawn, clock: .wall) == [])
  }

  @Test("Every warning says what to do")
  func words() {
    let warnings: [NoiseWarning] = [
      .steal(share: 0.123), .otherPrograms(share: 0.5), .unsteady(deviation: 0.07),
      .drift(autocorrelation: 0.613),
    ]
    let advice = ["another host", "stop them", "governor", "warm up"]
    for (warning, word) in zip(warnings, advice) { #expect("\(warning)".contains(word)) }
    #expect("\(warnings[0])".contains("12 %"))
    #expect("\(warnings[3])".contains("0.61"))
  }
}

@Suite("The processor's counters")
struct PerfCountersTests {
  @Test("Counters count, or say why there are none")
  func open() {
    do throws(PerfCounters.Unavailable) {
      let counters = try PerfCounters()
      var sum = 0
      let counts = counters.count { for i in 0..<10_000 { sum &+= i } }
      #expect(sum > 0)
      if let counts { #expect(counts.instructions > 10_000) }
    } catch {
      #expect(!error.description.isEmpty)
    }
  }

  @Test("A refusal says what would help")
  func reasons() {
    #expect(
      PerfCounters.reason(code: 13, paranoid: "3\n").contains("perf_event_paranoid is 3"))
    #expect(PerfCounters.reason(code: 1, paranoid: nil).contains("is unknown"))
    #expect(PerfCounters.reason(code: 2, paranoid: "2").contains("virtual machines"))
    #expect(PerfCounters.reason(code: 22, paranoid: "2").contains("perf_event_open"))
  }
}
