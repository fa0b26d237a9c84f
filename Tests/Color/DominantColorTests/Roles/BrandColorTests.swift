@testable import DominantColor
import Hashing
import Pixels
import Testing

@Suite("The brand colour of logos")
struct BrandColorTests {
  private let white = RGBA8(red: 255, green: 255, blue: 255)
  private let clear = RGBA8(red: 0, green: 0, blue: 0, alpha: 0)
  private let black = RGBA8(red: 0, green: 0, blue: 0)
  private let red = RGBA8(red: 200, green: 20, blue: 30)
  private let blue = RGBA8(red: 40, green: 90, blue: 200)
  private let yellow = RGBA8(red: 255, green: 205, blue: 30)

  /// A picture of what a rule says for each pixel.
  private func picture(side: Int = 64, _ pixel: (Int, Int) -> RGBA8) throws -> ImageBuffer {
    var image = try ImageBuffer(width: side, height: side)
    for y in 0..<side { for x in 0..<side { image[x, y] = pixel(x, y) } }
    return image
  }

  private func ground(_ image: ImageBuffer) -> Background? {
    let finder = BackgroundFinder(width: image.width, height: image.height)
    image.withPixels { finder.add($0, row: 0) }
    return finder.ground(after: finder.finding())
  }

  private func roles(_ image: ImageBuffer, _ method: PaletteMethod = .distinct) -> PaletteRoles {
    let builder = SummaryBuilder(DistinctMethod.self, pixelCount: image.pixelCount)
    image.withPixels { builder.add($0) }
    return Dominant.palette(of: image, method: method)
      .roles(besides: builder.summary(), on: ground(image))
  }

  @Test("a logo of one colour has it on every ground, also where it touches the border")
  func oneColor() throws {
    for ground in [clear, white, black, RGBA8(red: 250, green: 210, blue: 170), yellow, blue] {
      for inset in [0, 10] {
        let logo = try picture { x, y in
          let isInside = inset..<64 - inset ~= x && 24..<40 ~= y
          return isInside ? red : ground
        }
        let found = roles(logo)
        #expect(found.brand?.color == red.color, "\(ground) \(inset)")
        #expect(found.brand?.count == UInt64(16 * (64 - 2 * inset)))
        #expect(found.brandAbsence == nil)
      }
    }
  }

  @Test("black letters and white holes are not the brand colour beside a small coloured sign")
  func sign() throws {
    let logo = try picture { x, y in
      guard 20..<44 ~= y else { return white }
      if 4..<12 ~= x { return red }
      return 16..<60 ~= x && x % 4 < 3 ? black : white
    }
    #expect(roles(logo).brand?.color == red.color)
  }

  @Test("smoothed edges change nothing: the colour is that of the paint, not a mean with its edges")
  func edges() throws {
    let logo = try picture { x, y in
      let away = max(abs(2 * x - 63), abs(2 * y - 63))
      if away < 30 { return red }
      let share = min(away - 28, 20)
      func level(_ paint: UInt8) -> UInt8 {
        UInt8((Int(paint) * (20 - share) + 255 * share) / 20)
      }
      return RGBA8(red: level(200), green: level(20), blue: level(30))
    }
    let found = try #require(roles(logo).brand?.color)
    #expect(CIELAB(found).deltaE00(to: CIELAB(red.color)) < 2)
  }

  @Test("a blue outweighs as much yellow; twice as much red outweighs a red that is as vivid")
  func weights() throws {
    let flags = try picture { x, y in
      16..<48 ~= y ? (x < 32 ? yellow : blue) : clear
    }
    #expect(roles(flags).brand?.color == blue.color)
    let orange = RGBA8(red: 230, green: 60, blue: 20)
    let reds = try picture { x, y in 16..<48 ~= y ? (x < 20 ? orange : red) : clear }
    #expect(roles(reds).brand?.color == red.color)
  }

  @Test("a tile with a white letter is the brand colour, round or up to the border")
  func tile() throws {
    func isLetter(_ x: Int, _ y: Int) -> Bool { 24..<40 ~= x && 16..<48 ~= y }
    let square = try picture { x, y in isLetter(x, y) ? white : red }
    #expect(roles(square).brand?.color == red.color)
    #expect(ground(square)?.swatch.color == red.color)
    let plain = try picture { _, _ in red }
    #expect(roles(plain).brand?.color == red.color)
    let round = try picture { x, y in
      let (dx, dy) = (max(abs(2 * x - 63) - 43, 0), max(abs(2 * y - 63) - 43, 0))
      guard dx * dx + dy * dy <= 400 else { return black }
      return isLetter(x, y) ? white : red
    }
    #expect(ground(round)?.swatch.color == black.color)
    #expect(roles(round).brand?.color == red.color)
  }

  @Test("greys, noise and nothing have none, with a reason")
  func absent() throws {
    let greys = try picture { x, y in 16..<48 ~= x && 16..<48 ~= y ? black : white }
    #expect(roles(greys).brand == nil)
    #expect(roles(greys).brandAbsence == "the picture has no colours but greys")
    let tinted = RGBA8(red: 60, green: 64, blue: 66)
    #expect(roles(try picture { x, _ in x < 30 ? tinted : white }).brand == nil)

    var random = SplitMix64(seed: 7)
    var noise = try picture(side: 100) { _, _ in RGBA8(red: 90, green: 90, blue: 90) }
    for y in 0..<100 {
      for x in 0..<100 where random.next() % 50 == 0 { noise[x, y] = red }
    }
    #expect(roles(noise).brandAbsence == "the colours that are no greys are scattered like noise")

    let nothing = roles(try picture { _, _ in clear })
    #expect(nothing.brand == nil && nothing.brandAbsence == "the palette has no colours")
  }

  @Test("of swatches alone it is the one that weighs most; of exact colours it is one of them")
  func swatches() throws {
    func swatch(_ color: RGBA8, _ count: UInt64) -> Swatch {
      Swatch(color: color.color, count: count, outOf: 100)
    }
    func roles(_ swatches: [Swatch]) -> PaletteRoles {
      Palette(method: .distinct, swatches: swatches, tally: PixelTally(counted: 100)).roles
    }
    #expect(
      roles([swatch(white, 80), swatch(black, 15), swatch(red, 5)]).brand?.color == red.color)
    #expect(roles([swatch(white, 80), swatch(black, 20)]).brandAbsence != nil)
    #expect(roles([]).brandAbsence == "the palette has no colours")

    // Two tones of one window, whose mean is neither.
    let other = RGBA8(red: 204, green: 22, blue: 28)
    let logo = try picture { x, y in 8..<56 ~= y ? (x < 40 ? red : other) : white }
    var few = FewColors()
    logo.withPixels { few.add($0) }
    let builder = SummaryBuilder(DistinctMethod.self, pixelCount: logo.pixelCount)
    logo.withPixels { builder.add($0) }
    let exact = try #require(few.palette()).roles(besides: builder.summary(), on: ground(logo))
    #expect(exact.brand?.color == red.color && exact.brand?.count == 40 * 48)
  }

  @Test("the ground is what two corners or more have, none where they are transparent or differ")
  func corners() throws {
    let band = try picture { _, y in 20..<44 ~= y ? red : white }
    #expect(ground(band)?.swatch.color == white.color)
    #expect(ground(band)?.swatch.count == 64 * 40)
    #expect(ground(try picture { _, y in 20..<44 ~= y ? red : clear }) == nil)
    let quarters = try picture { x, y in
      x < 32 ? (y < 32 ? red : blue) : (y < 32 ? yellow : black)
    }
    #expect(ground(quarters) == nil)
    #expect(ground(try ImageBuffer(width: 1, height: 1)) == nil)
    for view in 0..<4 {
      // Three corners outvote one.
      let logo = try picture { x, y in
        let corner = (x < 32 ? 0 : 1) + (y < 32 ? 0 : 2)
        return corner == view ? blue : white
      }
      #expect(ground(logo)?.swatch.color == white.color)
    }
  }

  @Test("what is left out of the palette is no brand colour")
  func leftOut() throws {
    let logo = try picture { x, y in
      10..<54 ~= x && 10..<54 ~= y ? (x < 30 ? white : yellow) : blue
    }
    let background = try #require(ground(logo))
    let builder = SummaryBuilder(DistinctMethod.self, pixelCount: logo.pixelCount)
    logo.withPixels { builder.add($0) }
    let palette = Dominant.palette(of: logo, method: .distinct)
    let found = palette.roles(besides: builder.summary(), without: background, on: background)
    #expect(found.brand?.color == yellow.color)
    #expect(found.brand?.outOf == 44 * 44)
  }
}
