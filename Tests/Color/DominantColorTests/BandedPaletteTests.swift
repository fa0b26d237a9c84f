import DominantColor
import Pixels
import Testing

@Suite("Palettes of bands")
struct BandedPaletteTests {
  @Test(
    "bands give the palette of the whole, however it is cut, and leave nothing behind",
    arguments: PaletteMethod.allCases)
  func cuts(method: PaletteMethod) {
    let options = [
      PaletteOptions(), PaletteOptions(precision: .fine),
      PaletteOptions(count: 12, visibility: VisibilityRule(whiteAbove: 200)),
    ]
    for (width, height) in [(1, 40), (37, 24), (130, 70)] {
      for kind in PixelKind.allCases {
        withHostileView(kind.pixels(width * height, seed: 3), width: width) { view in
          for options in options {
            let reference = KernelCatalog.reference(for: method)
            let expected = reference.palette(of: view, options: options, workspace: Workspace())
            for cuts in [[height], [1, 2, height], [height - 1, height], [8, 16, 17, height]] {
              var bands = BandedPalette(
                method: method, options: options, pixelCount: view.pixelCount,
                selection: .automatic)
              var first = 0
              for end in cuts {
                bands.add(view.rows(first..<end))
                first = end
              }
              #expect(bands.palette() == expected, "\(kind), \(width) × \(height), \(cuts)")
              #expect(bands.palette() == expected, "asked again")
            }
          }
        }
      }
    }
  }

  @Test("pictures of several widths that follow each other are counted as the summary has them")
  func widths() {
    let pixels = PixelKind.allCases[0].pixels(600, seed: 8)
    let options = PaletteOptions()
    let summary = PaletteBuilder(method: .distinct, options: options)
    var bands = BandedPalette(
      method: .distinct, options: options, pixelCount: 10_000, selection: .automatic)
    for width in [20, 20, 30, 1, 60] {
      withHostileView(pixels, width: width) { view in
        summary.add(view)
        bands.add(view)
      }
    }
    #expect(bands.palette() == summary.palette())
  }
}
