internal import Measuring
internal import Testing

@Suite("Peak memory of two sides")
struct MemoryChangeTests {
  private func launches(_ base: [Int?], _ candidate: [Int?]) -> [LaunchRecord] {
    zip(base, candidate).map {
      LaunchRecord(
        iterations: 1, pairs: [], isComplete: true, isPinned: false, basePeak: $0.0,
        candidatePeak: $0.1)
    }
  }

  @Test("more or less is what all launches agree on, and 1 % or more")
  func verdicts() throws {
    let low = [100, 101, 102, 103, 104]
    let more = try #require(MemoryChange(launches(low, [110, 111, 112, 113, 105])))
    #expect(more.verdict == .more)
    #expect(more.base == 102)
    #expect(more.candidate == 111)
    #expect(abs(more.change - 9.0 / 102) < 1e-12)
    #expect(MemoryChange(launches([110, 111, 112, 113, 105], low))?.verdict == .less)
    let overlapping = launches(low, [110, 111, 112, 113, 104])
    #expect(MemoryChange(overlapping)?.verdict == .same)
    #expect(MemoryChange(Array(overlapping.prefix(4)))?.verdict == .same, "four are too few")
    let close = launches([1000, 1000, 1000, 1000, 1000], [1009, 1009, 1009, 1009, 1009])
    #expect(MemoryChange(close)?.verdict == .same)
  }

  @Test("launches whose peaks are not known are left out")
  func unknown() throws {
    #expect(MemoryChange([]) == nil)
    #expect(MemoryChange(launches([nil, 5], [5, nil])) == nil)
    #expect(try #require(MemoryChange(launches([nil, 5], [5, 5]))).launches == 1)
  }
}
