internal import DominantColor
internal import Pixels
internal import Testing

@Suite("Colour difference")
struct CIEDE2000Tests {
  @Test(
    "gives the published differences of the 34 Sharma pairs", arguments: SharmaPairs.all.indices)
  func sharmaPairs(index: Int) {
    let pair = SharmaPairs.all[index]
    let first = CIELAB(lightness: pair.first.0, a: pair.first.1, b: pair.first.2)
    let second = CIELAB(lightness: pair.second.0, a: pair.second.1, b: pair.second.2)
    #expect(abs(first.deltaE00(to: second) - pair.difference) <= 1e-4)
    #expect(abs(second.deltaE00(to: first) - pair.difference) <= 1e-4)
  }

  @Test("all 34 pairs are there")
  func pairCount() {
    #expect(SharmaPairs.all.count == 34)
  }

  @Test("is symmetric over a grid of colours, 0 for equal ones and positive for others")
  func metricLaws() {
    let levels: [UInt8] = [0, 63, 128, 191, 255]
    let colors = levels.flatMap { red in
      levels.flatMap { green in levels.map { RGB8(red: red, green: green, blue: $0) } }
    }
    for first in colors {
      #expect(first.deltaE00(to: first) == 0)
      for second in colors where first < second {
        let there = first.deltaE00(to: second)
        let back = second.deltaE00(to: first)
        #expect(there > 0)
        #expect(abs(there - back) < 1e-9, "\(first) and \(second)")
      }
    }
  }

  @Test("from black to white is 100")
  func blackToWhite() throws {
    let black = try #require(RGB8(hex: "#000"))
    let white = try #require(RGB8(hex: "#fff"))
    #expect(abs(black.deltaE00(to: white) - 100) < 1e-6)
  }
}

@Suite("CIELAB")
struct CIELABTests {
  @Test(
    "converts the sRGB primaries to their published coordinates",
    arguments: [
      ("#ff0000", 53.24, 80.09, 67.20), ("#00ff00", 87.73, -86.18, 83.18),
      ("#0000ff", 32.30, 79.19, -107.86), ("#ffff00", 97.14, -21.55, 94.48),
      ("#000000", 0, 0, 0), ("#ffffff", 100, 0, 0), ("#777777", 50.03, 0, 0),
      // Below the straight foot of both curves.
      ("#010101", 0.2742, 0, 0),
    ])
  func knownColors(hex: String, lightness: Double, a: Double, b: Double) throws {
    let lab = CIELAB(try #require(RGB8(hex: hex)))
    #expect(abs(lab.lightness - lightness) < 0.01)
    #expect(abs(lab.a - a) < 0.01)
    #expect(abs(lab.b - b) < 0.01)
  }

  @Test("takes channels between two levels")
  func betweenLevels() {
    let half = CIELAB(red: 127.5, green: 63.5, blue: 191.5)
    let below = CIELAB(RGB8(red: 127, green: 63, blue: 191))
    let above = CIELAB(RGB8(red: 128, green: 64, blue: 192))
    #expect(below.lightness < half.lightness)
    #expect(half.lightness < above.lightness)
    #expect(half.deltaE00(to: above) < 0.5)
  }
}
