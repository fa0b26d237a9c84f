import DominantColor
import Pixels
import Testing

@Suite("Colour histograms are a commutative monoid")
struct ColorHistogramTests {
  private func histogram(_ pixels: [RGBA8], _ precision: HistogramPrecision) -> ColorHistogram {
    var histogram = ColorHistogram(precision)
    withHostileView(pixels, width: pixels.count) { histogram.add($0, rule: VisibilityRule()) }
    return histogram
  }

  @Test(
    "split anywhere and merged in any order, pixels give the same histogram",
    arguments: HistogramPrecision.allCases)
  func splitting(precision: HistogramPrecision) {
    let pixels = PixelKind.masked.pixels(400, seed: 1)
    let whole = histogram(pixels, precision)
    for cut in [0, 1, 17, 200, 399, 400] {
      let first = histogram(Array(pixels[..<cut]), precision)
      let second = histogram(Array(pixels[cut...]), precision)
      var forward = first
      forward.merge(second)
      var backward = second
      backward.merge(first)
      #expect(forward == whole)
      #expect(backward == whole)
    }
  }

  @Test("an empty histogram changes nothing, and removing all leaves one")
  func identity() {
    let some = histogram(PixelKind.noise.pixels(100, seed: 2), .standard)
    var merged = some
    merged.merge(ColorHistogram(.standard))
    #expect(merged == some)
    merged.removeAll()
    #expect(merged == ColorHistogram(.standard))
    #expect(merged != some)
  }

  @Test(
    "cells hold the count and channel sums of their levels", arguments: HistogramPrecision.allCases)
  func cells(precision: HistogramPrecision) {
    let color = RGB8(red: 17, green: 255, blue: 128)
    let filled = histogram([RGBA8(color), RGBA8(color)], precision)
    let index = filled.cellIndex(of: color)
    let side = precision.cellsPerChannel
    let levels = precision.levelsPerCell
    #expect(index == (17 / levels * side + 255 / levels) * side + 128 / levels)
    #expect(filled.cells[index] == ColorSums(count: 2, red: 34, green: 510, blue: 256))
    #expect(filled.cells.filter { $0.count > 0 }.count == 1)
    #expect(filled.cells.count == precision.cellCount)
  }

  @Test("sums are right beyond 32 bits: 2³³ pixels of one colour")
  func large() throws {
    let color = RGB8(red: 37, green: 122, blue: 183)
    var doubled = histogram([RGBA8(color)], .standard)
    for _ in 0..<33 { doubled.merge(doubled) }
    let cell = doubled.cells[doubled.cellIndex(of: color)]
    #expect(cell.count == 1 << 33)
    #expect(cell.blue == 183 << 33)
    #expect(cell.mean == color)
    #expect(doubled.tally.counted == 1 << 33)
  }
}
