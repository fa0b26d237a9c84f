internal import DominantColor
internal import Measuring
internal import Testing

@testable import KernelTuning

@Suite("Verdicts on a size")
struct SizeVerdictTests {
  private func race(
    _ image: String = "photo", tiles: Double, simd: Double, reference: Double = 1000,
    others: Double? = nil, wobble: Double = 0.001
  ) -> RaceOutcome {
    func timing(_ name: String, _ wall: Double, _ other: Double = 0) -> ContenderTiming {
      RaceOutcome.timing(name, .init(wall: wall, otherThreads: other))
    }
    // The wobble goes the other way for one of them, so that their ratios spread by twice as much.
    return .scripted(
      image,
      entries: [
        (
          Candidates.tiles,
          RaceOutcome.timing(
            "tiles×2", .init(wall: tiles, otherThreads: others ?? tiles), wobble: -wobble)
        ),
        (Candidates.simd, RaceOutcome.timing("simd", .init(wall: simd), wobble: wobble)),
        (Candidates.reference, timing("histogram", reference)),
      ])
  }

  @Test("the fastest wins, and its runner-up is told with the ratio and its interval")
  func winner() throws {
    let verdict = try #require(
      SizeVerdict(races: [race(tiles: 60, simd: 90)], threads: 2))
    #expect(verdict.choice == Candidates.tiles)
    let evidence = try #require(verdict.evidence)
    #expect(evidence.runnerUp == "simd")
    #expect(evidence.image == "photo")
    #expect(abs(evidence.ratio - 1.5) < 1e-3)
    #expect(evidence.interval.contains(1.5))
    #expect(evidence.interval.lowerBound > 1.48 && evidence.interval.upperBound < 1.52)
    #expect(!evidence.isTie)
  }

  @Test("who allows one thread gets the fastest of those with one")
  func threads() throws {
    let verdict = try #require(SizeVerdict(races: [race(tiles: 60, simd: 90)], threads: 1))
    #expect(verdict.choice == Candidates.simd)
    #expect(verdict.evidence?.runnerUp == "histogram")
  }

  @Test("a tie goes to fewer threads, and is called one")
  func tie() throws {
    let verdict = try #require(SizeVerdict(races: [race(tiles: 90, simd: 90)], threads: 2))
    #expect(verdict.choice == Candidates.simd)
    #expect(verdict.evidence?.runnerUp == "tiles×2")
    #expect(verdict.evidence?.isTie == true)
  }

  @Test("a lead of under a percent is not worth a thread, one of two percent is")
  func margin() throws {
    let narrow = try #require(
      SizeVerdict(races: [race(tiles: 99.4, simd: 100, wobble: 0)], threads: 2))
    #expect(narrow.choice == Candidates.simd)
    let wide = try #require(
      SizeVerdict(races: [race(tiles: 98, simd: 100, wobble: 0)], threads: 2))
    #expect(wide.choice == Candidates.tiles)
  }

  @Test("one kernel serves all content: the one that is at worst least behind")
  func minimax() throws {
    // tiles is 30 % ahead on photos and noise, and 10 % behind on flat colour.
    let races = [
      race("photo", tiles: 100, simd: 130), race("flat", tiles: 110, simd: 100),
      race("noise", tiles: 100, simd: 130),
    ]
    let verdict = try #require(SizeVerdict(races: races, threads: 2))
    #expect(verdict.choice == Candidates.tiles)
    #expect(verdict.evidence?.image == "flat")
    #expect(abs((verdict.evidence?.ratio ?? 0) - 100.0 / 110) < 1e-3)
    #expect(verdict.evidence?.isTie == false)
    // 60 % behind on flat colour is too much.
    let other = try #require(
      SizeVerdict(races: [races[0], race("flat", tiles: 160, simd: 100)], threads: 2))
    #expect(other.choice == Candidates.simd)
  }

  @Test("what is too disturbed to tell is left to the default order")
  func open() throws {
    let noisy = race(tiles: 100, simd: 105, wobble: 0.05)
    let open = try #require(
      SizeVerdict(races: [noisy], threads: 2, fallback: Candidates.tiles))
    #expect(open.choice == Candidates.tiles)
    #expect(open.evidence?.isTie == true)
    let sequential = try #require(
      SizeVerdict(races: [noisy], threads: 2, fallback: Candidates.simd))
    #expect(sequential.choice == Candidates.simd)
    // A clear loser is not taken, whatever the default order says.
    let clear = try #require(
      SizeVerdict(races: [noisy], threads: 2, fallback: Candidates.reference))
    #expect(clear.choice == Candidates.simd)
  }

  @Test("a concurrent kernel that stayed on one thread is no runner-up, and no clock is disturbed")
  func sequential() throws {
    // Neighbours made its wall time three times as long; the processor time is what counts.
    var timing = RaceOutcome.timing("tiles×2", .init(wall: 90))
    timing = ContenderTiming(
      label: timing.label, iterations: 1,
      epochs: timing.epochs.map {
        Epoch(
          iterations: 1, wall: 3 * $0.wall, threadCPU: $0.threadCPU, processCPU: $0.processCPU)
      })
    let race = RaceOutcome.scripted(entries: [
      (Candidates.tiles, timing),
      (Candidates.simd, RaceOutcome.timing("simd", .init(wall: 90))),
      (Candidates.reference, RaceOutcome.timing("histogram", .init(wall: 180))),
    ])
    #expect(race.ranOnOneThread(Candidates.tiles))
    #expect(race.regret(of: Candidates.tiles, among: race.candidates)?.regret == 0)
    let verdict = try #require(SizeVerdict(races: [race], threads: 2))
    #expect(verdict.choice == Candidates.simd)
    #expect(verdict.evidence?.runnerUp == "histogram")
  }

  @Test("whoever was wrong or hopeless on one kind of image is not chosen")
  func eligible() throws {
    let noise = RaceOutcome.scripted(
      "noise", hopeless: [Candidates.tiles],
      entries: [(Candidates.simd, RaceOutcome.timing("simd", .init(wall: 90)))])
    let verdict = try #require(
      SizeVerdict(races: [race(tiles: 10, simd: 20), noise], threads: 2))
    #expect(verdict.choice == Candidates.simd)
    #expect(verdict.evidence == nil)
    #expect(SizeVerdict(races: [], threads: 2) == nil)
  }

  @Test("regret is the largest one that is told, against whom")
  func regret() throws {
    let race = race(tiles: 60, simd: 90, reference: 45)
    let (regret, best) = try #require(
      race.regret(of: Candidates.simd, among: race.candidates))
    #expect(best == Candidates.reference)
    #expect(abs(regret - 1) < 1e-3)
    #expect(race.regret(of: Candidates.reference, among: race.candidates)?.regret == 0)
    #expect(
      race.regret(of: Candidates.reference, among: race.candidates)?.best == Candidates.reference)
    #expect(
      race.regret(of: KernelCandidate(KernelCatalog.hue), among: race.candidates) == nil)
  }
}
