internal import CommandText
import ImageCodecs
import KernelWorkloads
import Measuring
import Pixels
internal import Reporting
import SyntheticImages
import Testing

@testable import KernelGoals

@Suite("Goals, against scripted times")
struct GoalSessionTests {
  /// Answers with the same wall time in every round for each label.
  private struct ScriptedTimer: ContenderTimer {
    let milliseconds: [String: [UInt64]]

    func run(
      _ contenders: [Contender], seconds: Double, isCancelled: () -> Bool,
      onRound: (_ number: Int, _ epochs: [Epoch]) -> Void, progress: (TimingProgress) -> Void
    ) -> InterleavedTiming {
      let timings = contenders.map { contender in
        ContenderTiming(
          label: contender.label, iterations: 1,
          epochs: (milliseconds[contender.label] ?? [1]).map { value in
            let wall = value * 1_000_000
            return Epoch(iterations: 1, wall: wall, threadCPU: wall, processCPU: wall)
          })
      }
      return InterleavedTiming(
        contenders: timings, rounds: timings[0].epochs.count, wasCancelled: false, seed: 1)
    }
  }

  private let simd = GoalWork.kernel("simd", nil, threads: 1)

  private func results(_ goals: [Goal], _ milliseconds: [String: [UInt64]]) -> [GoalResult] {
    let session = GoalSession(
      secondsPerWork: 1, timer: ScriptedTimer(milliseconds: milliseconds), load: ImageLoader.load,
      context: RunContext(
        message: { Issue.record("\($0)") }, isCancelled: { false }, elapsed: { 0 }))
    let (results, code) = session.run([
      GoalCase(image: "flat", size: .exact(width: 4, height: 4), goals: goals)
    ])
    #expect(code == .success)
    return results
  }

  @Test("a ratio is of the same rounds and is judged by its interval")
  func ratios() {
    let slow: [UInt64] = [2, 4, 6, 8, 10, 12, 14]
    let times = ["read": slow, "simd": slow.map { 3 * $0 }]
    let ratio = Goal.Quantity.ratio(simd, over: .read)
    let found = results(
      [
        Goal(quantity: ratio, limit: .atMost(3.1)), Goal(quantity: ratio, limit: .atMost(2.9)),
        Goal(quantity: ratio, limit: .atLeast(2.9)),
      ], times)
    #expect(found.allSatisfy { abs($0.value - 3) < 1e-9 })
    #expect(found.map(\.verdict) == [.met, .missed, .met])
    #expect(found[0].title == "simd ÷ read")
  }

  @Test("a limit inside the interval leaves a goal open")
  func open() {
    let found = results(
      [Goal(quantity: .seconds(simd), limit: .atMost(0.005))],
      ["simd": [3, 3, 4, 5, 6, 7, 7]])
    #expect(found.map(\.verdict) == [.open])
    #expect(found[0].value == 0.005)
    #expect(found[0].isTime)
  }

  @Test("what a goal asks of several threads is compared with what memory gives them")
  func gain() {
    // Alone 12 and 5 ms; together 6 and 4: of the factor 1.25 that memory gives, 2 is 1.6.
    let round: [UInt64] = [1, 2, 3, 4, 5, 6, 7]
    let tiles = GoalWork.kernel("tiles", nil, threads: 2)
    let found = results(
      [
        Goal(
          quantity: .gain(simd, over: tiles, bound: .read, boundOver: .reading(threads: 2)),
          limit: .atLeast(0.95))
      ],
      [
        "simd": round.map { 12 * $0 }, "tiles×2": round.map { 6 * $0 },
        "read": round.map { 5 * $0 }, "read×2": round.map { 4 * $0 },
      ])
    #expect(found.map(\.title) == ["(simd ÷ tiles×2) ÷ (read ÷ read×2)"])
    #expect(found.allSatisfy { abs($0.value - 1.6) < 1e-9 && $0.verdict == .met })
  }

  @Test("the work of every goal runs on a tiny image or file")
  func works() throws {
    // The works themselves, on sixteen pixels: that names, workspaces and formats fit.
    let image = try #require(SyntheticImage.named("photo")).makeImage(width: 4, height: 4)
    let cases = GoalCatalog.cases(photo: "photo", threads: 2, isThorough: true)
    #expect(cases.count > 20)
    func run(_ work: GoalWork, on material: GoalMaterial) throws {
      let contender = try work.contender(on: material)
      contender.repeatWork(1)
      #expect(contender.label == work.label)
    }
    let onPixels = cases.filter { $0.file == nil }.flatMap(\.works)
    for work in Set(onPixels) { try image.withPixels { try run(work, on: .pixels($0)) } }
    let onFiles = cases.filter { $0.file != nil }
    #expect(onFiles.count == 8)
    for goalCase in onFiles {
      let file = GoalFile(image: goalCase.image, format: try #require(goalCase.file))
      let bytes = try file.bytes(of: image, threads: 1)
      #expect(goalCase.works.count > 1)
      for work in goalCase.works {
        try bytes.withUnsafeBytes { try run(work, on: .file(file, $0)) }
      }
    }
  }

  @Test("a file is of the format that its name says, and holds the image")
  func files() throws {
    let image = try #require(SyntheticImage.named("photo")).makeImage(width: 48, height: 32)
    let jpeg = GoalFile(
      image: "photo", format: .jpeg(quality: 75, sampling: .half, isProgressive: true))
    #expect(jpeg.name == "photo.jpg 75 4:2:0 progressive")
    let header = try ImageDecoder().header(of: jpeg.bytes(of: image, threads: 1))
    #expect(header.format == .jpeg && header.isProgressive && header.width == 48)
    #expect(GoalFile(image: "china.jpg", format: .png).name == "china.png")
    let png = GoalFile(image: "photo", format: .png)
    #expect(try ImageDecoder().decode(png.bytes(of: image, threads: 2)).image == image)
  }

  @Test("a file goal is measured on the file that was made of the image")
  func fileCase() {
    let rows = GoalWork.file(FileWork(format: .png, task: .ownRows(.full, threads: 1)))
    let library = GoalWork.file(FileWork(format: .png, task: .libraryRows(.full)))
    let session = GoalSession(
      secondsPerWork: 1,
      timer: ScriptedTimer(milliseconds: [
        "libpng": [20, 24, 28, 32, 36, 40], "own rows": [5, 6, 7, 8, 9, 10],
      ]), load: ImageLoader.load,
      context: RunContext(
        message: { Issue.record("\($0)") }, isCancelled: { false }, elapsed: { 0 }))
    let (results, code) = session.run([
      GoalCase(
        image: "flat", size: .exact(width: 4, height: 4), file: .png,
        goals: [Goal(quantity: .ratio(library, over: rows), limit: .atLeast(3.5))])
    ])
    #expect(code == .success)
    #expect(results.map(\.image) == ["flat.png"])
    #expect(results.map(\.title) == ["libpng ÷ own rows"])
    #expect(results.allSatisfy { abs($0.value - 4) < 1e-9 && $0.verdict == .met })
  }

  @Test("work on a file refuses pixels, and a damaged file is an error")
  func wrongMaterial() throws {
    let work = GoalWork.file(FileWork(format: .png, task: .color(threads: 1)))
    let image = try #require(SyntheticImage.named("flat")).makeImage(width: 4, height: 4)
    let refused = #expect(throws: InputFailure.self) {
      try image.withPixels { _ = try work.contender(on: .pixels($0)) }
    }
    #expect(refused?.message == "'file → colour' is not measured on pixels.")
    let file = GoalFile(image: "flat", format: .png)
    let half = try file.bytes(of: image, threads: 1).prefix(40)
    let damaged = #expect(throws: InputFailure.self) {
      try Array(half).withUnsafeBytes { _ = try work.contender(on: .file(file, $0)) }
    }
    #expect(damaged?.message.hasPrefix("'flat.png': ") == true)
  }

  @Test("a kernel that there is not fails; nothing else is timed in its place")
  func renamedKernel() throws {
    let image = try #require(SyntheticImage.named("photo")).makeImage(width: 4, height: 4)
    let failure = #expect(throws: InputFailure.self) {
      try image.withPixels { view in
        _ = try GoalWork.kernel("simt", nil, threads: 1).contender(on: .pixels(view))
      }
    }
    #expect(failure?.message.hasPrefix("Unknown kernel 'simt'. Did you mean 'simd'?") == true)
  }

  @Test("one core has no goals for two")
  func oneCore() {
    let cases = GoalCatalog.cases(photo: nil, threads: 1, isThorough: true)
    #expect(!cases.flatMap(\.goals).contains { $0.title.contains("tiles") })
  }

  @Test("the table says what was measured, and the limit")
  func table() {
    let result = GoalResult(
      image: "noise", pixelCount: 24_000_000, title: "simd ÷ read", isTime: false, value: 7,
      interval: 6.8...7.2, limit: .atMost(6.5))
    let growth = GrowthCurve(points: [
      .init(pixels: 10_000, seconds: 0.000_02), .init(pixels: 1_000_000, seconds: 0.001),
      .init(pixels: 10_000_000, seconds: 0.01),
    ])
    let text = GoalReport.table(
      [result], growth: growth, peak: PeakCheck(imageBytes: 100, peakBytes: 200),
      accuracy: AccuracyCheck(images: 10, worst: 0.4, median: 0.1, failures: 0))
    #expect(
      text.contains("noise  24.0 MP  simd ÷ read      7.00    6.80 – 7.20  ≤ 6.50  missed"),
      "\(text)")
    #expect(text.contains("time ~ pixels ^ 1.000 from 1 MP on, ^ 0.900"), "\(text)")
    #expect(text.contains("(goal for all: 0.95 to 1.05; missed)"), "\(text)")
    #expect(text.contains("peak memory: 200 B with an image of 100 B"), "\(text)")
    #expect(text.contains("0.40 at worst; goal: all ≤ 0.5; met"), "\(text)")
  }

  @Test("accuracy of a few images")
  func accuracy() throws {
    let check = try AccuracyCheck.measure(
      images: 3, isCancelled: { false }, progress: { _ in })
    #expect(check.images == 3)
    #expect(check.failures == 0)
    #expect(check.worst <= 0.5)
    // Stopped before the first.
    let none = try AccuracyCheck.measure(
      images: 3, isCancelled: { true }, progress: { _ in })
    #expect(none.images == 0)
    #expect(none.median == .infinity)
  }
}
