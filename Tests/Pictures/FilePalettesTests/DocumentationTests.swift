internal import DominantColor
internal import FilePalettes
internal import Files
internal import Foundation
internal import ImageCodecs
internal import Measuring
internal import Pixels
internal import ShowHide
internal import SyntheticImages
internal import Testing

/// The code of the DocC articles, word for word as far as it says something.
@Suite("Code in the articles compiles and does what the text claims")
struct DocumentationTests {
  private func image() throws -> ImageBuffer {
    try #require(SyntheticImage.named("photo")).makeImage(width: 64, height: 48)
  }

  @Test("Getting a palette")
  func gettingAPalette() throws {
    let image = try image()
    let palette = Dominant.palette(of: image)
    #expect(palette.dominant != nil && palette.absence == nil)
    let options = PaletteOptions(count: 8, visibility: VisibilityRule(minimumAlpha: 1))
    let eight = Dominant.palette(of: image, method: .kmeans, options: options)
    #expect(eight.swatches.count == 8)
    let bands = [image, image]
    let builder = PaletteBuilder()
    for band in bands { band.withPixels { builder.add($0) } }
    let whole = builder.palette()
    #expect(whole.dominant?.color == palette.dominant?.color)
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try writeFile(PNGEncoder().encode(image), to: file.path(), replacingExisting: false)
    let answer = try FilePaletteReader().palette(of: ImageFile(opening: file.path()))
    #expect(answer.palette == palette && answer.isExact)
    let decoded = try ImageDecoder().decode(ImageFile(opening: file.path()))
    let upright = try decoded.header.orientation.upright(decoded.image)
    #expect(upright == image)
  }

  @Test("Choosing a kernel")
  func choosingAKernel() throws {
    let image = try image()
    let workspace = Workspace(threads: 2)
    let kernel = try #require(KernelCatalog.kernel(named: "tiles"))
    let palette = image.withPixels { view in
      kernel.palette(of: view, options: PaletteOptions(), workspace: workspace)
    }
    #expect(palette == Dominant.palette(of: image, method: .histogram))
    #expect(Workspace(instructionSet: .baseline).instructionSet == .baseline)
  }

  struct RowByRowKernel: Kernel {
    typealias Method = HistogramMethod

    var id: String { "rows" }
    var about: String { "one row at a time; an example" }
    var isConcurrent: Bool { false }
    var isVectorised: Bool { false }

    func add(
      _ view: PixelView, rule: VisibilityRule, to summary: inout ColorHistogram,
      workspace: Workspace
    ) {
      for y in 0..<view.height { summary.add(view.rows(y..<y + 1), rule: rule) }
    }
  }

  @Test("Writing a kernel")
  func writingAKernel() throws {
    let image = try image()
    let palette = image.withPixels { view in
      RowByRowKernel().palette(of: view, options: PaletteOptions(), workspace: Workspace())
    }
    #expect(palette == Dominant.palette(of: image, method: .histogram))
  }

  @Test("Trusting a benchmark")
  func trustingABenchmark() throws {
    let numbers = (0..<100).map { $0 * 7919 % 101 }
    let timing = InterleavedTimer(plan: TimingPlan(budget: 0, minimumRounds: 3)).run([
      Contender("sorted") { numbers.sorted() },
      Contender("reversed") { Array(numbers.reversed()) },
    ])
    let ratio = try #require(timing.ratio(of: 1, to: 0, clock: .threadCPU, alpha: 0.01))
    #expect(ratio.factor > 0)
  }

  @Test("Show & Hide")
  func showHide() async throws {
    let image = try image()
    let analysis = try await Analysis.analyze(image, threads: 2) { _ in }
    let selection = analysis.dominantSelection(tolerance: 20, feather: 5)
    let shown = try analysis.image(showing: selection)
    let hidden = try analysis.image(hiding: selection)
    #expect(shown != hidden)
    let teal = ColorSelection.near(
      RGB8(red: 0, green: 128, blue: 128), edge: SoftEdge(tolerance: 100, feather: 40))
    var changed = image
    Effect.hide.apply(to: &changed, selecting: teal)
    #expect(try changed == Effect.hide.applied(to: image, selecting: teal))
  }
}
