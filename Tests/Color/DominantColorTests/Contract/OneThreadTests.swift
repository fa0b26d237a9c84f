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
}
