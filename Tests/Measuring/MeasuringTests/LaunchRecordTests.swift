internal import Testing

@testable internal import Measuring

@Suite("What a launch says")
struct LaunchRecordTests {
  private func record(base: [UInt64], candidate: [UInt64]) -> LaunchRecord {
    func epoch(_ nanoseconds: UInt64) -> Epoch {
      Epoch(iterations: 1, wall: 0, threadCPU: 0, processCPU: nanoseconds)
    }
    let pairs = (0..<base.count / 2).map { index in
      PairRecord(
        outer: .base, base: base[2 * index...2 * index + 1].map(epoch),
        candidate: candidate[2 * index...2 * index + 1].map(epoch))
    }
    return LaunchRecord(iterations: 1, pairs: pairs, isComplete: true, isPinned: false)
  }

  private func factor(_ record: LaunchRecord, _ estimate: LaunchEstimate) -> Double? {
    var record = record
    record.estimate = estimate
    return record.logRatio(.processCPU).map { LogRatio($0).percent }
  }

  @Test("the fastest third of runs decides, whichever pairs they are in")
  func fastestThird() throws {
    // The fastest of six are 100 and 102, and 110 and 112.2: ten percent more.
    let disturbed = record(
      base: [180, 100, 102, 170, 190, 160], candidate: [500, 510, 110, 530, 520, 112])
    #expect(abs(try #require(factor(disturbed, .fastestThird)) - 9.9) < 0.01)
    // The lesser of each pair: 500 and 100, 110 and 102, 112 and 160.
    #expect(abs(try #require(factor(disturbed, .medianOfPairs)) - 7.843) < 0.01)
    // Of three runs there is one, of two as well.
    #expect(factor(record(base: [100, 300], candidate: [400, 200]), .fastestThird) == 100)
    #expect(factor(record(base: [0, 1, 0, 1], candidate: [1, 1, 1, 1]), .fastestThird) == nil)
    #expect(factor(record(base: [], candidate: []), .fastestThird) == nil)
  }

  @Test("a change of the work is told exactly")
  func change() throws {
    let base: [UInt64] = [1000, 1010, 1020, 1030, 1500, 4000]
    let changed = record(base: base, candidate: base.map { $0 * 102 / 100 })
    for estimate in [LaunchEstimate.fastestThird, .medianOfPairs] {
      #expect(abs(try #require(factor(changed, estimate)) - 2) < 0.1)
    }
  }
}
