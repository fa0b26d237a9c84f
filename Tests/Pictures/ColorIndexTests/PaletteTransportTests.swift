internal import DominantColor
internal import Hashing
internal import Pixels
internal import Testing

@testable import ColorIndex

@Suite("The distance between palettes")
struct PaletteTransportTests {
  @Test("is 0 to itself, whatever the sum of its shares, and the same in both directions")
  func symmetry() throws {
    var numbers = SplitMix64(seed: 2)
    for _ in 0..<300 {
      let (first, second) = (numbers.palette(), numbers.palette())
      guard let from = PaletteTransport(from: first), let back = PaletteTransport(from: second)
      else { continue }
      let half = IndexedPalette(
        first.swatches.map { IndexedSwatch(color: $0.color, share: $0.share / 2 * 2) })
      let whole = IndexedPalette(
        half.swatches.map { IndexedSwatch(color: $0.color, share: $0.share / 2) })
      #expect(from.distance(to: first) == 0)
      if let distance = PaletteTransport(from: half)?.distance(to: whole) { #expect(distance == 0) }
      let forth = try #require(from.distance(to: second))
      #expect(abs(forth - (back.distance(to: first) ?? -1)) < 1e-9)
    }
  }

  @Test("is the cheapest of all assignments where shares are equal", arguments: 1...5)
  func assignments(count: Int) throws {
    var numbers = SplitMix64(seed: UInt64(count))
    for _ in 0..<60 {
      let colors = (0..<2 * count).map { _ in numbers.color() }
      let first = IndexedPalette(colors[..<count].map { IndexedSwatch(color: $0, share: 100) })
      let second = IndexedPalette(colors[count...].map { IndexedSwatch(color: $0, share: 300) })
      let distance = try #require(PaletteTransport(from: first)?.distance(to: second))
      let cheapest = orders(of: Array(0..<count)).map { order in
        order.enumerated().reduce(0) { sum, pair in
          sum
            + CIELAB(colors[pair.offset]).deltaE00(to: CIELAB(colors[count + pair.element]))
        } / Double(count)
      }.min()
      #expect(abs(distance - (cheapest ?? -1)) < 1e-9)
    }
  }

  @Test("moves parts where shares differ")
  func parts() throws {
    let black = RGB8(red: 0, green: 0, blue: 0)
    let white = RGB8(red: 255, green: 255, blue: 255)
    let mixed = IndexedPalette([
      IndexedSwatch(color: white, share: 7500), IndexedSwatch(color: black, share: 2500),
    ])
    let plain = IndexedPalette([IndexedSwatch(color: white, share: 1)])
    let distance = try #require(PaletteTransport(from: plain)?.distance(to: mixed))
    #expect(abs(distance - 0.25 * white.deltaE00(to: black)) < 1e-9)
    let nothing = IndexedPalette([IndexedSwatch(color: white, share: 0)])
    #expect(PaletteTransport(from: nothing) == nil)
    #expect(PaletteTransport(from: plain)?.distance(to: nothing) == nil)
  }

  private func orders(of numbers: [Int]) -> [[Int]] {
    guard numbers.count > 1 else { return [numbers] }
    return numbers.flatMap { first in
      orders(of: numbers.filter { $0 != first }).map { [first] + $0 }
    }
  }
}
