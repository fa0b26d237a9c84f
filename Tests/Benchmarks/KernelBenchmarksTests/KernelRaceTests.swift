internal import BenchmarkHarness
internal import DominantColor
internal import Measuring
internal import Pixels
internal import SyntheticImages
internal import Testing

@testable import KernelBenchmarks

/// A timer that runs everything once and then makes up nine rounds: the contender at place *p*
/// takes (*p* + 1) milliseconds, give or take a thousandth a round.
struct ScriptedTimer: ContenderTimer {
  /// Rounds before Ctrl-C; `nil` when nobody presses it.
  var roundsBeforeCancelling: Int?

  func run(
    _ contenders: [Contender], seconds: Double, isCancelled: () -> Bool,
    onRound: (_ number: Int, _ epochs: [Epoch]) -> Void,
    progress: (TimingProgress) -> Void
  ) -> InterleavedTiming {
    let rounds = roundsBeforeCancelling ?? 9
    for contender in contenders { contender.repeatWork(1) }
    progress(TimingProgress(stage: .timing, fraction: 0.5, secondsLeft: 1, rounds: 4))
    let timings = contenders.enumerated().map { place, contender in
      ContenderTiming(
        label: contender.label, iterations: 1,
        epochs: (0..<rounds).map { round in
          let time = UInt64((place + 1) * (1_000_000 + 1000 * (round - 4)))
          return Epoch(iterations: 1, wall: time, threadCPU: time, processCPU: time)
        })
    }
    for round in 0..<rounds { onRound(round, timings.map { $0.epochs[round] }) }
    return InterleavedTiming(
      contenders: timings, rounds: rounds, wasCancelled: rounds < 9, seed: 1)
  }
}

/// A kernel that always answers black.
struct LyingKernel: Kernel {
  typealias Method = HistogramMethod

  var id: String { "lying" }
  var about: String { "says black" }
  var isConcurrent: Bool { true }
  var isVectorised: Bool { false }

  func add(
    _ view: PixelView, rule: VisibilityRule, to summary: inout ColorHistogram,
    workspace: Workspace
  ) {}

  func palette(of view: PixelView, options: PaletteOptions, workspace: Workspace) -> Palette {
    let count = UInt64(view.pixelCount)
    return Palette(
      method: .histogram,
      swatches: [Swatch(color: RGB8(red: 0, green: 0, blue: 0), count: count, outOf: count)],
      tally: PixelTally(counted: count))
  }
}

@Suite("Races of kernels")
struct KernelRaceTests {
  private func race(_ kernels: [any Kernel], timer: ScriptedTimer = ScriptedTimer()) -> KernelRace {
    KernelRace(
      kernels: kernels, instructionSet: .baseline, threads: 3, secondsPerKernel: 1, timer: timer)
  }

  private func run(_ race: KernelRace, _ image: BenchmarkImage) -> ImageResult? {
    race.run(on: image, isCancelled: { false }, progress: { _ in })
  }

  private func synthetic(_ name: String, width: Int = 20, height: Int = 10) throws -> BenchmarkImage
  {
    try ImageLoader.load(
      ImageRequest(source: .synthetic(name), size: .exact(width: width, height: height)))
  }

  @Test("every kernel there is answers rightly, is timed, and has ratios")
  func all() throws {
    let result = try #require(run(race(KernelCatalog.all), try synthetic("flat")))
    #expect(result.rows.map(\.kernel) == KernelCatalog.all.map(\.id))
    #expect(result.readSeconds == 1e-3)
    for (place, row) in result.rows.enumerated() {
      #expect(row.matchesReference, "\(row.kernel)")
      let timing = try #require(row.timing)
      #expect(timing.samples.count == 9)
      #expect(abs(timing.median - Double(place + 2) * 1e-3) < 1e-12)
      // The place of the read is the first.
      #expect(abs((timing.ratioToRead ?? 0) - Double(place + 2)) < 1e-9)
      #expect(timing.ratioToReference != nil)
      #expect(row.isReference == (timing.ratioToReference == 1))
      #expect(timing.interval?.contains(timing.median) == true)
      #expect(
        row.threads == (KernelCatalog.kernel(named: row.kernel)?.isConcurrent == true ? 3 : 1))
    }
  }

  @Test("a flat image's only colour is the answer, at no distance from the truth")
  func answer() throws {
    let image = try synthetic("flat")
    let result = try #require(
      run(race(KernelCatalog.kernels(for: .histogram)), image))
    let planted = try #require(image.planted?.color)
    for row in result.rows {
      #expect(row.answer.dominant?.color == planted)
      #expect(row.answer.dominant?.population == 1)
      #expect(row.answer.absence == nil)
      #expect(row.deltaE00 == 0)
    }
    #expect(result.planted == planted)
  }

  @Test("the reference is timed for the ratio even when nobody asked for it")
  func hiddenReference() throws {
    let simd = try #require(KernelCatalog.kernel(named: "simd"))
    let result = try #require(run(race([simd]), try synthetic("flat")))
    #expect(result.rows.map(\.kernel) == ["simd"])
    // Places: the read 1, simd 2, its reference 3.
    let ratio = try #require(result.rows[0].timing?.ratioToReference)
    #expect(abs(ratio - 2.0 / 3) < 1e-9)
    #expect(result.rows[0].instructionSet == "baseline")
  }

  @Test("a wrong answer is shown and not timed, and the others still are")
  func wrongAnswer() throws {
    let reference = KernelCatalog.reference(for: .histogram)
    let result = try #require(run(race([LyingKernel(), reference]), try synthetic("flat")))
    #expect(result.rows.map(\.matchesReference) == [false, true])
    #expect(result.rows[0].timing == nil)
    #expect(result.rows[0].answer.dominant?.color == RGB8(red: 0, green: 0, blue: 0))
    #expect(result.rows[0].threads == 3)
    #expect(result.rows[1].timing != nil)
  }

  @Test("an image of one pixel works, and one of none has an answer too")
  func tiny() throws {
    let one = try #require(run(race(KernelCatalog.all), try synthetic("flat", width: 1, height: 1)))
    #expect(one.rows.allSatisfy { $0.matchesReference })
    let nothing = BenchmarkImage(
      name: "nothing", pixels: try ImageBuffer(width: 0, height: 0), planted: nil, warnings: [])
    let result = try #require(run(race(KernelCatalog.all), nothing))
    #expect(result.rows.allSatisfy { $0.answer.absence == "the image has no pixels" })
    #expect(result.rows.allSatisfy { $0.timing == nil && $0.matchesReference })
  }

  @Test("an image without a visible pixel has no dominant colour, and says why")
  func invisible() throws {
    let image = BenchmarkImage(
      name: "invisible", pixels: try ImageBuffer(width: 5, height: 3), planted: nil, warnings: [])
    let result = try #require(run(race(KernelCatalog.all), image))
    for row in result.rows {
      #expect(row.answer.dominant == nil)
      #expect(row.answer.absence == "every pixel is transparent")
      #expect(row.deltaE00 == nil)
    }
  }

  @Test("a race that was cancelled keeps its rounds, if it has any")
  func cancelled() throws {
    let early = race(KernelCatalog.all, timer: ScriptedTimer(roundsBeforeCancelling: 0))
    #expect(run(early, try synthetic("flat")) == nil)
    let late = race(KernelCatalog.all, timer: ScriptedTimer(roundsBeforeCancelling: 3))
    let rows = try #require(run(late, try synthetic("flat"))).rows
    #expect(rows.allSatisfy { $0.timing?.samples.count == 3 && $0.timing?.interval == nil })
    let result = race(KernelCatalog.all).run(
      on: try synthetic("flat"), isCancelled: { true }, progress: { _ in })
    #expect(result == nil)
  }
}
