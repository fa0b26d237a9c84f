@testable import DominantColor
import Pixels
import Testing

/// The colour that method `distinct` shows of an area.
@Suite("Vivid parts")
struct VividPartTests {
  private func cell(_ red: UInt64, _ green: UInt64, _ blue: UInt64, _ count: UInt64)
    -> PlacedSums
  {
    PlacedSums(
      sums: ColorSums(
        count: count, red: red * count, green: green * count, blue: blue * count))
  }

  /// The colour of one area.
  private func shown(_ cells: [PlacedSums]) -> RGB8? {
    var pixels = PlacedSums()
    for cell in cells { pixels += cell }
    var steps: [UInt64] = []
    return VividPart.colors(
      of: [pixels], DistinctPoints(cells, code: nil), labels: cells.map { _ in 0 },
      total: pixels.sums.count, &steps
    ).first
  }

  @Test("an even area and a grey one show their exact mean")
  func even() {
    #expect(shown([cell(205, 25, 30, 144)]) == RGB8(red: 205, green: 25, blue: 30))
    // The first is the most vivid, at an OKLab chroma of 0.025.
    let greys = [cell(124, 112, 104, 1), cell(118, 112, 104, 2), cell(40, 40, 40, 1)]
    #expect(shown(greys) == RGB8(red: 100, green: 94, blue: 88))
  }

  @Test("a 24th of the pixels is vivid enough to be shown, fewer are not")
  func strays() {
    let vivid = RGB8(red: 220, green: 40, blue: 40)
    #expect(shown([cell(220, 40, 40, 40), cell(150, 110, 108, 920)]) == vivid)
    // The others weigh 65,536 each, and these no more than that.
    let stray = shown([cell(220, 40, 40, 39), cell(150, 110, 108, 921)])
    #expect(stray == RGB8(red: 153, green: 107, blue: 105))
  }

  @Test("cells weigh by what their chroma lacks, as the formula says in double precision")
  func weights() throws {
    for seed in 1...40 {
      // From a dull tone to a vivid one, as many pixels of each as a rule says.
      let cells = (0..<24).map { step in
        cell(
          UInt64(130 + 3 * step), UInt64(100 - 2 * step), UInt64(90 - (step * seed) % 60),
          UInt64(10 + (step * step * seed) % 97))
      }
      let chromas = cells.map { cell -> Double in
        let color = FixedOKLab(meanOf: cell.sums)
        let (a, b) = (Double(color.a), Double(color.b))
        return max((a * a + b * b).squareRoot().rounded(.down) - 492, 0)
      }
      let counts: [Double] = cells.map { Double($0.sums.count) }
      var limit = 0.0
      for chroma in chromas {
        let floored = (chroma / 16).rounded(.down) * 16
        var pixels = 0.0
        for (other, count) in zip(chromas, counts) where other >= floored { pixels += count }
        if pixels * 24 >= counts.reduce(0, +) { limit = max(limit, floored) }
      }
      var sums = (red: 0.0, green: 0.0, blue: 0.0, weight: 0.0)
      for (index, cell) in cells.enumerated() {
        let lacking: Double = max(limit - chromas[index], 0) / 32
        let halvings = lacking.rounded(.down)
        let weight: Double = (1 - (lacking - halvings) / 2) * exp2(-halvings)
        sums.red += weight * Double(cell.sums.red)
        sums.green += weight * Double(cell.sums.green)
        sums.blue += weight * Double(cell.sums.blue)
        sums.weight += weight * counts[index]
      }
      let found = try #require(shown(cells))
      #expect(abs(Double(found.red) - sums.red / sums.weight) < 0.6)
      #expect(abs(Double(found.green) - sums.green / sums.weight) < 0.6)
      #expect(abs(Double(found.blue) - sums.blue / sums.weight) < 0.6)
    }
  }

  @Test("a thousand million times as many pixels show the same")
  func large() {
    let counts: [UInt64] = [5, 70, 900, 2_000, 300]
    func cells(_ factor: UInt64) -> [PlacedSums] {
      counts.enumerated().map { index, count in
        cell(
          UInt64(150 + 12 * index), UInt64(90 - 9 * index), UInt64(80 - 5 * index), count * factor)
      }
    }
    #expect(shown(cells(1)) == shown(cells(1 << 30)))
    #expect(shown(cells(1)) == shown(cells(1 << 43)))
  }

  @Test("areas do not mix")
  func areas() {
    let cells = [cell(205, 25, 30, 10), cell(20, 120, 230, 90), cell(120, 118, 117, 900)]
    var steps: [UInt64] = []
    let found = VividPart.colors(
      of: cells, DistinctPoints(cells, code: nil), labels: [0, 1, 2], total: 1_000,
      &steps)
    #expect(found == cells.compactMap { $0.sums.mean })
  }
}

/// Two to a power: `Foundation` is not needed for whole ones.
private func exp2(_ exponent: Double) -> Double {
  Double(sign: .plus, exponent: Int(exponent), significand: 1)
}
