import DominantColor
import Hashing
import Pixels
import Testing

@Suite("Colours that lie together")
struct ColorNeighboursTests {
  private let red = RGBA8(red: 210, green: 30, blue: 40)

  /// Brown tones with red pixels where a rule says so.
  private func image(
    side: Int, seed: UInt64, _ isRed: (Int, Int, inout SplitMix64) -> Bool
  ) throws -> ImageBuffer {
    var random = SplitMix64(seed: seed)
    var image = try ImageBuffer(width: side, height: side)
    for y in 0..<side {
      for x in 0..<side {
        let level = UInt8(100 + random.next() % 40)
        let brown = RGBA8(red: level, green: level - 6, blue: level - 14)
        image[x, y] = isRed(x, y, &random) ? red : brown
      }
    }
    return image
  }

  private func roles(_ image: ImageBuffer) -> PaletteRoles {
    var neighbours = ColorNeighbours()
    image.withPixels { neighbours.add($0) }
    return Dominant.palette(of: image, method: .distinct).roles(besides: neighbours)
  }

  @Test("a vivid thing is the accent, as many scattered pixels of the same colour are not")
  func thingAndNoise() throws {
    for seed: UInt64 in 1...20 {
      let thing = try image(side: 100, seed: seed) { x, y, _ in 40..<54 ~= x && 30..<44 ~= y }
      #expect(roles(thing).accent?.color == red.color)
      let noise = try image(side: 100, seed: seed) { _, _, random in random.next() % 50 == 0 }
      #expect(Dominant.palette(of: noise, method: .distinct).roles.accent != nil)
      #expect(roles(noise).accent == nil)
      #expect(roles(noise).accentAbsence == "the strong colours are scattered like noise")
    }
  }

  @Test("of 100 pictures of noise in all colours none has an accent")
  func noise() throws {
    var claimed = 0
    for seed: UInt64 in 1...100 {
      var random = SplitMix64(seed: seed)
      var image = try ImageBuffer(width: 64, height: 64)
      for y in 0..<64 {
        for x in 0..<64 {
          let bits = random.next()
          image[x, y] = RGBA8(
            red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
            blue: UInt8(truncatingIfNeeded: bits >> 16))
        }
      }
      if roles(image).accent != nil { claimed += 1 }
    }
    #expect(claimed == 0)
  }

  @Test("rows add up in any division and order; nothing is scattered in nothing")
  func sums() throws {
    let image = try image(side: 60, seed: 3) { x, _, random in x > 50 || random.next() % 9 == 0 }
    var whole = ColorNeighbours()
    var parts = ColorNeighbours()
    image.withPixels { view in
      whole.add(view)
      for row in [41..<60, 0..<7, 7..<41] {
        var part = ColorNeighbours()
        part.add(view.rows(row))
        parts.merge(part)
      }
    }
    #expect(parts == whole)
    let palette = Dominant.palette(of: image, method: .distinct)
    #expect(ColorNeighbours().scattered(of: palette) == palette.swatches.map { _ in false })
    let empty = Palette(method: .distinct, swatches: [], tally: PixelTally())
    #expect(whole.scattered(of: empty).isEmpty)
  }
}
