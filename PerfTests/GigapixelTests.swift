import Pixels
import SyntheticImages
import XCTest

@testable import DominantColor

/// More pixels than 32 bits count, streamed in bands and merged: exact to the last pixel.
final class GigapixelTests: XCTestCase {
  func testStreamedGigapixelsAreCountedExactly() throws {
    // The first two colours straddle the corner of eight cells, so only a window holds both.
    let colors = [
      RGB8(red: 127, green: 63, blue: 191), RGB8(red: 20, green: 200, blue: 88),
      RGB8(red: 128, green: 64, blue: 192), RGB8(red: 250, green: 250, blue: 3),
      RGB8(red: 128, green: 64, blue: 191),
    ]
    let (tile, columns, rows) = (64, 1024, 1026)
    let kind = SyntheticImage.periodic(colors, tile: tile, rowShift: 2)
    let workspace = Workspace()
    var total = ColorHistogram(.standard)
    try kind.withBands(width: tile * columns, height: tile * rows) { band in
      total.merge(
        KernelCatalog.simd.summary(of: band, options: PaletteOptions(), workspace: workspace))
    }

    var expected = ColorHistogram(.standard)
    var inWindow = ColorSums()
    let square = UInt64(tile * tile)
    for row in 0..<rows {
      for column in 0..<columns {
        let number = (column + 2 * row) % colors.count
        let color = colors[number]
        let sums = ColorSums(
          count: square, red: square * UInt64(color.red), green: square * UInt64(color.green),
          blue: square * UInt64(color.blue))
        expected.cells[expected.cellIndex(of: color)] += sums
        expected.tally.counted += square
        if number % 2 == 0 { inWindow += sums }
      }
    }
    XCTAssertGreaterThan(total.tally.counted, 1 << 32)
    XCTAssertEqual(total, expected)
    var search = WindowSearch(.standard)
    let winner = try XCTUnwrap(search.swatches(of: total, limit: 5).first)
    XCTAssertEqual(winner.color, inWindow.mean)
    XCTAssertEqual(winner.count, inWindow.count)
    XCTAssertEqual(winner.outOf, UInt64(tile * tile * columns * rows))
  }
}
