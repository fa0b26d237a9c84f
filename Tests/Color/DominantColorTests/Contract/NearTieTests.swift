internal import DominantColor
internal import Pixels
internal import Testing

@Suite("Colours that share the lead")
struct NearTieTests {
  private func ties(_ counts: [UInt64]) -> [UInt64] {
    let total = counts.reduce(0, +)
    let swatches = counts.map {
      Swatch(color: RGB8(red: UInt8($0 % 256), green: 0, blue: 0), count: $0, outOf: max(total, 1))
    }
    let tally = PixelTally(counted: total, transparent: 0, filtered: 0)
    return Palette(method: .histogram, swatches: swatches, tally: tally).nearTie.map(\.count)
  }

  @Test("counts within a fiftieth of the first one's tie, in order")
  func counts() {
    #expect(ties([]) == [] && ties([5]) == [] && ties([1, 1]) == [1, 1])
    #expect(ties([100, 98]) == [100, 98] && ties([100, 97]) == [])
    #expect(ties([1000, 990, 985, 979, 5]) == [1000, 990, 985])
    // Of fewer than fifty pixels only equals tie.
    #expect(ties([49, 48]) == [])
  }
}
