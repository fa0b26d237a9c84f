import DominantColor
import Pixels
import Testing

@Suite("The plain read")
struct PlainReadTests {
  @Test("reads every pixel and nothing else, whatever the shape and the instruction set")
  func everyPixel() {
    for (width, height) in [(0, 0), (1, 1), (7, 3), (32, 1), (33, 5), (100, 9), (257, 2)] {
      for padding in [0, 12] {
        let pixels = PixelKind.anything.pixels(width * height, seed: 6)
        let expected = pixels.reduce(UInt32(0)) { sum, pixel in
          let low = UInt32(pixel.red) | UInt32(pixel.green) << 8
          return sum &+ (low | UInt32(pixel.blue) << 16 | UInt32(pixel.alpha) << 24)
        }
        withHostileView(pixels, width: width, padding: padding) { view in
          for set in InstructionSet.available {
            #expect(PlainRead.sum(of: view, instructionSet: set) == UInt64(expected))
          }
        }
      }
    }
  }
}
