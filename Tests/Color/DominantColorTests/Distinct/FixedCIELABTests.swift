@testable import DominantColor
internal import Hashing
import Pixels
import Testing

@Suite("CIEDE2000 in integers")
struct FixedCIELABTests {
  @Test("is the formula, for colours near and far")
  func formula() {
    var random = SplitMix64(seed: 4)
    func level() -> Int { Int(random.next() >> 56) }
    for round in 0..<20_000 {
      let first = [level(), level(), level()]
      // Every second pair is of similar colours.
      let second = first.map { round % 2 == 0 ? level() : min(max($0 + level() / 5 - 25, 0), 255) }
      let (one, other) = (color(first), color(second))
      let exact = one.deltaE00(to: other)
      let (a, b) = (FixedCIELAB(one), FixedCIELAB(other))
      let found = Double(a.deltaE00(to: b)) / 256
      #expect(
        abs(found - exact) < (exact < 12 ? 0.5 : 2), "\(one), \(other): \(found), \(exact)")
      #expect(a.deltaE00(to: b) == b.deltaE00(to: a))
    }
  }

  @Test("what lightness alone says is never more than the difference, and says something")
  func lightness() {
    var random = SplitMix64(seed: 9)
    func level() -> Int { Int(random.next() >> 56) }
    var told = 0
    for round in 0..<200_000 {
      // Greys differ by lightness alone; blues have the term that rotates.
      let (grey, blue) = (level(), level())
      let (one, other) =
        switch round % 3 {
        case 0: (color([level(), level(), level()]), color([level(), level(), level()]))
        case 1: (color(Array(repeating: grey, count: 3)), color([level(), level(), level()]))
        default: (color([blue / 4, 0, 255]), color([0, level() / 4, 255 - blue / 2]))
        }
      let (a, b) = (FixedCIELAB(one), FixedCIELAB(other))
      let difference = a.deltaE00(to: b)
      #expect(!a.differsSurely(by: difference + 1, from: b), "\(one), \(other)")
      if a.differsSurely(by: difference / 2, from: b) { told += 1 }
    }
    #expect(told > 50_000)
  }

  @Test("greys have no chroma, equal colours no difference")
  func greys() {
    for level in 0...255 {
      let grey = FixedCIELAB(color([level, level, level]))
      #expect(grey.a == 0 && grey.b == 0)
      #expect(grey.deltaE00(to: grey) == 0)
    }
    #expect(FixedCIELAB(color([255, 255, 255])).lightness == 100 * FixedCIELAB.unit)
  }

  private func color(_ levels: [Int]) -> RGB8 {
    RGB8(red: UInt8(levels[0]), green: UInt8(levels[1]), blue: UInt8(levels[2]))
  }
}
