internal import DominantColor
internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("The dominant colour")
struct DominantSwatchTests {
  @Test(
    "is the first of method histogram, whatever method makes the palette of the same pixels",
    arguments: [PaletteMethod.kmeans, .distinct], HistogramPrecision.allCases)
  func sameForMethods(method: PaletteMethod, precision: HistogramPrecision) throws {
    let rules = [VisibilityRule(), VisibilityRule(minimumAlpha: 1, whiteAbove: 230, greyWithin: 4)]
    for name in ["photo", "alpha", "noise", "screen", "planted", "straddle", "flat"] {
      let synthetic = try #require(SyntheticImage.named(name))
      for (width, height) in [(1, 1), (3, 2), (64, 64), (257, 90)] {
        let image = try synthetic.makeImage(width: width, height: height, seed: 5)
        for visibility in rules {
          let options = PaletteOptions(visibility: visibility, precision: precision)
          let wanted = Dominant.palette(of: image, method: .histogram, options: options)
          let found = Dominant.palette(of: image, method: method, options: options)
          #expect(found.dominant == wanted.swatches.first, "\(name) \(width) × \(height)")
          #expect((found.dominant == nil) == (found.absence != nil))
          let reference = Dominant.palette(
            of: image, method: method, options: options,
            selection: .kernel(method == .distinct ? "distinct" : "kmeans-scalar"))
          #expect(reference == found, "\(name) \(width) × \(height)")
        }
      }
    }
  }

  @Test("is that of all pixels of a histogram of method distinct, and of a palette set apart")
  func ofHistograms() throws {
    let image = try #require(SyntheticImage.named("photo")).makeImage(width: 90, height: 70)
    var histogram = try PaletteHistogram()
    try image.withPixels { try histogram.add($0) }
    let wanted = Dominant.palette(of: image, method: .histogram).dominant
    #expect(histogram.method == .distinct)
    #expect(histogram.palette().dominant == wanted)
    #expect(histogram.palette() == Dominant.palette(of: image))
    #expect(histogram.palette().separated(by: 0.2).dominant == wanted)
  }

  @Test("of method hue it is the first swatch")
  func ofHue() throws {
    let image = try #require(SyntheticImage.named("photo")).makeImage(width: 90, height: 70)
    let palette = Dominant.palette(of: image, method: .hue)
    #expect(palette.dominant == palette.swatches.first && palette.dominant != nil)
  }
}
