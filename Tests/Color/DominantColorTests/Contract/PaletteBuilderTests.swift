internal import DominantColor
internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("Palettes built from parts")
struct PaletteBuilderTests {
  @Test(
    "any cutting and order of the rows gives the palette of the whole",
    arguments: PaletteMethod.allCases)
  func parts(method: PaletteMethod) throws {
    let options = PaletteOptions(count: 6, visibility: VisibilityRule(greyWithin: 3))
    for name in ["photo", "alpha", "noise"] {
      let image = try #require(SyntheticImage.named(name)).makeImage(width: 37, height: 40)
      let whole = Dominant.palette(of: image, method: method, options: options)
      for rows in [1, 3, 40] {
        let builder = PaletteBuilder(method: method, options: options)
        image.withPixels { view in
          let starts = Array(stride(from: 0, to: 40, by: rows))
          // Method distinct looks at neighbours: its rows come from above.
          for start in method == .distinct ? starts : starts.reversed() {
            builder.add(view.rows(start..<min(start + rows, 40)))
          }
        }
        #expect(builder.palette() == whole)
        // Asking does not end it.
        #expect(builder.palette() == whole)
      }
    }
  }

  @Test("columns of padded views count too, and pixels can be added after asking")
  func columns() throws {
    let image = try #require(SyntheticImage.named("screen")).makeImage(width: 64, height: 20)
    let options = PaletteOptions(precision: .fine)
    let builder = PaletteBuilder(method: .histogram, options: options)
    image.withPixels { view in
      builder.add(view.cropped(columns: 0..<23, rows: 0..<20))
      _ = builder.palette()
      builder.add(view.cropped(columns: 23..<64, rows: 0..<20))
    }
    #expect(
      builder.palette() == Dominant.palette(of: image, method: .histogram, options: options))
  }

  @Test("no pixels is an answer", arguments: PaletteMethod.allCases)
  func nothing(method: PaletteMethod) {
    let palette = PaletteBuilder(method: method).palette()
    #expect(palette.dominant == nil)
    #expect(palette.absence == .noPixels)
    #expect(palette.method == method)
  }
}
