import DominantColor
import Pixels
import Testing

@Suite("Bars at the edges")
struct EdgeBarsTests {
  /// A busy picture of many colours.
  static func picture(width: Int, height: Int) throws -> ImageBuffer {
    var image = try ImageBuffer(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let mixed = UInt32(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663) &* 0x9E37_79B1
        image[x, y] = RGBA8(
          red: UInt8(70 + (mixed >> 24) % 120), green: UInt8(60 + (mixed >> 16) % 90),
          blue: UInt8(90 + (mixed >> 8) % 100))
      }
    }
    return image
  }

  /// The same inside of bars.
  static func barred(
    _ inner: ImageBuffer, _ color: RGBA8, left: Int = 0, top: Int = 0, right: Int = 0,
    bottom: Int = 0
  ) throws -> ImageBuffer {
    var image = try ImageBuffer(
      width: inner.width + left + right, height: inner.height + top + bottom)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let (column, row) = (x - left, y - top)
        let isInside = 0..<inner.width ~= column && 0..<inner.height ~= row
        image[x, y] = isInside ? inner[column, row] : color
      }
    }
    return image
  }

  private static let black = RGBA8(red: 0, green: 0, blue: 0)
  private static let white = RGBA8(red: 255, green: 255, blue: 255)

  @Test(
    "made bars are found to the line, whatever their colour",
    arguments: [
      (0, 20, 0, 20), (31, 0, 31, 0), (12, 12, 12, 12), (9, 20, 9, 20), (0, 17, 0, 0),
      (0, 0, 0, 17),
      (17, 0, 0, 0), (0, 0, 17, 0), (0, 12, 0, 29), (0, 0, 15, 18), (40, 0, 40, 0),
    ])
  func made(left: Int, top: Int, right: Int, bottom: Int) throws {
    let inner = try Self.picture(width: 160, height: 120)
    for color in [Self.black, Self.white, RGBA8(red: 20, green: 200, blue: 30)] {
      let image = try Self.barred(
        inner, color, left: left, top: top, right: right, bottom: bottom)
      let expected = EdgeBars(
        color: color.color, left: left, top: top, right: right, bottom: bottom)
      #expect(EdgeBars.found(in: image) == expected)
    }
  }

  @Test(
    "of long lines pairs of neighbours tell as much",
    arguments: [(300, 280), (620, 530), (2100, 2060)])
  func large(width: Int, height: Int) throws {
    let inner = try Self.picture(width: width, height: height)
    for (left, top, right, bottom) in [
      (0, 30, 0, 30), (31, 0, 31, 0), (53, 54, 55, 56), (0, 0, 0, 47),
    ] {
      let image = try Self.barred(
        inner, Self.white, left: left, top: top, right: right, bottom: bottom)
      let expected = EdgeBars(
        color: Self.white.color, left: left, top: top, right: right, bottom: bottom)
      #expect(EdgeBars.found(in: image) == expected)
    }
    #expect(EdgeBars.found(in: inner) == nil)
  }

  @Test("a flat sky above is no bar, and hides none below")
  func sky() throws {
    let inner = try Self.picture(width: 160, height: 120)
    var image = try Self.barred(inner, Self.black, bottom: 24)
    // Trees begin to stand before the sky after 20 rows, 1 % more in each.
    for y in 0..<90 {
      for x in 0..<160 where y < 20 || 7 * x % 160 >= 2 * (y - 20) {
        image[x, y] = RGBA8(red: 120, green: 170, blue: 230)
      }
    }
    #expect(EdgeBars.found(in: image) == EdgeBars(color: Self.black.color, bottom: 24))
    // A white sky under a white bar is cut as far as the bar below says.
    var white = try Self.barred(inner, Self.white, top: 24, bottom: 24)
    for y in 24..<144 {
      for x in 0..<160 where y < 30 + 7 * x % 160 / 2 { white[x, y] = Self.white }
    }
    let expected = EdgeBars(color: Self.white.color, top: 24, bottom: 24)
    #expect(EdgeBars.found(in: white) == expected)
  }

  @Test(
    "the palette is that of what bars leave, unless the whole image is asked for",
    arguments: [nil, PaletteMethod.kmeans])
  func palettes(method: PaletteMethod?) throws {
    let inner = try Self.picture(width: 160, height: 120)
    let image = try Self.barred(inner, Self.white, left: 20, right: 20)
    let found = Dominant.palette(of: image, method: method)
    #expect(found == Dominant.palette(of: inner, method: method, isWhole: true))
    #expect(found.tally.counted == 160 * 120)
    #expect(Dominant.palette(of: image, method: method, isWhole: true).tally.counted == 200 * 120)
  }

  @Test("what has no bars keeps all of it")
  func none() throws {
    let inner = try Self.picture(width: 160, height: 120)
    #expect(EdgeBars.found(in: inner) == nil)
    // Under 2 % of the pixels.
    #expect(EdgeBars.found(in: try Self.barred(inner, Self.black, top: 1, bottom: 1)) == nil)
    // Smaller than 32 pixels.
    let small = try Self.picture(width: 31, height: 20)
    #expect(EdgeBars.found(in: try Self.barred(small, Self.black, top: 6, bottom: 6)) == nil)
    #expect(EdgeBars.found(in: try ImageBuffer(width: 0, height: 0)) == nil)
    // A slow gradient, a flag and a disc on white.
    let drawn: [(Int, Int) -> RGBA8] = [
      { _, y in RGBA8(red: UInt8(y), green: UInt8(100 + y / 2), blue: 250) },
      { _, y in 40..<80 ~= y ? Self.white : RGBA8(red: 220, green: 20, blue: 40) },
      { x, y in
        let (dx, dy) = (x - 80, y - 60)
        return dx * dx + dy * dy < 2000 ? inner[x, y] : Self.white
      },
      // A page: pictures above and below, and lines of text between them, on white.
      { x, y in
        guard 20..<140 ~= x, 20..<100 ~= y else { return Self.white }
        if y < 40 || y >= 80 { return inner[x, y] }
        return y % 8 < 4 && x % 7 < 4 && x < 110 ? Self.black : Self.white
      },
    ]
    for color in drawn {
      var image = try ImageBuffer(width: 160, height: 120)
      for y in 0..<120 { for x in 0..<160 { image[x, y] = color(x, y) } }
      #expect(EdgeBars.found(in: image) == nil)
    }
    // A smooth square on white: an icon.
    var icon = try ImageBuffer(width: 128, height: 128)
    for y in 0..<128 {
      for x in 0..<128 { icon[x, y] = RGBA8(red: UInt8(y), green: UInt8(x / 2), blue: 200) }
    }
    let framed = try Self.barred(icon, Self.white, left: 16, top: 16, right: 16, bottom: 16)
    #expect(EdgeBars.found(in: framed) == nil)
  }

  @Test("subtitles lie in the bar below, if the one above is clear and as thick")
  func subtitles() throws {
    let inner = try Self.picture(width: 200, height: 120)
    var image = try Self.barred(inner, Self.black, top: 36, bottom: 36)
    func write(_ rows: Range<Int>) {
      for y in rows {
        for x in 40..<160 where x % 6 < 3 { image[x, y] = Self.white }
      }
    }
    write(167..<177)
    let expected = EdgeBars(color: Self.black.color, top: 36, bottom: 36)
    #expect(EdgeBars.found(in: image) == expected)
    write(10..<20)
    #expect(EdgeBars.found(in: image) == nil)
  }

  @Test("pixels that are not visible are no bar, noise of a few levels is")
  func levels() throws {
    let inner = try Self.picture(width: 160, height: 120)
    let clear = RGBA8(red: 0, green: 0, blue: 0, alpha: 10)
    #expect(EdgeBars.found(in: try Self.barred(inner, clear, top: 20, bottom: 20)) == nil)
    var noisy = try Self.barred(inner, Self.black, top: 20, bottom: 20)
    for y in 0..<160 where !(20..<140 ~= y) {
      for x in 0..<160 {
        let level = UInt8((x * 7 + y * 3) % 5)
        noisy[x, y] = RGBA8(red: level, green: level, blue: level)
      }
    }
    #expect(EdgeBars.found(in: noisy)?.top == 20)
    #expect(EdgeBars.found(in: noisy)?.bottom == 20)
  }

  @Test("rows from above tell what the whole image does, with text in a bar above too")
  func rows() throws {
    let inner = try Self.picture(width: 330, height: 300)
    let plain = try Self.barred(inner, Self.white, left: 60, top: 60, right: 60, bottom: 60)
    var images = [inner, plain]
    let bars = [(0, 60, 0, 60), (60, 0, 60, 0), (30, 40, 30, 40), (0, 0, 0, 50)]
    for (left, top, right, bottom) in bars {
      images.append(
        try Self.barred(inner, Self.black, left: left, top: top, right: right, bottom: bottom))
    }
    // A thing on a plain ground, whose edges begin and end softly.
    var thing = plain
    for y in 0..<thing.height {
      for x in 0..<thing.width {
        let (dx, dy) = (x - thing.width / 2, y - thing.height / 2)
        if dx * dx + dy * dy > 19_000 { thing[x, y] = Self.white }
      }
    }
    images.append(thing)
    // Text that fills little of the bar above.
    var texts = images[2]
    for y in 20..<34 { for x in 60..<140 where x % 6 < 3 { texts[x, y] = Self.white } }
    images.append(texts)
    var found: [EdgeBars?] = []
    for image in images {
      let finder = BarFinder(width: image.width, height: image.height)
      func add() {
        image.withPixels { view in
          for y in 0..<view.height { finder.add(view.rows(y..<(y + 1))) }
        }
      }
      add()
      var bars = finder.bars()
      if bars == nil, finder.beginsAgain() {
        add()
        bars = finder.bars()
      }
      #expect(bars == EdgeBars.found(in: image))
      found.append(bars)
    }
    #expect(found.map { $0 != nil } == [false, true, true, true, true, true, false, true])
    #expect(found.last == EdgeBars(color: Self.black.color, top: 60, bottom: 60))
  }

  @Test("rows may come in any parts")
  func parts() throws {
    let inner = try Self.picture(width: 96, height: 80)
    let image = try Self.barred(inner, Self.white, left: 7, top: 11, right: 7, bottom: 11)
    let expected = EdgeBars.found(in: image)
    #expect(expected != nil)
    for height in [1, 3, 16, 101] {
      let finder = BarFinder(width: image.width, height: image.height)
      image.withPixels { view in
        for first in stride(from: 0, to: view.height, by: height) {
          finder.add(view.rows(first..<min(first + height, view.height)))
        }
      }
      #expect(finder.bars() == expected)
    }
    let cutShort = BarFinder(width: image.width, height: image.height)
    image.withPixels { cutShort.add($0.rows(0..<50)) }
    #expect(cutShort.bars() == nil)
  }
}
