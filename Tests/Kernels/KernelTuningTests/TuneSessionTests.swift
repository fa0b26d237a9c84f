internal import CommandText
internal import DominantColor
internal import KernelWorkloads
internal import Measuring
internal import Pixels
internal import Reporting
internal import SyntheticImages
internal import Testing

@testable import KernelTuning

@Suite("Tuning sessions")
struct TuneSessionTests {
  /// A session on made-up times, over four small sizes of which the last comes without noise.
  private struct Script {
    var seconds = 1000.0
    var isThorough = false
    var methods: [String] = ["histogram"]
    var kernels: [any Kernel] = KernelCatalog.all
    /// Seconds that making an image takes.
    var imageSeconds: (_ pixels: Int) -> Double = { _ in 0 }
    var cancelAfterImages = Int.max
    /// Microseconds of a candidate on an image.
    var times: (_ name: String, _ pixels: Int, _ image: String) -> Double = { _, _, _ in 100 }
  }

  private final class World {
    var pixels = 0
    var image = ""
    var made: [String] = []
    var messages: [String] = []
    var clock = 0.0
  }

  private func run(_ script: Script) throws -> (result: TuneResult?, world: World) {
    let world = World()
    let methods = script.methods.compactMap(PaletteMethod.init(rawValue:))
    let fine = script.isThorough && methods.contains(.histogram)
    var plan = TunePlan(
      questions: methods.map { TunedQuestion($0) }
        + (fine ? [TunedQuestion(.histogram, .fine)] : []),
      threads: 2, seconds: script.seconds, secondsPerRace: min(script.seconds / 330, 1),
      refinements: script.isThorough ? 4 : 3, isThorough: script.isThorough)
    plan.sizes = [(8, 8), (64, 64), (128, 128), (160, 160)]
    plan.largestOfEveryKind = 20_000
    var session = TuneSession(
      plan: plan, kernels: script.kernels,
      timer: ScriptedContest { name in
        let time = script.times(name, world.pixels, world.image)
        return .init(wall: time, otherThreads: name.contains("×") ? time : 0)
      },
      time: ManualTimeSource(),
      makeImage: { name, width, height throws(HarnessFailure) in
        world.made.append("\(name) \(width)x\(height)")
        world.image = name
        world.pixels = width * height
        world.clock += script.imageSeconds(width * height)
        do throws(ImageGeometryError) {
          return try ImageBuffer(width: width, height: height)
        } catch {
          throw .noMemory(name, error.description)
        }
      },
      context: RunContext(
        message: { world.messages.append($0.line) },
        isCancelled: { world.made.count > script.cancelAfterImages }, elapsed: { world.clock }))
    return (session.run(), world)
  }

  @Test("every size and content is raced, and where the winner changes it looks closer")
  func refinement() throws {
    let (result, world) = try run(
      Script(times: { name, pixels, _ in
        switch name {
        case "histogram": Double(pixels)
        case "simd": 1000
        default: pixels < 10_000 ? 5000 : 600
        }
      }))
    let choices = try #require(result).choices
    for size in ["8x8", "64x64", "128x128"] {
      for image in TunePlan.images { #expect(world.made.contains("\(image) \(size)")) }
    }
    #expect(world.made.contains("photo 160x160"))
    #expect(!world.made.contains("noise 160x160"))
    // Winners change between 64 and 4096 pixels, and between 4096 and 16,384.
    #expect(world.made.contains("flat 23x22"))
    #expect(world.made.contains("noise 91x90"))
    // The true borders are at 1000 and 10,000 pixels: three halvings come within a quarter.
    let kernels = ["histogram", "simd", "histogram", "simd", "tiles"]
    #expect(choices.filter { $0.content == .busy }.map(\.kernel) == kernels)
    #expect(choices.filter { $0.content == .plain }.map(\.kernel) == kernels)
    #expect(choices.filter { $0.content == .transparent }.map(\.kernel) == kernels)
    let borders = choices.map { Double($0.fromPixels) }
    #expect(abs(borders[1] / 1000 - 1) < 0.25)
    #expect(borders[3] == borders[1])
    #expect(abs(borders[4] / 10_000 - 1) < 0.25)
  }

  @Test("what is raced for a content looks like it", arguments: [(64, 64), (1200, 833)])
  func images(width: Int, height: Int) throws {
    for name in TunePlan.images {
      let image = try TuningImage.make(name, width: width, height: height)
      let content = image.withPixels { ImageContent(glancingAt: $0) }
      #expect(content == TunePlan.content(of: name), "\(name)")
    }
  }

  @Test("what does not fit into the time is left out and said, largest first")
  func time() throws {
    var script = Script()
    script.seconds = 60
    script.imageSeconds = { Double($0) / 1000 }
    let (result, world) = try run(script)
    _ = try #require(result)
    #expect(world.made.contains("noise 128x128"))
    #expect(!world.made.contains("photo 160x160"))
    #expect(
      world.messages.contains(
        "Left out, because they would not end within 60.0 s: 0.026 MP. Give more time."))
  }

  @Test("thorough tuning has fine precision and every kind at 100 MP")
  func thorough() throws {
    var script = Script()
    script.isThorough = true
    let (result, world) = try run(script)
    #expect(
      try #require(result).questions.map(\.question.title) == ["histogram", "histogram fine"])
    #expect(world.made.contains("noise 160x160"))
  }

  @Test("a method with one kernel is not raced; its choice is written all the same")
  func uncontested() throws {
    var script = Script()
    script.methods = ["hue"]
    script.kernels = [KernelCatalog.hue]
    let (result, world) = try run(script)
    #expect(world.made.isEmpty)
    #expect(world.messages == ["Method hue has one kernel, 'hue': nothing to race."])
    let choices = try #require(result).choices
    #expect(choices.map(\.content) == [.busy, .busy, .plain, .plain, .transparent, .transparent])
    #expect(choices.map(\.threads) == [1, 2, 1, 2, 1, 2])
    #expect(choices.allSatisfy { $0.kernel == "hue" && $0.fromPixels == 0 && $0.evidence == nil })
  }

  @Test("a kernel that lies is found out and never chosen, however fast")
  func liar() throws {
    var script = Script()
    script.kernels = [LyingKernel()] + KernelCatalog.all
    script.times = { name, _, _ in name.hasPrefix("lying") ? 1 : 100 }
    let (result, _) = try run(script)
    let found = try #require(result)
    #expect(found.wrong.map(\.kernel) == ["lying"])
    #expect(found.wrong.map(\.method) == [.histogram])
    #expect(!found.choices.contains { $0.kernel == "lying" })
    #expect(!found.choices.isEmpty)
  }

  @Test("what is cancelled decides nothing")
  func cancelled() throws {
    var script = Script()
    script.cancelAfterImages = 4
    #expect(try run(script).result == nil)
  }

  @Test("choices change at the geometric middle of two sizes, for each number of threads")
  func borders() throws {
    func race(_ side: Int, _ tiles: Double, _ simd: Double, _ reference: Double) -> RaceOutcome {
      .scripted(
        side: side,
        entries: [
          (
            Candidates.tiles,
            RaceOutcome.timing("tiles×2", .init(wall: tiles, otherThreads: tiles))
          ),
          (Candidates.simd, RaceOutcome.timing("simd", .init(wall: simd))),
          (Candidates.reference, RaceOutcome.timing("histogram", .init(wall: reference))),
        ])
    }
    let result = TuneResult(
      questions: [
        (
          TunedQuestion(.histogram),
          [Candidates.tiles, Candidates.simd, Candidates.reference],
          [race(1000, 50, 90, 900), race(10, 60, 20, 10), race(100, 60, 30, 90)]
        )
      ], threadCounts: [1, 2])
    let choices = result.choices.map { "\($0.threads): \($0.kernel) from \($0.fromPixels)" }
    #expect(
      choices == [
        "1: histogram from 0", "1: simd from 1000", "2: histogram from 0", "2: simd from 1000",
        "2: tiles from 100000",
      ])
    // It is a tuning that the library follows.
    let tuning = Tuning(key: .current, made: "now", choices: result.choices)
    #expect(try Tuning(parsing: Array(tuning.json.utf8)) == tuning)
    let selection = KernelSelection.tuned(tuning)
    #expect(selection.choice(for: .histogram, pixels: 99_999, threads: 2).kernel.id == "simd")
    #expect(selection.choice(for: .histogram, pixels: 100_000, threads: 2).kernel.id == "tiles")
  }

  @Test("flat images decide for plain content, cut-outs for transparent, the others for busy")
  func contents() throws {
    let (result, _) = try run(
      Script(times: { name, _, image in
        let favourite =
          switch image {
          case "flat": "histogram"
          case TuningImage.cutOut: "tiles"
          default: "simd"
          }
        return name.hasPrefix(favourite) ? 100 : 150
      }))
    let choices = try #require(result).choices
    #expect(choices.filter { $0.content == .plain }.allSatisfy { $0.kernel == "histogram" })
    #expect(choices.filter { $0.content == .busy }.allSatisfy { $0.kernel == "simd" })
    #expect(
      choices.filter { $0.content == .transparent && $0.threads == 2 }.map(\.kernel) == ["tiles"])
    #expect(choices.count == 6)
  }
}
