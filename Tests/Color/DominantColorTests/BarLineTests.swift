import Hashing
import Pixels
import Testing

@testable import DominantColor

@Suite("A line beside a bar's colour")
struct BarLineTests {
  @Test("equal pixels that are counted at once count as one by one")
  func runs() {
    var generator = SplitMix64(seed: 7)
    let bar = BarLine.Reference(RGB8(red: 20, green: 120, blue: 250), minimumAlpha: 128)
    for _ in 0..<200 {
      let areAllLookedAt = Bool.random(using: &generator)
      func place(_ index: Int) -> Int { areAllLookedAt ? index : index + index / 2 }
      var (whole, single) = (BarLine(), BarLine())
      for first in stride(from: 0, to: 80, by: 8) {
        // Near the bar's colour, far from it, or not visible.
        let isNear = Bool.random(using: &generator)
        var pixel = UInt32.random(in: 0...0xFFFF_FFFF, using: &generator)
        if isNear { pixel = 0xFFF8_7512 ^ pixel & 0x0003_0303 }
        whole.add(
          pixel, times: 8, to: bar, at: place(first)...place(first + 7),
          joined: areAllLookedAt ? 7 : 4)
        for index in first..<first + 8 { single.add(pixel, to: bar, at: place(index)) }
      }
      #expect(whole == single)
    }
  }
}
