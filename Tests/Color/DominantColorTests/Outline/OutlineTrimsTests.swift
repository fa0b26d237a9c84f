internal import Hashing
import Pixels
import Testing

@testable import DominantColor

@Suite("Trimmed outlines")
struct OutlineTrimsTests {
  private static let window = ColorWindow(.standard, corner: 0)

  private func word(_ red: Int, _ green: Int, _ blue: Int) -> UInt32 {
    (UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000).littleEndian
  }

  private func trims(of outline: [UInt32], population: Int) -> [OutlineTrims.Trim] {
    outline.withUnsafeBufferPointer {
      OutlineTrims(Self.window, outline: $0, population: population).trims
    }
  }

  @Test("numbers are moved by little, and the means are those of the moved numbers")
  func means() {
    var random = SplitMix64(seed: 5)
    let colors = (0..<5000).map { _ in
      // Most near a middle, some anywhere, a third outside of the window.
      let isNear = Int.random(in: 0..<10, using: &random) > 0
      func level() -> Int { Int.random(in: isNear ? 10...20 : 0...31, using: &random) }
      return (red: level(), green: level(), blue: level())
    }
    let outside = (0..<2500).map { _ in word(200, Int.random(in: 0...31, using: &random), 3) }
    let trims = trims(
      of: colors.map { word($0.red, $0.green, $0.blue) } + outside + [0, 0], population: 10_000)
    #expect(trims.count == ColorRegion.quantities.count)
    for (quantity, trim) in zip(ColorRegion.quantities, trims) {
      let values = colors.map { Double(quantity.value(of: $0) + quantity.offset) }
      func mean(_ change: (Double) -> Double) -> Double {
        values.reduce(0) { $0 + change($1) } / 10_000
      }
      let (low, high) = (trim.range.lowerBound, trim.range.upperBound)
      #expect(abs(trim.raised - mean { max($0, low) }) < 1e-9)
      #expect(abs(trim.lowered - mean { min($0, high) }) < 1e-9)
      #expect(mean { pow2(max($0, low) - $0) } <= 0.25 * mean { _ in 1 } + 1e-9)
      #expect(mean { pow2(min($0, high) - $0) } <= 0.25 * mean { _ in 1 } + 1e-9)
      // One step further would move them by more.
      #expect(mean { pow2(max($0, low + 1) - $0) } > 0.25 * mean { _ in 1 })
      #expect(mean { pow2(min($0, high - 1) - $0) } > 0.25 * mean { _ in 1 })
      #expect(high - low < Double(quantity.width))
    }
  }

  @Test("a window without pixels is cut off nowhere that matters")
  func empty() {
    let trims = trims(of: [word(200, 0, 0)], population: 1)
    #expect(trims.allSatisfy { $0.raised == 0 && $0.lowered == 0 })
  }

  private func pow2(_ value: Double) -> Double { value * value }
}
