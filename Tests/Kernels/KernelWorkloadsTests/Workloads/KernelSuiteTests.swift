internal import CommandTestSupport
internal import DominantColor
internal import Measuring
internal import Processors
internal import Testing

@testable import KernelWorkloads

@Suite("The benchmarks of a worker")
struct KernelSuiteTests {
  private func benchmarks(
    _ values: [(name: String, values: [String])] = []
  ) throws -> [KernelBenchmark] {
    try KernelSuite.benchmarks(for: try BenchmarkChoice(values))
  }

  /// A number of threads that no machine has by itself.
  private static let threads = ProcessorCount.usable + 1

  @Test("all kernels and the plain read on each image of the default suite, each name once")
  func standard() throws {
    let all = try benchmarks()
    #expect(all.count == (KernelCatalog.all.count + 1) * DefaultSuite.images.count)
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(all.map(\.name).contains("simd/china.jpg/5998x4001"))
    #expect(all.map(\.name).contains("tiles/photo/6000x4000"))
    #expect(all.map(\.name).contains("read/noise/3000x2000"))
  }

  @Test("every reference is a benchmark of the list, and none refers back")
  func references() throws {
    for values in [[], [("kernel", ["kmeans"])], [("method", ["hue"]), ("isa", ["baseline"])]]
      as [[(name: String, values: [String])]]
    {
      let all = try benchmarks(values)
      let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.description) })
      for benchmark in all {
        let references = benchmark.description.references
        let kernel = try #require(benchmark.description.parameters.first?.value)
        let isReference = KernelCatalog.all.contains {
          kernel == KernelCatalog.reference(for: $0.method).id
        }
        #expect(
          references.map(\.name)
            == (kernel == "read" ? [] : isReference ? ["read"] : ["reference", "read"]))
        #expect(references.map(\.answersMustAgree) == references.map { $0.name == "reference" })
        #expect(references.map(\.title) == references.map { $0.name == "read" ? "read" : "ref" })
        for reference in references {
          let other = try #require(named[reference.benchmark])
          #expect(other.references.count < references.count)
          #expect(other.items == benchmark.description.items)
        }
      }
    }
  }

  @Test("a benchmark says its parameters in order, its work, and the clock of several threads")
  func descriptions() throws {
    let values = [("kernel", ["tiles"]), ("image", ["flat"]), ("size", ["30x20"])]
    let all = try benchmarks(values + [("threads", ["\(Self.threads)"])])
    let tiles = try #require(all.first)
    #expect(
      tiles.description.parameters == [
        BenchmarkParameter("kernel", "tiles"), BenchmarkParameter("image", "flat"),
        BenchmarkParameter("size", "30x20"), BenchmarkParameter("method", "histogram"),
        BenchmarkParameter("isa", InstructionSet.best.rawValue),
        BenchmarkParameter("threads", "\(Self.threads)"),
      ])
    #expect(tiles.description.items == 600)
    #expect(tiles.description.unit == "pixels")
    #expect(tiles.description.bytes == 2400)
    #expect(tiles.description.clock == "wall")
    #expect(all.allSatisfy { $0.description.preparesForEachPair })
    #expect(
      all.map(\.name) == [
        "tiles/flat/30x20/\(Self.threads)-threads", "histogram/flat/30x20", "read/flat/30x20",
      ])
    #expect(all.dropFirst().allSatisfy { $0.description.clock == nil })
    #expect(
      all.last?.description.parameters == [
        BenchmarkParameter("kernel", "read"), BenchmarkParameter("image", "flat"),
        BenchmarkParameter("size", "30x20"),
      ])
  }

  @Test("names say what a person chose, and what the machine chooses by itself not")
  func names() throws {
    func names(_ values: [(name: String, values: [String])]) throws -> [String] {
      try benchmarks([("image", ["flat"]), ("size", ["4x3"])] + values).map(\.name)
    }
    let usable = ProcessorCount.usable
    #expect(
      try names([("kernel", ["tiles"]), ("threads", ["1"])]).first == "tiles/flat/4x3")
    let both = try names([("kernel", ["tiles"]), ("threads", ["1", "\(usable)"])])
    #expect(
      both.prefix(2)
        == ["tiles/flat/4x3/1-thread", usable == 1 ? "histogram/flat/4x3" : "tiles/flat/4x3"])
    // A kernel without threads or vectors is there once.
    #expect(
      try names([("kernel", ["histogram"]), ("threads", ["1", "3"]), ("isa", ["baseline"])])
        == ["histogram/flat/4x3", "read/flat/4x3"])
    for set in InstructionSet.available {
      let simd = set == .best ? "simd/flat/4x3" : "simd/flat/4x3/\(set.rawValue)"
      #expect(try names([("kernel", ["simd"]), ("isa", [set.rawValue])]).first == simd)
    }
    // Two ways to write one size.
    #expect(
      try benchmarks([("kernel", ["hue"]), ("image", ["flat"]), ("size", ["24MP", "6000x4000"])])
        .map(\.name) == ["hue/flat/6000x4000", "read/flat/6000x4000"])
  }

  @Test("listing draws and decodes nothing")
  func listing() throws {
    let folder = try TemporaryFolder()
    let photo = Array(PackagedPhoto.bytes)
    let cut = try folder.write(Array(photo.prefix(20_000)), to: "cut.jpg")
    let all = try benchmarks([("image", [cut, "noise"]), ("size", ["1000MP"])])
    let workloads = KernelSuite.workloads(all) { request in
      Issue.record("'\(request.name)' was loaded")
      return try ImageLoader.load(request)
    }
    #expect(workloads.map(\.name) == all.map(\.name))
    #expect(workloads.map(\.description) == all.map(\.description))
  }
}
