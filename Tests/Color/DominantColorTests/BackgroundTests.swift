import DominantColor
import Hashing
import Pixels
import SyntheticImages
import Testing

@Suite("Backgrounds")
struct BackgroundTests {
  private let white = RGBA8(red: 255, green: 255, blue: 255)
  private let red = RGBA8(red: 200, green: 20, blue: 30)

  /// An image of a function of place.
  private func image(
    _ width: Int, _ height: Int, _ pixel: (Int, Int) -> RGBA8
  ) throws -> ImageBuffer {
    var image = try ImageBuffer(width: width, height: height)
    for y in 0..<height { for x in 0..<width { image[x, y] = pixel(x, y) } }
    return image
  }

  /// A disc in the middle over something else.
  private func disc(
    _ width: Int, _ height: Int, _ ground: (Int, Int) -> RGBA8
  ) throws -> ImageBuffer {
    try image(width, height) { x, y in
      let (dx, dy) = (2 * x - width, 2 * y - height)
      return 25 * (dx * dx + dy * dy) < 4 * min(width, height) * min(width, height)
        ? red : ground(x, y)
    }
  }

  /// Grey noise of so many levels.
  private func noise(_ x: Int, _ y: Int, _ levels: UInt64) -> Int {
    var random = SplitMix64(seed: UInt64(x) << 32 | UInt64(y))
    return Int(random.next() % levels)
  }

  @Test("a logo on white: white is the background, and left out, its colour is what remains")
  func logo() throws {
    let logo = try disc(200, 150) { _, _ in white }
    let background = try #require(Background.finding(in: logo).background)
    #expect(background.swatch.color == white.color && !background.isGradient)
    #expect(background.swatch.outOf == 30_000)
    #expect(background.contains(white.color) && !background.contains(red.color))
    let left = Dominant.paletteWithoutBackground(of: logo, method: .distinct)
    #expect(left.palette.swatches.map(\.color) == [red.color])
    #expect(left.palette.swatches[0].count + background.swatch.count == 30_000)
    #expect(left.palette.tally.filtered == background.swatch.count)
    #expect(left.background == .found(background))
  }

  @Test("a thing on a gradient, with noise as of a photo: the gradient is the background")
  func gradient() throws {
    let shot = try disc(400, 300) { x, y in
      let level = UInt8(120 + y * 100 / 300 + self.noise(x, y, 9))
      return RGBA8(red: level, green: level, blue: UInt8(min(Int(level) + 10, 255)))
    }
    let background = try #require(Background.finding(in: shot).background)
    #expect(background.isGradient)
    #expect(background.swatch.population > 0.87)
    let left = Dominant.paletteWithoutBackground(of: shot, method: .distinct)
    #expect(left.palette.dominant?.color == red.color)
    #expect((left.palette.dominant?.population ?? 0) > 0.95)
  }

  @Test("what touches an edge, or cuts the background in two, does not hide it")
  func cut() throws {
    let band = try image(300, 300) { _, y in 140..<170 ~= y ? red : white }
    #expect(Background.finding(in: band).background?.swatch.color == white.color)
    let touching = try image(300, 300) { x, y in x > 120 && x < 180 && y > 100 ? red : white }
    #expect(Background.finding(in: touching).background?.swatch.count == 90_000 - 59 * 199)
  }

  @Test("a busy border, or one of two colours, has no background")
  func busy() throws {
    let busy = try #require(SyntheticImage.named("noise")).makeImage(width: 256, height: 256)
    #expect(Background.finding(in: busy) == .none(.busyBorder))
    let halves = try image(200, 200) { _, y in y < 110 ? white : red }
    #expect(Background.finding(in: halves) == .none(.busyBorder))
    // Neighbouring flat colours do not run into each other, however little they differ.
    let close = try image(200, 200) { x, _ in
      x < 100 ? white : RGBA8(red: 248, green: 255, blue: 255)
    }
    #expect(Background.finding(in: close) == .none(.busyBorder))
    let all = Dominant.paletteWithoutBackground(of: busy)
    #expect(all.palette == Dominant.palette(of: busy) && all.background == .none(.busyBorder))
  }

  @Test("a margin narrower than a tile is a background, of one pixel too; a busy ring is none")
  func ring() throws {
    for margin in [1, 2, 4, 9] {
      let page = try image(320, 260) { x, y in
        let isInside = margin..<320 - margin ~= x && margin..<260 - margin ~= y
        let level = UInt8(isInside ? self.noise(x, y, 200) : 255)
        return RGBA8(red: level, green: level, blue: level)
      }
      let background = try #require(Background.finding(in: page).background, "\(margin)")
      #expect(background.swatch.color == white.color && !background.isGradient)
      let turned = try image(260, 320) { x, y in page[y, 259 - x] }
      #expect(Background.finding(in: turned) == .found(background))
    }
    let holed = try image(320, 260) { x, y in
      let isInside = 4..<316 ~= x && 4..<256 ~= y || y < 130 && x > 40
      let level = UInt8(isInside ? self.noise(x, y, 200) : 255)
      return RGBA8(red: level, green: level, blue: level)
    }
    #expect(Background.finding(in: holed) == .none(.busyBorder))
  }

  @Test("one pixel, no pixel, one colour, nothing visible")
  func small() throws {
    let none = try ImageBuffer(width: 0, height: 0)
    #expect(Background.finding(in: none) == .none(.tooSmall))
    for (width, height) in [(1, 1), (2, 900), (900, 2)] {
      let small = try image(width, height) { _, _ in white }
      #expect(Background.finding(in: small) == .none(.tooSmall))
    }
    let clear = try image(40, 30) { _, _ in RGBA8(red: 9, green: 9, blue: 9, alpha: 0) }
    #expect(Background.finding(in: clear) == .none(.transparent))
    let framed = try disc(60, 60) { _, _ in RGBA8(red: 0, green: 0, blue: 0, alpha: 0) }
    #expect(Background.finding(in: framed) == .none(.transparent))
    for side in [3, 4, 5, 33, 64, 65] {
      let flat = try image(side, side) { _, _ in red }
      let background = try #require(Background.finding(in: flat).background, "\(side)")
      #expect(
        background.swatch
          == Swatch(
            color: red.color, count: UInt64(side * side), outOf: UInt64(side * side)))
      let left = Dominant.paletteWithoutBackground(of: flat, method: .kmeans).palette
      #expect(left.swatches.isEmpty && left.absence == .allFiltered)
    }
  }

  @Test("mirrored, turned and cut into bands, an image has the same background")
  func invariance() throws {
    for (width, height) in [(97, 131), (64, 33), (200, 150)] {
      let shot = try disc(width, height) { x, y in
        let level = UInt8(60 + x * 90 / width + self.noise(x, y, 7))
        return RGBA8(red: level, green: level, blue: level)
      }
      let finding = Background.finding(in: shot)
      let mirrored = try image(width, height) { x, y in shot[width - 1 - x, y] }
      let turned = try image(height, width) { x, y in shot[y, height - 1 - x] }
      #expect(finding.background != nil)
      #expect(Background.finding(in: mirrored) == finding)
      #expect(Background.finding(in: turned) == finding)
      let finder = BackgroundFinder(width: width, height: height)
      shot.withPixels { view in
        for row in stride(from: 0, to: height, by: 7).reversed() {
          let end = min(row + 7, height)
          for columns in [width / 3..<width, 0..<width / 3] {
            finder.add(
              view.cropped(columns: columns, rows: row..<end), column: columns.lowerBound, row: row)
          }
        }
      }
      #expect(finder.finding() == finding)
    }
  }

  @Test("every method and rule of visibility leaves out exactly the background's pixels")
  func methods() throws {
    let logo = try disc(120, 90) { x, y in
      RGBA8(red: 240, green: 240, blue: UInt8(236 + (x + y) % 3), alpha: x < 2 ? 90 : 255)
    }
    for minimumAlpha: UInt8 in [0, 60, 128] {
      let rule = VisibilityRule(minimumAlpha: minimumAlpha, blackBelow: 10)
      let finding = Background.finding(in: logo, minimumAlpha: minimumAlpha)
      let background = try #require(finding.background)
      var rest: [RGBA8] = []
      var transparent: UInt64 = 0
      for y in 0..<90 {
        for x in 0..<120 {
          let pixel = logo[x, y]
          if pixel.alpha < minimumAlpha {
            transparent += 1
          } else if !background.contains(pixel.color) {
            rest.append(pixel)
          }
        }
      }
      let kept = try image(rest.count, 1) { x, _ in rest[x] }
      for method in PaletteMethod.allCases {
        let options = PaletteOptions(visibility: rule)
        let found = Dominant.paletteWithoutBackground(of: logo, method: method, options: options)
        #expect(
          found.palette.swatches
            == Dominant.palette(of: kept, method: method, options: options).swatches)
        #expect(found.palette.tally.transparent == transparent)
        #expect(found.palette.tally.total == 120 * 90)
      }
    }
  }
}
