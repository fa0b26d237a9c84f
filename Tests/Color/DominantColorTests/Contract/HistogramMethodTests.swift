import DominantColor
import Pixels
import SyntheticImages
import Testing

@Suite("Method histogram, as the contract says")
struct HistogramMethodTests {
  private func palette(
    _ pixels: [RGBA8], count: Int? = nil, precision: HistogramPrecision = .standard
  ) -> Palette {
    withHostileView(pixels, width: pixels.count) { view in
      KernelCatalog.histogram.palette(
        of: view, options: PaletteOptions(count: count, precision: precision),
        workspace: Workspace())
    }
  }

  /// Windows found the slow way: every window summed afresh, every time.
  private func bruteForce(
    _ pixels: [RGBA8], count: Int, precision: HistogramPrecision
  ) -> [Swatch] {
    let levels = precision.levelsPerCell
    let side = precision.cellsPerChannel
    let reach = precision.windowSide
    var left = pixels.filter { $0.alpha >= 128 }.map(\.color)
    let total = UInt64(left.count)
    var found: [Swatch] = []
    func cell(_ color: RGB8) -> (Int, Int, Int) {
      (Int(color.red) / levels, Int(color.green) / levels, Int(color.blue) / levels)
    }
    func isInside(_ color: RGB8, _ corner: (Int, Int, Int)) -> Bool {
      let (r, g, b) = cell(color)
      return (corner.0..<corner.0 + reach).contains(r) && (corner.1..<corner.1 + reach).contains(g)
        && (corner.2..<corner.2 + reach).contains(b)
    }
    while found.count < count, !left.isEmpty {
      var best: (corner: (Int, Int, Int), members: [RGB8])?
      // Only windows that hold some pixel can win.
      var corners: Set<[Int]> = []
      for color in left {
        let (r, g, b) = cell(color)
        for dr in 0..<reach {
          for dg in 0..<reach {
            for db in 0..<reach {
              let corner = [r - dr, g - dg, b - db]
              if corner.allSatisfy({ $0 >= 0 && $0 + reach <= side }) { corners.insert(corner) }
            }
          }
        }
      }
      for corner in corners.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        let place = (corner[0], corner[1], corner[2])
        let members = left.filter { isInside($0, place) }
        if members.count > best?.members.count ?? 0 { best = (place, members) }
      }
      guard let best else { break }
      func mean(_ channel: KeyPath<RGB8, UInt8>) -> UInt8 {
        let sum = best.members.reduce(0) { $0 + Int($1[keyPath: channel]) }
        return UInt8((2 * sum + best.members.count) / (2 * best.members.count))
      }
      found.append(
        Swatch(
          color: RGB8(red: mean(\.red), green: mean(\.green), blue: mean(\.blue)),
          count: UInt64(best.members.count), outOf: total))
      left.removeAll { isInside($0, best.corner) }
    }
    return found
  }

  @Test("windows are those that summing each afresh finds", arguments: HistogramPrecision.allCases)
  func againstBruteForce(precision: HistogramPrecision) {
    for kind in PixelKind.allCases {
      for seed in 0..<3 as Range<UInt64> {
        let pixels = kind.pixels(60, seed: seed)
        let expected = bruteForce(pixels, count: 8, precision: precision)
        #expect(palette(pixels, count: 8, precision: precision).swatches == expected, "\(kind)")
      }
    }
  }

  @Test("a cluster of 17 levels a channel lies whole in a window, wherever cells end")
  func straddling() {
    for start in 0...239 {
      let low = UInt8(start)
      let high = UInt8(start + 16)
      let pixels = [
        RGBA8(red: low, green: high, blue: low), RGBA8(red: high, green: low, blue: high),
        RGBA8(red: low, green: low, blue: high), RGBA8(red: high, green: high, blue: low),
      ]
      let swatches = palette(pixels).swatches
      #expect(swatches.count == 1, "\(start)")
      #expect(swatches.first?.count == 4)
    }
  }

  @Test("with fine precision a cluster may span 25 levels")
  func fineStraddling() {
    for start in 0...231 {
      let pixels = [
        RGBA8(red: UInt8(start), green: UInt8(start), blue: UInt8(start)),
        RGBA8(red: UInt8(start + 24), green: UInt8(start + 24), blue: UInt8(start + 24)),
      ]
      #expect(palette(pixels, precision: .fine).swatches.first?.count == 2, "\(start)")
    }
  }

  @Test("means are exact and rounded half up")
  func rounding() {
    func mean(_ reds: [UInt8]) -> UInt8? {
      palette(reds.map { RGBA8(red: $0, green: 0, blue: 0) }).dominant?.color.red
    }
    #expect(mean([10, 11]) == 11)
    #expect(mean([10, 10, 11]) == 10)
    #expect(mean([10, 11, 11]) == 11)
    #expect(mean([0, 1, 0, 1]) == 1)
  }

  @Test("a tie goes to the smallest red, green, blue cell")
  func ties() {
    let low = RGBA8(red: 5, green: 200, blue: 200)
    let middle = RGBA8(red: 5, green: 200, blue: 250)
    let high = RGBA8(red: 250, green: 5, blue: 5)
    #expect(
      palette([high, middle, low]).swatches.map(\.color) == [low.color, middle.color, high.color])
  }

  @Test("populations are shares of the counted pixels, and counts are exact")
  func populations() {
    let red = RGBA8(red: 255, green: 0, blue: 0)
    let blue = RGBA8(red: 0, green: 0, blue: 255)
    let hidden = RGBA8(red: 0, green: 255, blue: 0, alpha: 127)
    let answer = palette([red, red, red, blue, hidden, hidden, hidden, hidden])
    #expect(answer.swatches.map(\.count) == [3, 1])
    #expect(answer.dominant?.population == 0.75)
    #expect(answer.tally == PixelTally(counted: 4, transparent: 4))
    #expect(answer.absence == nil)
  }

  @Test("the count asked for is held to 1…64")
  func counts() {
    let levels: [UInt8] = [0, 60, 120, 180, 240]
    var grid: [RGBA8] = []
    for red in levels {
      for green in levels {
        for blue in levels { grid.append(RGBA8(red: red, green: green, blue: blue)) }
      }
    }
    #expect(palette(grid).swatches.count == 5)
    #expect(palette(grid, count: 0).swatches.count == 1)
    #expect(palette(grid, count: 1000).swatches.count == 64)
  }

  @Test(
    "planted colours are found, straddling bin corners or not",
    arguments: ["planted", "straddle", "flat", "screen", "alpha"])
  func plantedTruth(name: String) throws {
    let kind = try #require(SyntheticImage.named(name))
    let image = try kind.makeImage(width: 640, height: 480, seed: 3)
    let truth = try #require(kind.truth(width: 640, height: 480, seed: 3))
    let answer = try #require(Dominant.palette(of: image).dominant)
    let lab = CIELAB(
      red: Double(answer.color.red), green: Double(answer.color.green),
      blue: Double(answer.color.blue))
    let distance = CIELAB(red: truth.red, green: truth.green, blue: truth.blue)
      .deltaE00(to: lab)
    #expect(distance <= 0.5, "\(name): \(answer.color), ΔE00 \(distance)")
  }
}
