internal import DominantColor
internal import Measuring
internal import Pixels
internal import Reporting
internal import Testing

@testable import KernelWorkloads

@Suite("Workloads of kernels")
struct KernelWorkloadTests {
  /// Loads images and counts how often.
  private final class Loads {
    var names: [String] = []

    func load(_ request: ImageRequest) throws -> BenchmarkImage {
      names.append(request.name)
      return try ImageLoader.load(request)
    }
  }

  private func workloads(
    _ values: [(name: String, values: [String])], loads: Loads = Loads()
  ) throws -> [Workload] {
    KernelSuite.workloads(
      try KernelSuite.benchmarks(for: try BenchmarkChoice(values)), load: loads.load)
  }

  @Test("all kernels of a method give one answer, which begins with the dominant colour")
  func answers() throws {
    for workload in try workloads([("image", ["planted"]), ("size", ["60x40"])]) {
      let answer = try workload.prepare().answer
      let name = try #require(workload.name)
      guard !name.hasPrefix("read/") else {
        #expect(answer.hasPrefix("sum "))
        continue
      }
      let color = try #require(RGB8(hex: String(answer.prefix(7))))
      #expect(answer.hasPrefix("\(color) "))
      #expect(answer.contains("counted=2400"))
    }
    let all = try workloads([("image", ["noise"]), ("size", ["60x40"])])
    let answers = try Dictionary(grouping: all.dropLast()) {
      $0.description.parameters.first { $0.name == "method" }?.value ?? ""
    }.mapValues { try Set($0.map { try $0.prepare().answer }) }
    #expect(Set(answers.keys) == Set(PaletteMethod.allCases.map(\.rawValue)))
    for (method, answers) in answers { #expect(answers.count == 1, "\(method)") }
  }

  @Test("an answer without a dominant colour says why")
  func absence() {
    let empty = Palette(method: .hue, swatches: [], tally: PixelTally(counted: 3))
    #expect(
      PaletteText.answer(empty)
        == "none, every visible pixel is grey, and grey has no hue: hue counted=3 transparent=0 "
        + "filtered=0")
  }

  @Test("share, distance from the planted colour and memory are reported beside time")
  func metrics() throws {
    let flat = try #require(
      try workloads([("kernel", ["simd"]), ("image", ["flat"]), ("size", ["400x300"])]).first)
    let prepared = try flat.prepare()
    let metrics = prepared.metrics()
    #expect(metrics.map(\.name).prefix(2) == ["population", "deltaE00"])
    #expect(metrics.map(\.title).prefix(2) == ["share", "ΔE00"])
    #expect(metrics.map(\.value).prefix(2) == [1, 0])
    #expect(metrics.map(\.better).prefix(2) == [.equal, .less])
    if WorkingMemory.measure({}).bytes != nil {
      let memory = try #require(metrics.last)
      #expect(memory.name == "peakBytes")
      #expect(memory.title == "memory")
      #expect(memory.unit == "B")
      #expect(memory.value >= 480_000)
      prepared.contender.repeatWork(2)
      #expect(try flat.prepare().metrics().last == memory, "what the first call took")
    }
    let photo = try #require(
      try workloads([("kernel", ["simd"]), ("image", ["china.jpg"]), ("size", ["9x9"])]).first)
    #expect(!(try photo.prepare().metrics().contains { $0.name == "deltaE00" }))
  }

  @Test("benchmarks of an image share it; another one takes its place")
  func sharing() throws {
    let loads = Loads()
    let all = try workloads(
      [("kernel", ["simd"]), ("image", ["flat", "noise"]), ("size", ["20x10"])], loads: loads)
    #expect(all.count == 6)
    #expect(loads.names.isEmpty)
    let first = try all[0].prepare()
    for workload in all.prefix(3) { _ = try workload.prepare() }
    #expect(loads.names == ["flat"])
    _ = try all[4].prepare()
    #expect(loads.names == ["flat", "noise"])
    // What was prepared before runs all the same.
    first.contender.repeatWork(2)
    #expect(loads.names == ["flat", "noise", "flat"])
  }

  @Test("alone, a benchmark that is prepared again works elsewhere; beside another it does not")
  func moving() throws {
    let shared = WorkerMemory(load: ImageLoader.load)
    let request = ImageRequest(source: .synthetic("photo"), size: .exact(width: 64, height: 64))
    func memory() -> BenchmarkMemory { BenchmarkMemory(request, in: shared) { Workspace() } }
    func place(_ memory: BenchmarkMemory) throws -> (UnsafeRawPointer, ObjectIdentifier) {
      _ = try memory.prepare()
      var place: (UnsafeRawPointer, ObjectIdentifier)?
      memory.withPixels { place = ($0.baseAddress, ObjectIdentifier($1)) }
      return try #require(place)
    }
    let one = memory()
    let before = try place(one)
    let after = try place(one)
    #expect(before.0 != after.0)
    let other = memory()
    #expect(try place(other).0 == after.0)
    #expect(try place(one) == after)
  }

  @Test("an image that cannot be loaded is the failure of the benchmark")
  func failure() throws {
    let workload = try #require(
      KernelSuite.workloads(try KernelSuite.benchmarks(for: try BenchmarkChoice([]))) { request in
        throw InputFailure.noInput(request.name, "it is gone.")
      }.first)
    let error = #expect(throws: InputFailure.self) { _ = try workload.prepare() }
    #expect(error?.message == "'china.jpg': it is gone.")
  }
}
