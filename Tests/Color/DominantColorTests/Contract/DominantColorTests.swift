import DominantColor
import Pixels
import SyntheticImages
import Testing

@Suite("One call")
struct DominantColorTests {
  @Test(
    "image, view and span of the same pixels give the same palette",
    arguments: PaletteMethod.allCases)
  func sameAnswer(method: PaletteMethod) throws {
    let pixels = PixelKind.masked.pixels(300 * 200, seed: 4)
    let expected = withHostileView(pixels, width: 300) { view in
      KernelCatalog.reference(for: method).palette(
        of: view, options: PaletteOptions(), workspace: Workspace())
    }
    let image = try withHostileView(pixels, width: 300) { try ImageBuffer(copying: $0) }
    #expect(Dominant.palette(of: image, method: method) == expected)
    let bytes = pixels.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
    let fromSpan = try Dominant.palette(
      of: bytes.span.bytes, width: 300, height: 200, method: method)
    #expect(fromSpan == expected)
    #expect(throws: ImageGeometryError.self) {
      try Dominant.palette(of: bytes.span.bytes, width: 301, height: 200)
    }
  }

  @Test("many tasks at once get the same answer")
  func concurrentCalls() async throws {
    let photo = try #require(SyntheticImage.named("photo"))
    let image = try photo.makeImage(width: 640, height: 480)
    let expected = Dominant.palette(of: image)
    await withTaskGroup(of: Palette.self) { group in
      for _ in 0..<16 { group.addTask { Dominant.palette(of: image) } }
      for await palette in group { #expect(palette == expected) }
    }
  }

  @Test("an image without pixels has no dominant colour, and says so")
  func empty() throws {
    let palette = Dominant.palette(of: try ImageBuffer(width: 0, height: 0))
    #expect(palette.dominant == nil)
    #expect(palette.absence?.description == "the image has no pixels")
    for reason in [Palette.Absence.allGrey, .allFiltered, .allTransparent] {
      #expect(reason.description.hasPrefix("every") || reason.description.hasPrefix("filters"))
    }
  }

  @Test("kernels are found by name, and each method's list ends with its reference")
  func catalogue() {
    let ids = KernelCatalog.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for kernel in KernelCatalog.all {
      #expect(KernelCatalog.kernel(named: kernel.id)?.method == kernel.method)
      #expect(!kernel.about.isEmpty)
    }
    for method in PaletteMethod.allCases {
      #expect(
        KernelCatalog.kernels(for: method).last?.id == KernelCatalog.reference(for: method).id)
    }
    #expect(KernelCatalog.kernel(named: "avx3") == nil)
  }

  @Test("the baseline instruction set is always there, and the best is available")
  func instructionSets() {
    #expect(InstructionSet.available.first == .baseline)
    #expect(InstructionSet.best.isAvailable)
    for set in InstructionSet.allCases { #expect(!set.requirement.isEmpty) }
  }
}
