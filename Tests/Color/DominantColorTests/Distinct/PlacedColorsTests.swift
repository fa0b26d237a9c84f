import DominantColor
import Pixels
import Testing

@Suite("Pixels that lie alone in their rows")
struct PlacedColorsTests {
  private let black = RGBA8(red: 0, green: 0, blue: 0)

  /// Which pixels of one row lie alone, of greys with such levels.
  private func alone(_ levels: [UInt8], rule: VisibilityRule = VisibilityRule()) -> UInt64 {
    let pixels = levels.map { RGBA8(red: $0, green: $0, blue: $0) }
    var placed = PlacedColors()
    withHostileView(pixels, width: pixels.count) { placed.add($0, rule: rule) }
    return placed.alone.reduce(0, +)
  }

  @Test("a pixel lies alone that is unlike each neighbour that it has, by more than 40 levels")
  func rule() throws {
    #expect(alone([]) == 0)
    #expect(alone([9]) == 0)
    #expect(alone([9, 9]) == 0)
    #expect(alone([0, 40]) == 0)
    #expect(alone([0, 41]) == 2)
    #expect(alone([0, 41, 0]) == 3)
    #expect(alone([0, 41, 82, 50]) == 2)
    #expect(alone([0, 200, 200, 0]) == 2)
    // A hidden pixel is a neighbour like any other, and lies not alone itself.
    #expect(alone([0, 200, 0], rule: VisibilityRule(whiteAbove: 199)) == 2)
    var image = try ImageBuffer(width: 2, height: 1)
    (image[0, 0], image[1, 0]) = (black, RGBA8(red: 0, green: 0, blue: 0, alpha: 214))
    var placed = PlacedColors()
    image.withPixels { placed.add($0, rule: VisibilityRule()) }
    #expect(placed.alone.reduce(0, +) == 2)
  }

  @Test("rows add up in any order and division, and a mirrored image has an equal summary")
  func rows() throws {
    for kind in PixelKind.allCases {
      let pixels = kind.pixels(61 * 24, seed: 3)
      var whole = PlacedColors()
      var parts = PlacedColors()
      var mirrored = PlacedColors()
      withHostileView(pixels, width: 61, padding: 5) { view in
        whole.add(view, rule: VisibilityRule())
        for rows in [20..<24, 0..<7, 7..<20] {
          var part = PlacedColors()
          part.add(view.rows(rows), rule: VisibilityRule())
          parts.merge(part)
        }
      }
      let backwards = (0..<24).flatMap { y in pixels[(61 * y)..<(61 * (y + 1))].reversed() }
      withHostileView(backwards, width: 61) { mirrored.add($0, rule: VisibilityRule()) }
      #expect(parts == whole, "\(kind)")
      #expect(mirrored == whole, "\(kind)")
      whole.removeAll()
      #expect(whole == PlacedColors(), "\(kind)")
    }
  }

  @Test("rows that are wider than a thread's share are cut, and their pixels keep their neighbours")
  func wideRows() throws {
    let width = 1 << 19
    var pixels: [RGBA8] = []
    var state: UInt32 = 7
    for _ in 0..<width {
      state = state &* 1_664_525 &+ 1_013_904_223
      let level = UInt8(truncatingIfNeeded: state >> 24)
      pixels.append(RGBA8(red: level, green: 20, blue: 250))
    }
    withHostileView(pixels, width: width) { view in
      let expected = KernelCatalog.distinct.summary(
        of: view, options: PaletteOptions(), workspace: Workspace())
      for threads in [2, 3, 4] {
        for set in InstructionSet.allCases where set.isAvailable {
          let workspace = Workspace(instructionSet: set, threads: threads)
          let found = KernelCatalog.distinctTiles.summary(
            of: view, options: PaletteOptions(), workspace: workspace)
          #expect(found == expected, "\(set), \(threads) threads")
        }
      }
    }
  }
}
