internal import CommandText
internal import DominantColor
internal import KernelWorkloads
internal import Measuring
internal import Pixels
internal import Reporting
internal import Testing

@testable import KernelTuning

@Suite("Tuning sessions")
struct TuneSessionTests {
  /// A session on made-up times, over three sizes.
  private struct Script {
    var seconds = 1000.0
    var threads = 2
    var methods: [PaletteMethod] = [.histogram]
    var kernels: [any Kernel] = KernelCatalog.all
    /// Seconds that making an image takes.
    var imageSeconds = 0.0
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

  private func run(_ script: Script) -> (result: TuneResult?, world: World) {
    let world = World()
    let session = TuneSession(
      plan: TunePlan(
        methods: script.methods, threads: script.threads, seconds: script.seconds,
        sizes: [(10, 10), (100, 100), (400, 100)]),
      kernels: script.kernels,
      timer: ScriptedContest { name in
        let time = script.times(name, world.pixels, world.image)
        return .init(wall: time, otherThreads: name.contains("×") ? time : 0)
      },
      time: ManualTimeSource(),
      makeImage: { name, width, height throws(HarnessFailure) in
        world.made.append("\(name) \(width)x\(height)")
        world.image = name
        world.pixels = width * height
        world.clock += script.imageSeconds
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

  private func threads(_ script: Script) throws -> Tuning.Threads? {
    try #require(run(script).result).threads[.histogram]
  }

  @Test("threads pay from the geometric middle of the sizes that the change is between")
  func border() throws {
    func script(from pixels: Int) -> Script {
      Script(times: { name, size, _ in name == "simd" || size < pixels ? 100 : 60 })
    }
    #expect(try threads(script(from: 0)) == .from(pixels: KernelCatalog.smallestConcurrentImage))
    #expect(try threads(script(from: 101)) == .from(pixels: 1000))
    #expect(try threads(script(from: 10_001)) == .from(pixels: 20_000))
    #expect(try threads(script(from: 40_001)) == .never)
    // A gap below the largest sizes counts as not paying up to it.
    let gap = Script(times: { name, size, _ in name == "simd" || size == 10_000 ? 100 : 60 })
    #expect(try threads(gap) == .from(pixels: 20_000))
    // It is a tuning that the library follows.
    let tuning = Tuning(
      key: .current, made: "now", threads: try #require(run(script(from: 101)).result).threads)
    #expect(try Tuning(parsing: Array(tuning.json.utf8)) == tuning)
    let selection = KernelSelection.tuned(tuning)
    #expect(selection.choice(for: .histogram, pixels: 999, threads: 2).kernel.id == "simd")
    #expect(selection.choice(for: .histogram, pixels: 1000, threads: 2).kernel.id == "tiles")
  }

  @Test("the image for which the wrong side costs most decides, and a tie goes to one thread")
  func images() throws {
    func threads(photo: Double, flat: Double) throws -> Tuning.Threads? {
      try self.threads(
        Script(times: { name, _, image in
          guard name != "simd" else { return 100 }
          return image == "photo" ? photo : image == "flat" ? flat : 100
        }))
    }
    let always = Tuning.Threads.from(pixels: KernelCatalog.smallestConcurrentImage)
    #expect(try threads(photo: 60, flat: 110) == always)
    #expect(try threads(photo: 95, flat: 150) == .never)
    #expect(try threads(photo: 99.5, flat: 100) == .never)
  }

  @Test("races that are too disturbed to tell leave the default order")
  func disturbed() {
    func verdict(_ wobble: Double, several: Double = 90) -> ThreadVerdict {
      let race = RaceOutcome.scripted(
        side: 100,
        entries: [
          (
            Candidates.tiles,
            RaceOutcome.timing(
              "tiles×2", .init(wall: several, otherThreads: 90), wobble: -wobble)
          ), (Candidates.simd, RaceOutcome.timing("simd", .init(wall: 90), wobble: wobble)),
        ])
      return ThreadVerdict([race], one: Candidates.simd, several: Candidates.tiles)
    }
    #expect(verdict(0.001) == .cost)
    #expect(verdict(0.05) == .open)
    #expect(verdict(0.001, several: 60) == .pay)
    #expect(verdict(0.001, several: 120) == .cost)
  }

  @Test("every size is raced on every kind of image, and each method by its fastest kernels")
  func races() throws {
    let (result, world) = run(Script(methods: PaletteMethod.allCases))
    #expect(
      world.made
        == ["10x10", "100x100", "400x100"].flatMap { size in
          TunePlan.images.map { "\($0) \(size)" }
        })
    let found = try #require(result)
    #expect(
      found.methods.map(\.several.name) == [
        "tiles×2", "kmeans-tiles×2", "hue-tiles×2", "distinct-tiles×2",
      ])
    #expect(found.methods.map(\.one.name) == ["simd", "kmeans", "hue-simd", "distinct-simd"])
    #expect(found.methods.allSatisfy { $0.races.count == 12 })
  }

  @Test("what does not fit into the time is left out and said, largest first")
  func time() throws {
    var script = Script()
    script.seconds = 30
    script.imageSeconds = 10
    let (result, world) = run(script)
    _ = try #require(result)
    #expect(world.made.count == TunePlan.images.count)
    #expect(
      world.messages == [
        "Left out, because 30.0 s are over: 0.010 MP, 0.040 MP. Give more time."
      ])
  }

  @Test("with one thread or one kernel there is nothing to race")
  func uncontested() throws {
    var script = Script()
    script.threads = 1
    let alone = run(script)
    #expect(alone.world.made.isEmpty)
    #expect(alone.world.messages == ["One thread is allowed: there is nothing to race."])
    #expect(try #require(alone.result).threads.isEmpty)
    script = Script(methods: [.hue], kernels: [KernelCatalog.hue])
    let one = run(script)
    #expect(one.world.messages == ["Method hue has one kernel: nothing to race."])
    #expect(try #require(one.result).threads.isEmpty)
  }

  @Test("a kernel that lies is found out and never chosen, however fast")
  func liar() throws {
    var script = Script()
    script.kernels = [LyingKernel()] + KernelCatalog.all
    script.times = { name, _, _ in name.hasPrefix("lying") ? 1 : 100 }
    let found = try #require(run(script).result)
    #expect(found.wrong.map(\.kernel) == ["lying"])
    #expect(found.wrong.map(\.method) == [.histogram])
    #expect(found.threads == [.histogram: .never])
  }

  @Test("what is cancelled decides nothing")
  func cancelled() {
    var script = Script()
    script.cancelAfterImages = 4
    #expect(run(script).result == nil)
  }
}
