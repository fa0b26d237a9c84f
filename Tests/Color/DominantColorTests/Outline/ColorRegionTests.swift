internal import Hashing
import Pixels
import Testing

@testable import DominantColor

@Suite("Regions of colours")
struct ColorRegionTests {
  private typealias Color = (red: Double, green: Double, blue: Double)

  /// Ranges around 0 of every quantity.
  private func ranges(_ reach: (ColorQuantity) -> Double) -> [ClosedRange<Double>] {
    ColorRegion.quantities.map { -reach($0)...reach($0) }
  }

  @Test("a cube of channels has its eight corners, whatever looser ranges say")
  func cube() {
    let region = ColorRegion(
      ranges { abs($0.red) + abs($0.green) + abs($0.blue) == 1 ? 1 : 100 })
    let corners = Set(
      region.corners.map { [$0.red, $0.green, $0.blue].map { ($0 * 1000).rounded() / 1000 } })
    #expect(corners.count == 8)
    #expect(corners.allSatisfy { $0.allSatisfy { abs($0) == 1 } })
  }

  @Test("ranges that contradict each other leave no corners")
  func contradiction() {
    var ranges = ranges { _ in 1 }
    ranges[0] = 5...6
    ranges[1] = 0...1
    ranges[3] = -1...1
    #expect(ColorRegion(ranges).corners.isEmpty)
  }

  @Test("corners satisfy every range, and reach as far as any colour inside")
  func hull() {
    var random = SplitMix64(seed: 9)
    for _ in 0..<100 {
      let ranges = ColorRegion.quantities.map { _ in
        -Double.random(in: 0.2..<2, using: &random)...Double.random(in: 0.2..<2, using: &random)
      }
      let corners = ColorRegion(ranges).corners
      #expect(corners.count >= 4)
      func isInside(_ color: Color, slack: Double) -> Bool {
        zip(ColorRegion.quantities, ranges).allSatisfy { quantity, range in
          let value = quantity.value(of: color)
          return value >= range.lowerBound - slack && value <= range.upperBound + slack
        }
      }
      #expect(corners.allSatisfy { isInside($0, slack: 1e-6) })
      for _ in 0..<100 {
        func level() -> Double { Double.random(in: -2..<2, using: &random) }
        let color = (red: level(), green: level(), blue: level())
        guard isInside(color, slack: 0) else { continue }
        let ahead = (red: level(), green: level(), blue: level())
        func way(_ color: Color) -> Double {
          ahead.red * color.red + ahead.green * color.green + ahead.blue * color.blue
        }
        #expect(way(color) <= (corners.map(way).max() ?? -.infinity) + 1e-6)
      }
    }
  }

  @Test("ΔE00 between a region's corners is hardly above that at them, as the margin says")
  func margin() {
    var random = SplitMix64(seed: 3)
    var judged = 0
    for _ in 0..<2000 {
      func level() -> Double { Double.random(in: 0...255, using: &random) }
      // Greys too, where hues turn fastest.
      let grey = level()
      let isGrey = Bool.random(using: &random)
      func channel() -> Double {
        isGrey ? min(max(grey + Double.random(in: -3...3, using: &random), 0), 255) : level()
      }
      let center = (red: channel(), green: channel(), blue: channel())
      func color(_ offset: Color) -> CIELAB {
        CIELAB(
          red: center.red + offset.red, green: center.green + offset.green,
          blue: center.blue + offset.blue)
      }
      let middle = color((0, 0, 0))
      // As wide as the tolerance allows for, each side of each quantity by itself.
      let reach = Double.random(in: 0.1..<2, using: &random)
      let corners = ColorRegion(
        ColorRegion.quantities.map { _ in
          func side() -> Double { reach * Double.random(in: 0.2..<2, using: &random) }
          return -side()...side()
        }
      ).corners
      // Those of a window lie in it, and it among the levels.
      let isInside = corners.allSatisfy { corner in
        [
          center.red + corner.red, center.green + corner.green, center.blue + corner.blue,
        ].allSatisfy { (0...255).contains($0) }
      }
      guard isInside else { continue }
      let farthest = corners.map { middle.deltaE00(to: color($0)) }.max() ?? 0
      guard farthest <= OutlineProof.colorTolerances.upperBound else { continue }
      judged += 1
      for _ in 0..<40 {
        // A colour between corners.
        let weights = corners.map { _ in Double.random(in: 0..<1, using: &random) }
        let total = weights.reduce(0, +)
        let between = zip(corners, weights).reduce((red: 0.0, green: 0.0, blue: 0.0)) {
          (
            $0.red + $1.0.red * $1.1 / total, $0.green + $1.0.green * $1.1 / total,
            $0.blue + $1.0.blue * $1.1 / total
          )
        }
        let pair = (corners.randomElement(using: &random), corners.randomElement(using: &random))
        let edge = pair.0.map { first in
          let second = pair.1 ?? first
          return (
            red: (first.red + second.red) / 2, green: (first.green + second.green) / 2,
            blue: (first.blue + second.blue) / 2
          )
        }
        for place in [between, edge ?? between] {
          #expect(
            middle.deltaE00(to: color(place)) <= OutlineProof.cornerMargin * farthest + 1e-9)
        }
      }
    }
    #expect(judged > 500)
  }
}
