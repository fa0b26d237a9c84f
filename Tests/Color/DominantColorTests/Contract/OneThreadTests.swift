internal import DominantColor
internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("One thread and nothing to choose")
struct OneThreadTests {
  @Test(
    "a whole picture, its parts and its histogram answer as a selection does",
    arguments: PaletteMethod.allCases)
  func answers(method: PaletteMethod) throws {
    let options = PaletteOptions(count: 6)
    let image = try #require(SyntheticImage.named("photo")).makeImage(width: 67, height: 40)
    let whole = Dominant.palette(of: image, method: method, options: options)
    let (builder, counted) = (method.builder(options), method.histogramBuilder(options))
    image.withPixels { view in
      #expect(method.palette(of: view, options, Workspace()) == whole)
      for rows in [9..<40, 0..<9] {
        builder.add(view.rows(rows))
        counted.add(view.rows(rows))
      }
    }
    #expect(builder.palette() == whole)
    let histogram = counted.histogram()
    #expect(histogram.method == (method == .kmeans ? .histogram : method))
    guard method == .hue, case .hues(let hues) = histogram.cells else {
      #expect(histogram.vividCenter(tolerance: 20) == nil)
      return
    }
    #expect(histogram.vividCenter(tolerance: 20) == hues.mostVividRange(tolerance: 20)?.center)
    #expect(histogram.palette(count: 6).swatches == whole.swatches)
  }

  @Test(
    "a count of parts has the palette of all, with a background left out or not",
    arguments: ["photo", "planted", "noise", "flat"], [false, true])
  func severalPalettes(name: String, isLeftOut: Bool) throws {
    let synthetic = try #require(SyntheticImage.named(name))
    let image = try synthetic.makeImage(width: 97, height: 60)
    let background = isLeftOut ? Background.finding(in: image).background : nil
    let visibility = VisibilityRule(whiteAbove: 240)
    let count = PlacedPaletteBuilder(onOneThread: visibility)
    let selected = PlacedPaletteBuilder(visibility: visibility, pixelCount: image.pixelCount)
    let distinct = PaletteMethod.distinct.builder(PaletteOptions(count: 8, visibility: visibility))
    var passed = 0
    image.withPixels { view in
      for rows in [0..<41, 41..<60] {
        count.add(view.rows(rows), without: background) { passed += $0.pixelCount }
        selected.add(view.rows(rows), without: background)
        if let background {
          distinct.add(view.rows(rows), without: background)
        } else {
          distinct.add(view.rows(rows))
        }
      }
    }
    #expect(count.distinct(count: 8).palette == distinct.palette())
    #expect(selected.distinct(count: 8) == count.distinct(count: 8))
    #expect(passed == image.pixelCount)
  }
}
