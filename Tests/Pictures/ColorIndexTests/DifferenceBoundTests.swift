internal import DominantColor
internal import Hashing
internal import Pixels
internal import Testing

@testable import ColorIndex

@Suite("The lower bound of CIEDE2000 over a cell")
struct DifferenceBoundTests {
  @Test("every colour lies in its cell's box")
  func boxes() {
    for value in stride(from: 0, to: 1 << 24, by: 97) {
      let color = color(value)
      let box = ColorCells.box(of: ColorCells.cell(of: color))
      let lab = CIELAB(color)
      #expect(box.lightness.gap(to: RealInterval(lab.lightness, lab.lightness)) < 1e-9)
      let chroma = (lab.a * lab.a + lab.b * lab.b).squareRoot()
      #expect(box.chroma.gap(to: RealInterval(chroma, chroma)) < 1e-9)
    }
  }

  @Test("no colour is nearer than the bound of its cell", arguments: 0..<40)
  func bound(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    for index in 0..<500 {
      let first = index % 5 == 0 ? grey(index) : numbers.color()
      let bound = DifferenceBound(from: CIELAB(first))
      for near in 0..<10 {
        let second =
          near % 2 == 0 ? numbers.color() : numbers.color(near: first, levels: 4 << (near / 2))
        check(first, second, bound)
        check(first, grey(near * 25), bound)
      }
    }
  }

  @Test("nor among the strong blues, where the formula turns")
  func blues() {
    var numbers = SplitMix64(seed: 7)
    for _ in 0..<3000 {
      let first = numbers.color(near: RGB8(red: 40, green: 40, blue: 240), levels: 60)
      let bound = DifferenceBound(from: CIELAB(first))
      for _ in 0..<10 {
        check(first, numbers.color(near: first, levels: 90), bound)
      }
    }
  }

  @Test("and the bound is no idle one: it rules out nine of ten colours beyond ΔE00 20")
  func sharpness() {
    var numbers = SplitMix64(seed: 3)
    var (far, ruledOut) = (0, 0)
    for _ in 0..<20_000 {
      let (first, second) = (numbers.color(), numbers.color())
      guard first.deltaE00(to: second) > 20 else { continue }
      far += 1
      let box = ColorCells.box(of: ColorCells.cell(of: second))
      if DifferenceBound(from: CIELAB(first)).least(to: box) > 10 { ruledOut += 1 }
    }
    #expect(far > 10_000)
    #expect(Double(ruledOut) > 0.9 * Double(far), "\(ruledOut) of \(far)")
  }

  private func check(_ first: RGB8, _ second: RGB8, _ bound: DifferenceBound) {
    let least = bound.least(to: ColorCells.box(of: ColorCells.cell(of: second)))
    let difference = CIELAB(first).deltaE00(to: CIELAB(second))
    #expect(least <= difference, "\(first) \(second)")
  }

  private func color(_ value: Int) -> RGB8 {
    RGB8(
      red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
  }

  private func grey(_ level: Int) -> RGB8 {
    RGB8(red: UInt8(level & 0xFF), green: UInt8(level & 0xFF), blue: UInt8(level & 0xFF))
  }
}
