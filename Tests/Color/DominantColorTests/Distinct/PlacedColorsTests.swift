import DominantColor
import Pixels
import Testing

@Suite("Pixels that lie alone")
struct PlacedColorsTests {
  private let black = RGBA8(red: 0, green: 0, blue: 0)

  /// How many pixels of one row lie alone, and of one column, of greys with such levels.
  private func alone(_ levels: [UInt8], rule: VisibilityRule = VisibilityRule()) -> UInt64 {
    let pixels = levels.map { RGBA8(red: $0, green: $0, blue: $0) }
    let counts = [pixels.count, min(pixels.count, 1)].map { width in
      var placed = PlacedColors()
      withHostileView(pixels, width: width) { placed.add($0, rule: rule) }
      return placed.alone.reduce(0, +)
    }
    #expect(counts[0] == counts[1])
    return counts[0]
  }

  /// The summary of an image whose pixels are looked at one by one, each with its four neighbours.
  private func plain(_ image: ImageBuffer, _ rule: VisibilityRule) -> [UInt64] {
    var alone = [UInt64](repeating: 0, count: 32 * 32 * 32)
    func step(_ one: RGBA8, _ other: RGBA8) -> Int {
      [
        (one.red, other.red), (one.green, other.green), (one.blue, other.blue),
        (one.alpha, other.alpha),
      ]
      .map { abs(Int($0.0) - Int($0.1)) }.max() ?? 0
    }
    for y in 0..<image.height {
      for x in 0..<image.width where rule.verdict(on: image[x, y]) == .counted {
        let steps = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
          .filter { 0..<image.width ~= $0.0 && 0..<image.height ~= $0.1 }
          .map { step(image[x, y], image[$0.0, $0.1]) }
        guard !steps.isEmpty, steps.allSatisfy({ $0 > 40 }) else { continue }
        let color = image[x, y].color
        alone[Int(color.red >> 3) << 10 | Int(color.green >> 3) << 5 | Int(color.blue >> 3)] += 1
      }
    }
    return alone
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

  @Test("every kernel counts what a look at each pixel and its four neighbours counts")
  func everyKernel() throws {
    let rules = [VisibilityRule(), VisibilityRule(minimumAlpha: 0), VisibilityRule(greyWithin: 12)]
    // Whole vectors of sixteen pixels, one more and one less, and a word of 64 of them.
    let rows = [15, 16, 17, 18, 31, 32, 33, 48, 49, 63, 64, 66, 80, 81].map { ($0, 3) }
    for (width, height) in [(1, 1), (1, 7), (7, 1), (2, 2), (65, 3), (129, 40), (200, 17)] + rows {
      for kind in PixelKind.allCases {
        var image = try ImageBuffer(width: width, height: height)
        let pixels = kind.pixels(width * height, seed: 11)
        for y in 0..<height { for x in 0..<width { image[x, y] = pixels[y * width + x] } }
        for rule in rules {
          let expected = plain(image, rule)
          let options = PaletteOptions(visibility: rule)
          image.withPixels { view in
            let scalar = KernelCatalog.distinct.summary(
              of: view, options: options, workspace: Workspace())
            #expect(scalar.alone == expected, "\(kind), \(width) × \(height)")
            for set in InstructionSet.allCases where set.isAvailable {
              let found = KernelCatalog.distinctTiles.summary(
                of: view, options: options, workspace: Workspace(instructionSet: set, threads: 3))
              #expect(found == scalar, "\(kind), \(width) × \(height), \(set)")
            }
          }
        }
      }
    }
  }

  @Test("a picture turned or mirrored in each of eight ways has an equal summary")
  func orientations() throws {
    for kind in PixelKind.allCases {
      let pixels = kind.pixels(61 * 24, seed: 3)
      func summary(_ width: Int, _ place: (Int, Int) -> (Int, Int)) -> PlacedColors {
        let height = pixels.count / width
        let turned = (0..<height).flatMap { y in
          (0..<width).map { x in
            let (column, row) = place(x, y)
            return pixels[61 * row + column]
          }
        }
        var placed = PlacedColors()
        withHostileView(turned, width: width) { placed.add($0, rule: VisibilityRule()) }
        return placed
      }
      let upright = summary(61) { ($0, $1) }
      for (isFlipped, isMirrored) in [(false, true), (true, false), (true, true)] {
        let other = summary(61) { (isMirrored ? 60 - $0 : $0, isFlipped ? 23 - $1 : $1) }
        #expect(other == upright, "\(kind)")
      }
      for (isFlipped, isMirrored) in [(false, false), (false, true), (true, false), (true, true)] {
        let other = summary(24) { (isMirrored ? 60 - $1 : $1, isFlipped ? 23 - $0 : $0) }
        #expect(other == upright, "\(kind)")
      }
    }
  }

  @Test("rows add up from above in any division, and whole pictures in any order")
  func rows() throws {
    for kind in PixelKind.allCases {
      let pixels = kind.pixels(61 * 24, seed: 3)
      var whole = PlacedColors()
      var parts = PlacedColors()
      var (pictures, others) = (PlacedColors(), PlacedColors())
      withHostileView(pixels, width: 61, padding: 5) { view in
        whole.add(view, rule: VisibilityRule())
        for rows in [0..<1, 1..<2, 2..<9, 9..<11, 11..<24] {
          parts.add(view.rows(rows), rule: VisibilityRule())
        }
        for rows in [0..<24, 3..<9] {
          var picture = PlacedColors()
          picture.add(view.rows(rows), rule: VisibilityRule())
          pictures.merge(picture)
        }
        for rows in [3..<9, 0..<24] {
          others.add(view.rows(rows), rule: VisibilityRule())
          others.close()
        }
      }
      #expect(parts == whole, "\(kind)")
      #expect(pictures == others, "\(kind)")
      whole.removeAll()
      #expect(whole == PlacedColors(), "\(kind)")
    }
  }

  @Test("rows that every kernel is given in parts have the neighbours that they have in the whole")
  func parts() throws {
    let rule = VisibilityRule()
    for (width, padding) in [(1, 0), (2, 0), (63, 1), (64, 0), (65, 0), (128, 3), (200, 0)] {
      for kind in PixelKind.allCases {
        withHostileView(kind.pixels(width * 24, seed: 5), width: width, padding: padding) { view in
          var whole = PlacedColors()
          whole.add(view, rule: rule)
          for set in InstructionSet.allCases where set.isAvailable {
            let workspace = Workspace(instructionSet: set, threads: 1)
            let kernel = KernelCatalog.distinctSIMD
            var placed = PlacedColors()
            for rows in [0..<1, 1..<2, 2..<9, 9..<10, 10..<12, 12..<24] {
              kernel.add(view.rows(rows), rule: rule, to: &placed, workspace: workspace)
              // What lies alone may be found after its pixels left the tables.
              if rows.upperBound == 10 { kernel.complete(&placed, workspace: workspace) }
            }
            kernel.complete(&placed, workspace: workspace)
            #expect(placed == whole, "\(kind), \(width), \(set)")
          }
        }
      }
    }
  }

  @Test("rows that are wider than a thread's share are cut, and their pixels keep their neighbours")
  func wideRows() throws {
    let width = 1 << 18
    var pixels: [RGBA8] = []
    var state: UInt32 = 7
    for _ in 0..<3 * width {
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
