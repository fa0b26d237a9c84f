@testable import DominantColor
import Hashing
import Pixels
import Testing

@Suite("Colours that are scattered like noise")
struct ScatteredColorsTests {
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

  private func colors(_ image: ImageBuffer) -> PlacedColors {
    let builder = SummaryBuilder(DistinctMethod.self, pixelCount: image.pixelCount)
    image.withPixels { builder.add($0) }
    return builder.summary()
  }

  private func roles(_ image: ImageBuffer) -> PaletteRoles {
    Dominant.palette(of: image, method: .distinct).roles(besides: colors(image))
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

  @Test("the palette of any method has its noise; nothing is scattered in nothing")
  func methods() throws {
    let image = try image(side: 100, seed: 3) { _, _, random in random.next() % 20 == 0 }
    let colors = colors(image)
    for method in PaletteMethod.allCases where method != .hue {
      let palette = Dominant.palette(of: image, method: method)
      let scattered = colors.scattered(of: palette)
      let isRed = palette.swatches.map { $0.color == red.color }
      #expect(isRed.contains(true) && scattered == isRed)
      #expect(PlacedColors().scattered(of: palette) == isRed.map { _ in false })
    }
    let empty = Palette(method: .distinct, swatches: [], tally: PixelTally())
    #expect(colors.scattered(of: empty).isEmpty)
  }

  @Test("colours of a background that was left out belong to no swatch")
  func background() throws {
    // A red thing on a ground whose pixels all lie alone.
    var image = try ImageBuffer(width: 60, height: 60)
    let ground = [RGBA8(red: 60, green: 60, blue: 60), RGBA8(red: 120, green: 120, blue: 120)]
    for y in 0..<60 {
      for x in 0..<60 {
        image[x, y] = 20..<30 ~= x && 20..<30 ~= y ? red : ground[(x + y) % 2]
      }
    }
    var cells = [Bool](repeating: false, count: 32 * 32 * 32)
    for color in ground {
      cells[Int(color.red >> 3) << 10 | Int(color.green >> 3) << 5 | Int(color.blue >> 3)] = true
    }
    let background = Background(
      swatch: Swatch(color: ground[0].color, count: 3500, outOf: 3600), isGradient: false,
      cells: cells)
    let palette = Palette(
      method: .distinct, swatches: [Swatch(color: red.color, count: 100, outOf: 100)],
      tally: PixelTally(counted: 100, filtered: 3500))
    let colors = colors(image)
    #expect(colors.scattered(of: palette) == [true])
    #expect(colors.scattered(of: palette, without: background) == [false])
  }
}
