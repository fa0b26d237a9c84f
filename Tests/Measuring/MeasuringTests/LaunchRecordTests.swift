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

  @Test("the fastest third of runs and the neighbouring ones decide, half each")
  func fastestAndNeighbours() throws {
    // The fastest of six are 100 and 102, and 110 and 112.2: ten percent more. Neighbours' ratios are
    // 500 / 180, 510 / 100, 110 / 102, 530 / 170, 520 / 190 and 112 / 160, whose median is the root of the
    // third and fourth, 2.7778 and 2.7368.
    let disturbed = record(
      base: [180, 100, 102, 170, 190, 160], candidate: [500, 510, 110, 530, 520, 112])
    let expected = ((1.0990 * (2.7778 * 2.7368).squareRoot()).squareRoot() - 1) * 100
    #expect(abs(try #require(factor(disturbed, .fastestAndNeighbours)) - expected) < 0.01)
    // The lesser of each pair: 500 and 100, 110 and 102, 112 and 160.
    #expect(abs(try #require(factor(disturbed, .medianOfPairs)) - 7.843) < 0.01)
    // The one fast run is the base's, but all others tell 2 %: the root of 1.5 and 1.02.
    let slowed = record(base: [100, 150, 150, 150], candidate: [150, 153, 153, 153])
    #expect(abs(try #require(factor(slowed, .fastestAndNeighbours)) - 23.69) < 0.01)
    let stopped = record(base: [0, 1, 0, 1], candidate: [1, 1, 1, 1])
    #expect(factor(stopped, .fastestAndNeighbours) == nil)
    #expect(factor(record(base: [], candidate: []), .fastestAndNeighbours) == nil)
  }

  @Test("a change of the work is told exactly")
  func change() throws {
    let base: [UInt64] = [1000, 1010, 1020, 1030, 1500, 4000]
    let changed = record(base: base, candidate: base.map { $0 * 102 / 100 })
    for estimate in [LaunchEstimate.fastestAndNeighbours, .medianOfPairs] {
      #expect(abs(try #require(factor(changed, estimate)) - 2) < 0.1)
    }
  }
}
