internal import CommandTestSupport
internal import CommandText
internal import DominantColor
internal import Measuring
internal import Reporting
internal import SyntheticImages
internal import Testing

@testable import KernelBenchmarks
@testable import bench

@Suite("What to run")
struct BenchmarkPlanTests {
  private func plan(_ request: RunRequest) throws(UsageError) -> BenchmarkPlan {
    try BenchmarkPlan(request, usableCores: 3)
  }

  @Test("by default every kernel runs the suite on every core with the best instructions")
  func standard() throws {
    let plan = try plan(RunRequest())
    #expect(plan.kernels.map(\.id) == KernelCatalog.all.map(\.id))
    #expect(plan.images.map(\.source) == DefaultSuite.images.map(\.source))
    #expect(plan.images.contains { $0.source == .packagedPhoto })
    #expect(plan.threads == 3)
    #expect(plan.instructionSet == .best)
    let races = Double(plan.kernels.count * plan.images.count)
    #expect(plan.secondsPerKernel <= 0.5 && plan.secondsPerKernel * races <= 30.001)
  }

  @Test("every image of the suite exists")
  func suite() {
    for (source, size) in DefaultSuite.images {
      #expect(size != nil)
      if case .synthetic(let name) = source { #expect(SyntheticImage.named(name) != nil) }
    }
    #expect(PackagedPhoto.path() != nil)
    #expect(PackagedPhoto.path(executable: "/nowhere/bench") == nil)
    #expect(PackagedPhoto.path(executable: nil) == nil)
  }

  @Test("kernels named and kernels of methods named run together, in the catalogue's order")
  func kernels() throws {
    let both = try plan(RunRequest(kernels: ["histogram", "simd"]))
    #expect(both.kernels.map(\.id) == ["simd", "histogram"])
    let method = try plan(RunRequest(methods: ["histogram"]))
    #expect(method.kernels.map(\.id) == KernelCatalog.kernels(for: .histogram).map(\.id))
    let mixed = try plan(RunRequest(kernels: ["simd"], methods: ["histogram"]))
    #expect(mixed.kernels.map(\.id) == method.kernels.map(\.id))
  }

  @Test("every image runs at every size")
  func sizes() throws {
    let plan = try plan(RunRequest(images: ["flat", "./a.png"], sizes: ["1MP", "3x4"]))
    #expect(plan.secondsPerKernel == 0.5)
    #expect(
      plan.images == [
        ImageRequest(source: .synthetic("flat"), size: .pixelCount(1_000_000)),
        ImageRequest(source: .synthetic("flat"), size: .exact(width: 3, height: 4)),
        ImageRequest(source: .path("./a.png"), size: .pixelCount(1_000_000)),
        ImageRequest(source: .path("./a.png"), size: .exact(width: 3, height: 4)),
      ])
  }

  @Test("a synthetic name is one, a path is a path, and anything else is a question")
  func images() throws {
    #expect(try ImageRequest.source(named: "photo") == .synthetic("photo"))
    #expect(try ImageRequest.source(named: "./photo") == .path("./photo"))
    #expect(try ImageRequest.source(named: "photo.jpg") == .path("photo.jpg"))
    for name in ["phto", "", "Photo"] {
      let error = #expect(throws: UsageError.self) { try ImageRequest.source(named: name) }
      #expect(error?.description.hasPrefix("Unknown image '\(name)'.") == true)
      #expect(error?.description.hasSuffix("PNG or JPEG file, or of a folder of them.") == true)
      #expect(error?.description.contains("Did you mean 'photo'?") == !name.isEmpty)
    }
  }

  @Test(
    "what there is not is refused with what there is",
    arguments: [
      (RunRequest(kernels: ["smid"]), "Unknown kernel 'smid'. Did you mean 'simd'?"),
      (RunRequest(methods: ["hues"]), "Unknown method 'hues'. Did you mean 'hue'?"),
      (RunRequest(images: ["screem"]), "Unknown image 'screem'. Did you mean 'screen'?"),
      (RunRequest(sizes: ["24MPX"]), "'24MPX' is not a size."),
      (
        RunRequest(instructionSet: "avx"),
        "Unknown instruction set 'avx'. Did you mean 'avx2'? Choose from: baseline, avx2, avx512."
      ),
      (RunRequest(threads: 0), "--threads takes 1 to 1024, not 0."),
      (RunRequest(threads: 1025), "--threads takes 1 to 1024, not 1025."),
      (RunRequest(seconds: 0), "--time takes seconds above 0"),
      (RunRequest(seconds: -.infinity), "--time takes seconds above 0"),
      (RunRequest(seconds: .nan), "--time takes seconds above 0"),
    ])
  func refusals(request: RunRequest, start: String) {
    let error = #expect(throws: UsageError.self) { try plan(request) }
    #expect(error?.description.hasPrefix(start) == true, "\(error?.description ?? "")")
  }

  @Test("every instruction set is taken or refused with the reason")
  func instructionSets() throws {
    for set in InstructionSet.allCases {
      let request = RunRequest(instructionSet: set.rawValue)
      if set.isAvailable {
        #expect(try plan(request).instructionSet == set)
      } else {
        let error = #expect(throws: UsageError.self) { try plan(request) }
        #expect(error?.description.contains(set.requirement) == true)
      }
    }
  }

  @Test("the input hash tells inputs apart and repeats")
  func inputHash() {
    let flat = ImageRequest(source: .synthetic("flat"), size: nil)
    let small = ImageRequest(source: .synthetic("flat"), size: .pixelCount(1))
    let photo = ImageRequest(source: .path(Fixtures.path("Photos/china.jpg")), size: nil)
    let hashes = [[flat], [small], [photo], [flat, photo], [photo, flat], []]
      .map(ImageRequest.hash(of:))
    #expect(Set(hashes).count == hashes.count)
    #expect(hashes.allSatisfy { $0.count == 16 })
    #expect(ImageRequest.hash(of: [flat, photo]) == hashes[3])
  }
}
