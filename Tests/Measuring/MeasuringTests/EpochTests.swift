internal import Testing

@testable internal import Measuring

@Suite("Epochs and their calibration")
struct EpochTests {
  @Test("An epoch holds what each clock moved by")
  func measure() {
    let time = ManualTimeSource()
    time.advance(by: 1000)
    time.disturb(involuntarySwitches: 7, stealTicks: 7)
    let epoch = Epoch.measure(iterations: 4, time: time) { count in
      time.advance(.wall, by: UInt64(count) * 100)
      time.advance(.threadCPU, by: UInt64(count) * 30)
      time.advance(.processCPU, by: UInt64(count) * 60)
      time.disturb(involuntarySwitches: 1)
    }
    #expect(
      epoch
        == Epoch(
          iterations: 4, wall: 400, threadCPU: 120, processCPU: 240, involuntarySwitches: 1,
          stealTicks: 0))
    #expect(agree(epoch.secondsPerIteration(.wall), 100e-9, relative: 1e-12))
    #expect(agree(epoch.secondsPerIteration(.threadCPU), 30e-9, relative: 1e-12))
    #expect(agree(epoch.secondsPerIteration(.processCPU), 60e-9, relative: 1e-12))
    let warmed = Epoch.measure(iterations: 4, warmUp: 9, time: time) { count in
      time.advance(.threadCPU, by: UInt64(count))
    }
    #expect(warmed.threadCPU == 4)
    #expect(epoch.isDisturbed)
    #expect(!Epoch(iterations: 1, wall: 1, threadCPU: 1, processCPU: 1).isDisturbed)
    #expect(Epoch(iterations: 1, wall: 1, threadCPU: 1, processCPU: 1, stealTicks: 1).isDisturbed)
  }

  @Test(
    "Calibration finds the count that fills the target",
    arguments: [1, 3, 10, 250, 999, 1000, 1001, 40_000, 999_999, 1_000_000, 5_000_000] as [UInt64])
  func calibration(nanosecondsPerCall: UInt64) {
    var trials = 0
    let iterations = EpochCalibration.find(targetNanoseconds: 1_000_000) { count in
      trials += 1
      return UInt64(count) * nanosecondsPerCall
    }
    #expect(iterations == max(1, Int((1_000_000 + nanosecondsPerCall - 1) / nanosecondsPerCall)))
    #expect(trials <= 12)
  }

  @Test("One long epoch among short ones does not end the search")
  func interrupted() {
    var search = EpochCalibration(targetNanoseconds: 1000)
    search.record(nanoseconds: 5000)  // a single call, interrupted
    #expect(search.result == nil)
    #expect(search.iterations == 1)
    search.record(nanoseconds: 10)  // its true time
    #expect(search.result == nil)
    #expect(search.iterations == 10)
    search.record(nanoseconds: 100)
    #expect(search.iterations == 100)
    search.record(nanoseconds: 1250)
    search.record(nanoseconds: 1300)
    // 100 calls in 1250 ns: 80 fill the target.
    #expect(search.result == 80)
    search.record(nanoseconds: 1)
    #expect(search.result == 80)
  }

  @Test("Work that takes no time at all ends with a cap, not in a loop")
  func noTime() {
    let iterations = EpochCalibration.find(targetNanoseconds: 1000) { _ in 0 }
    #expect(iterations == 1_000_000_000_000)
  }

  @Test("A failure while running ends the search")
  func failure() {
    struct Broken: Error {}
    #expect(throws: Broken.self) {
      try EpochCalibration.find(targetNanoseconds: 1000) { _ throws(Broken) in throw Broken() }
    }
  }
}
