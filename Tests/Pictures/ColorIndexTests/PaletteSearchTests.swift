internal import DominantColor
internal import Hashing
internal import Pixels
internal import Testing

@testable import ColorIndex

@Suite("Search by colour and by palette equals the scan")
struct PaletteSearchTests {
  private let palettes: [IndexedPalette]
  private let table: PackedPalettes

  init() {
    var numbers = SplitMix64(seed: 11)
    palettes = (0..<3000).map { _ in numbers.palette() }
    var table = PackedPalettes()
    for (index, palette) in palettes.enumerated() {
      table.append(palette, of: Int64(index * 7))
    }
    self.table = table
  }

  @Test("by colour", arguments: [1, 1500, 2000, 5000], [0.0, 5, 10, 35])
  func color(share: Int, reach: Double) async {
    var numbers = SplitMix64(seed: UInt64(share))
    for round in 0..<12 {
      // Colours that occur are looked for too: their distance is 0.
      let color =
        round % 3 == 0 ? palettes[round].swatches.first?.color ?? numbers.color() : numbers.color()
      let query = ColorQuery(color: color, within: reach, share: share)
      let scan = palettes.enumerated().compactMap { index, palette in
        query.match(palette).map {
          PackedPalettes.Found(
            picture: Int64(index * 7), index: index, distance: $0.distance, share: $0.share)
        }
      }.sorted { ($0.distance, -$0.share, $0.index) < ($1.distance, -$1.share, $1.index) }
      let found = await table.pictures(matching: query, threads: round % 4 + 1)
      #expect(found == scan)
    }
  }

  @Test("by palette", arguments: [1, 10, 3000], [0.5, 15, 200])
  func like(limit: Int, reach: Double) async throws {
    var numbers = SplitMix64(seed: UInt64(limit))
    for round in 0..<6 {
      let palette = round % 2 == 0 ? palettes[round + 40] : numbers.palette()
      guard let query = PaletteTransport(from: palette) else { continue }
      let scan = palettes.enumerated().compactMap { index, palette in
        query.distance(to: palette).map {
          PackedPalettes.Found(
            picture: Int64(index * 7), index: index, distance: $0, share: IndexedSwatch.whole)
        }
      }.filter { $0.distance <= reach }.sorted {
        ($0.distance, $0.index) < ($1.distance, $1.index)
      }
      let found = await table.pictures(
        like: query, within: reach, limit: limit, threads: round % 4 + 1)
      #expect(found == Array(scan.prefix(limit)))
    }
  }

  @Test("a share is reached by several swatches together")
  func shares() {
    let red = RGB8(red: 200, green: 30, blue: 30)
    let near = RGB8(red: 205, green: 34, blue: 30)
    let blue = RGB8(red: 30, green: 30, blue: 200)
    let palette = IndexedPalette([
      IndexedSwatch(color: blue, share: 5000), IndexedSwatch(color: near, share: 1500),
      IndexedSwatch(color: red, share: 1000),
    ])
    #expect(ColorQuery(color: red, within: 10, share: 1000).match(palette)?.distance == 0)
    #expect(
      ColorQuery(color: red, within: 10, share: 1001).match(palette)
        == .init(distance: red.deltaE00(to: near), share: 2500))
    #expect(ColorQuery(color: red, within: 10, share: 2501).match(palette) == nil)
    #expect(ColorQuery(color: red, within: 0, share: 0).match(palette)?.share == 1000)
  }
}
