internal import Hashing
internal import Pixels
import Testing

@testable import DominantColor

@Suite("Colours of windows, without bounds")
struct WindowColorTests {
  private func word(_ red: Int, _ green: Int, _ blue: Int) -> UInt32 {
    (UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000).littleEndian
  }

  @Test("the colour is that of the estimate, bit for bit")
  func sameColor() throws {
    var random = SplitMix64(seed: 11)
    for round in 0..<200 {
      let window = ColorWindow(.standard, corner: (round % 3 * 16 + round % 2) * 16)
      let lowest = window.lowest
      // Some in the window, some beside it, some past the picture's edges.
      func pixel() -> UInt32 {
        if Int.random(in: 0..<20, using: &random) == 0 { return 0 }
        func level(_ low: UInt8) -> Int {
          Int(low) + Int.random(in: 0...(round % 5 == 0 ? 31 : 45), using: &random)
        }
        return word(level(lowest.red), level(lowest.green), level(lowest.blue))
      }
      var tiles = OutlineTiles(PaletteOptions().visibility)
      let count = Int.random(in: 0...40, using: &random)
      tiles.add(
        (0..<count).flatMap { _ in
          let outline = pixel()
          return [outline] + (0..<16).map { $0 % 4 == 0 ? outline : pixel() }
        })
      let pixels = UInt64.random(in: 0...600, using: &random)
      func sum(_ low: UInt8) -> UInt64 {
        pixels * UInt64(low) + UInt64.random(in: 0...31, using: &random) * pixels
      }
      let outline = ColorSums(
        count: pixels, red: sum(lowest.red), green: sum(lowest.green), blue: sum(lowest.blue))
      let estimate = WindowEstimate(
        window, outline: outline, outlineCounted: 900, trims: nil, tiles: tiles, draws: 64,
        population: 1000)
      let color = WindowColor(
        window, outline: outline, tiles: tiles, draws: 64, population: 1000)?.color
      #expect((estimate == nil) == (color == nil))
      if let estimate, let color {
        #expect(estimate.color == color, "round \(round)")
      }
    }
  }
}
