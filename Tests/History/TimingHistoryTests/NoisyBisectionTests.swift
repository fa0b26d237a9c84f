internal import Measuring
internal import Testing
internal import TimingHistory

@Suite("Bisection")
struct NoisyBisectionTests {
  @Test("Without noise every commit of every count is found, in as few probes as bits")
  func exact() throws {
    let slowdown = try #require(LogRatio(factor: 1.05))
    for commits in 1...40 {
      for truth in 0..<commits {
        var search = try NoisyBisection(commits: commits, slowdown: slowdown)
        while let commit = search.nextProbe {
          search.record(
            commit, logRatios: Array(repeating: commit >= truth ? slowdown.value : 0, count: 12))
        }
        #expect(search.firstSlow.commit == truth)
        #expect(search.isSettled)
        let bits = Int.bitWidth - (commits - 1).leadingZeroBitCount
        #expect(search.probes.count <= bits)
      }
    }
  }

  @Test("A doubtful probe is made again, a clear one never")
  func doubt() throws {
    let slowdown = try #require(LogRatio(factor: 1.01))
    var search = try NoisyBisection(commits: 2, slowdown: slowdown)
    #expect(search.nextProbe == 0)
    let half = slowdown.value / 2
    search.record(0, logRatios: [half - 0.001, half, half + 0.001])
    #expect(abs(search.firstSlow.probability - 0.5) < 1e-9)
    #expect(search.nextProbe == 0)
    search.record(0, logRatios: [0, 0, 0, 0])
    #expect(search.isSettled)
    #expect(search.nextProbe == nil)
    #expect(search.firstSlow.commit == 1)
    #expect(search.probes.map(\.commit) == [0, 0])
    #expect(search.probes[1].likelihoodRatio < 0.001)
  }

  @Test("A speed-up is searched for in the same way")
  func speedUp() throws {
    let change = try #require(LogRatio(factor: 0.97))
    var search = try NoisyBisection(commits: 16, slowdown: change)
    while let commit = search.nextProbe {
      search.record(commit, logRatios: Array(repeating: commit >= 11 ? change.value : 0, count: 9))
    }
    #expect(search.firstSlow.commit == 11)
  }

  @Test("One launch, no launch and a strange commit do no harm")
  func poorProbes() throws {
    let slowdown = try #require(LogRatio(factor: 1.01))
    var search = try NoisyBisection(commits: 5, slowdown: slowdown, maximumProbes: 2)
    let before = search
    search.record(2, logRatios: [])
    search.record(77, logRatios: [1])
    #expect(search == before)
    search.record(2, logRatios: [0])
    search.record(2, logRatios: [0])
    #expect(search.nextProbe == nil, "The probes are used up.")
    #expect(!search.isSettled)
  }

  @Test("Commits that cannot be measured are suspected together with the next one that can")
  func skipped() throws {
    let slowdown = try #require(LogRatio(factor: 1.05))
    let broken: Set<Int> = [0, 5, 6, 11]
    for truth in 0..<16 {
      var search = try NoisyBisection(commits: 16, slowdown: slowdown)
      while let commit = search.nextProbe {
        #expect(!search.skipped.contains(commit))
        if broken.contains(commit) {
          search.skip(commit)
        } else {
          search.record(
            commit, logRatios: Array(repeating: commit >= truth ? slowdown.value : 0, count: 12))
        }
      }
      #expect(search.suspects.contains(truth))
      #expect(search.isSettled)
      // All of them but the newest cannot be measured.
      #expect(search.suspects.dropLast().allSatisfy(broken.contains))
      // Where the middle cannot be measured, halves are unequal: one probe more than bits.
      #expect(search.probes.count <= 5)
    }
  }

  @Test("The newest commit, which is known to be slow, is never skipped")
  func allSkipped() throws {
    var search = try NoisyBisection(commits: 3, slowdown: LogRatio(0.05))
    for commit in [0, 1, 2, 77] { search.skip(commit) }
    #expect(search.skipped == [0, 1])
    #expect(search.nextProbe == nil)
    #expect(search.suspects == 0...2)
    #expect(search.firstSlow.commit == 2)
  }

  @Test("There must be something to search for")
  func refusals() {
    #expect(throws: NoisyBisection.Refusal.noCommits) {
      _ = try NoisyBisection(commits: 0, slowdown: LogRatio(0.1))
    }
    for nothing in [0, Double.nan, .infinity] {
      #expect(throws: NoisyBisection.Refusal.noSlowdown) {
        _ = try NoisyBisection(commits: 3, slowdown: LogRatio(nothing))
      }
    }
    #expect(NoisyBisection.Refusal.noSlowdown.description.contains("confirm"))
    #expect(NoisyBisection.Refusal.noCommits.description.contains("no commit"))
  }
}
