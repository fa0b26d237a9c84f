import DominantColor
import Pixels
import Testing

/// What method `distinct` promises, through the public interface.
@Suite("Distinct colours")
struct DistinctColorsTests {
  private static let side = 120

  /// A picture of a function of column and row.
  private func palette(
    count: Int? = nil, choosesCount: Bool = false, _ color: (Int, Int) -> RGB8
  ) throws -> Palette {
    var image = try ImageBuffer(width: Self.side, height: Self.side)
    for y in 0..<Self.side {
      for x in 0..<Self.side { image[x, y] = RGBA8(color(x, y)) }
    }
    return Dominant.palette(
      of: image, method: .distinct,
      options: PaletteOptions(count: count, choosesCount: choosesCount), isWhole: true)
  }

  private func rgb(_ red: Int, _ green: Int, _ blue: Int) -> RGB8 {
    RGB8(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
  }

  private func leastDifference(_ palette: Palette) -> Double {
    var least = Double.infinity
    for (index, swatch) in palette.swatches.enumerated() {
      for other in palette.swatches[..<index] {
        least = min(least, swatch.color.deltaE00(to: other.color))
      }
    }
    return least
  }

  @Test("flat colours that differ clearly are the answer, with their exact shares")
  func flat() throws {
    let all = [
      rgb(255, 255, 255), rgb(200, 16, 46), rgb(0, 82, 165), rgb(253, 218, 36), rgb(0, 122, 61),
      rgb(20, 20, 20), rgb(128, 128, 128), rgb(180, 90, 200),
    ]
    for number in 1...8 {
      let colors = Array(all.prefix(number))
      let found = try palette(count: 8) { x, _ in colors[x * number / Self.side] }
      #expect(Set(found.swatches.map(\.color)) == Set(colors), "\(number) colours")
      #expect(found.swatches.map(\.count).reduce(0, +) == 14_400, "\(number) colours")
    }
  }

  @Test("the picture decides how many colours there are, up to twelve or a number")
  func chosenCount() throws {
    let all = [
      rgb(255, 255, 255), rgb(200, 16, 46), rgb(0, 82, 165), rgb(253, 218, 36), rgb(0, 122, 61),
      rgb(20, 20, 20), rgb(128, 128, 128), rgb(180, 90, 200), rgb(240, 140, 30), rgb(90, 50, 20),
      rgb(110, 200, 220), rgb(250, 190, 200), rgb(60, 60, 120), rgb(170, 190, 90),
    ]
    // Stripes with a noise of a few levels and a slow shade, as of paper and print.
    func stripes(_ number: Int, count: Int? = nil) throws -> Palette {
      try palette(count: count, choosesCount: true) { x, y in
        let color = all[x * number / Self.side]
        let noise = (x * 7 + y * 13) % 5 - 2 + (y - Self.side / 2) / 15
        return rgb(
          min(max(Int(color.red) + noise, 0), 255), min(max(Int(color.green) + noise, 0), 255),
          min(max(Int(color.blue) + noise, 0), 255))
      }
    }
    let options = PaletteOptions(choosesCount: true)
    for number in 1...12 {
      let found = try stripes(number)
      #expect(found.swatches.count == number)
      #expect(found.shortage(of: options, isExact: false) == (number < 12 ? .chosen : nil))
    }
    #expect(try stripes(14).swatches.count == PaletteOptions.mostChosen)
    #expect(try stripes(7, count: 3).swatches.count == 3)
    #expect(try stripes(3, count: 7).swatches.count == 3)
    // A grey of one in a thousand that is near another adds nothing; asked for by number, it is there.
    func specks(count: Int? = nil, choosesCount: Bool) throws -> Palette {
      try palette(count: count, choosesCount: choosesCount) { x, y in
        if 50..<55 ~= x, 50..<54 ~= y { return rgb(90, 90, 90) }
        return x < 60 ? rgb(128, 128, 128) : rgb(250, 250, 250)
      }
    }
    #expect(try specks(choosesCount: true).swatches.count == 2)
    #expect(try specks(count: 3, choosesCount: false).swatches.count == 3)
  }

  @Test("a palette that is shorter than asked says why")
  func shortage() throws {
    let two = try palette(count: 6) { x, _ in x < 60 ? rgb(250, 250, 250) : rgb(20, 90, 160) }
    #expect(two.shortage(of: PaletteOptions(count: 6), isExact: false) == .othersAreNear)
    #expect(two.shortage(of: PaletteOptions(count: 6), isExact: true) == .noFurtherColors)
    #expect(two.shortage(of: PaletteOptions(count: 2), isExact: false) == nil)
    #expect(two.shortage(of: PaletteOptions(), isExact: false) == nil)
    let none = Palette(method: .distinct, swatches: [], tally: PixelTally())
    #expect(none.shortage(of: PaletteOptions(count: 6), isExact: false) == nil)
  }

  @Test("a vivid dot of half a percent on grey-brown tones is among six colours, and among five")
  func accent() throws {
    let dots = [
      (rgb(214, 30, 38), 30, 30), (rgb(20, 120, 230), 80, 40), (rgb(30, 170, 60), 50, 90),
    ]
    for count in [5, 6] {
      let found = try palette(count: count) { x, y in
        for (color, left, top) in dots {
          let (dx, dy) = (x - left, y - top)
          if dx * dx + dy * dy <= 23 { return color }
        }
        let noise = (x * 7 + y * 13) % 9
        let tone = [70, 120, 175, 215][(x / 30 + y / 40) % 4] + noise + (x + y) / 24
        return rgb(tone + 12, tone + 4, tone - 8)
      }
      for (color, _, _) in dots {
        let nearest = found.swatches.map { $0.color.deltaE00(to: color) }.min() ?? 100
        #expect(nearest < 15, "\(color) at \(count): \(found.swatches.map(\.color))")
      }
      #expect(leastDifference(found) >= 9)
      let counts = found.swatches.map(\.count)
      #expect(Array(counts.prefix(2)) == Array(counts.sorted(by: >).prefix(2)))
      // The dots are stronger than a tone that covers fifty times as much.
      if count == 6 { #expect(counts[2] < counts[5]) }
    }
  }

  @Test("grey pictures give greys, and a gradient clearly different ones")
  func greys() throws {
    let found = try palette { x, y in rgb((x * 2 + y / 8), (x * 2 + y / 8), (x * 2 + y / 8)) }
    #expect(found.swatches.count >= 5)
    #expect(leastDifference(found) >= 9)
    for swatch in found.swatches {
      #expect(swatch.color.red == swatch.color.green && swatch.color.green == swatch.color.blue)
    }
  }

  @Test("a grey picture with one red thing gives that red")
  func redThing() throws {
    let found = try palette { x, y in
      if (50..<62).contains(x), (50..<62).contains(y) { return rgb(205, 25, 30) }
      let level = 40 + (x * 5 + y * 3) % 160
      return rgb(level, level, level)
    }
    #expect(found.swatches.contains { $0.color == rgb(205, 25, 30) && $0.count == 144 })
  }

  @Test("two reds of 32 % each are not lost to 36 % of white")
  func twoReds() throws {
    let found = try palette { x, y in
      let place = (y * Self.side + x) * 100 / (Self.side * Self.side)
      return place < 36 ? rgb(255, 255, 255) : place < 68 ? rgb(190, 20, 30) : rgb(235, 70, 60)
    }
    #expect(
      Set(found.swatches.map(\.color))
        == [rgb(255, 255, 255), rgb(190, 20, 30), rgb(235, 70, 60)])
  }

  @Test("swatches never come near each other, whatever the count, and shares add up")
  func apart() throws {
    var random = SplitMix(state: 11)
    for count in [1, 2, 5, 6, 8, 16, 64] {
      let found = try palette(count: count) { x, y in
        let (a, b) = (x / 15 * 37 % 256, y / 15 * 53 % 256)
        let noise = Int(random.next() % 24)
        return rgb(min(a + noise, 255), min(b + noise, 255), (a + b) / 2)
      }
      #expect(found.swatches.count <= count)
      #expect(leastDifference(found) >= 9, "\(count)")
      #expect(found.swatches.map(\.count).reduce(0, +) == 14_400)
    }
  }

  @Test("a mirrored picture has the same palette")
  func mirror() throws {
    func color(_ x: Int, _ y: Int) -> RGB8 { rgb(x * 2, (x * y) % 256, y * 2) }
    let found = try palette { color($0, $1) }
    #expect(try palette { color(Self.side - 1 - $0, $1) } == found)
    #expect(try palette { color($0, Self.side - 1 - $1) } == found)
  }

  @Test("its histogram answers alike, in parts that travelled as bytes")
  func serialized() throws {
    var image = try ImageBuffer(width: 64, height: 48)
    for y in 0..<48 {
      for x in 0..<64 { image[x, y] = RGBA8(rgb(x * 4, y * 5, (x ^ y) * 3)) }
    }
    var whole = try PaletteHistogram(method: .distinct)
    try image.withPixels { view in
      for row in 0..<48 {
        var part = try PaletteHistogram(method: .distinct)
        try part.add(view.rows(row..<row + 1))
        let read = try part.serialized().withUnsafeBytes { bytes in
          try PaletteHistogram(serialized: RawSpan(_unsafeBytes: bytes))
        }
        try whole.merge(read)
      }
    }
    #expect(whole.palette() == Dominant.palette(of: image, method: .distinct))
    #expect(whole.method == .distinct)
  }

  /// Grey-brown tones in broad stripes, with things that a rule draws.
  private func tones(
    seed: UInt64, _ thing: (Int, Int, inout SplitMix) -> RGB8?
  ) throws -> Palette {
    var random = SplitMix(state: seed)
    return try palette { x, y in
      if let color = thing(x, y, &random) { return color }
      let tone = [70, 105, 140, 175, 205, 230][x / 20] + Int(random.next() % 9)
      return rgb(tone + 12, tone + 4, tone - 8)
    }
  }

  @Test("scattered noise of one vivid colour takes no place from things, nor their colours")
  func noise() throws {
    let (red, blue, green) = (rgb(206, 40, 48), rgb(30, 110, 220), rgb(60, 200, 70))
    for seed: UInt64 in 1...20 {
      // Green pixels, 3 or 5 % of all, and two things of 1 % each.
      let found = try tones(seed: seed) { x, y, random in
        if (30..<42) ~= x, (30..<42) ~= y { return red }
        if (80..<92) ~= x, (70..<82) ~= y { return blue }
        return random.next() % (seed % 2 == 0 ? 20 : 33) == 0 ? green : nil
      }
      let colors = found.swatches.map(\.color)
      #expect(found.swatches.count == 6)
      #expect(colors.contains(red) && colors.contains(blue), "\(colors)")
      #expect(!colors.contains { $0.deltaE00(to: green) < 15 }, "\(colors)")
      // Its pixels are nobody's.
      #expect(found.swatches.map(\.count).reduce(0, +) < found.tally.counted)
      // As a thing of as many pixels, it is there.
      let asThing = try tones(seed: seed) { x, y, _ in
        if (30..<42) ~= x, (30..<42) ~= y { return red }
        if (80..<92) ~= x, (70..<82) ~= y { return blue }
        return (10..<27) ~= x && (90..<107) ~= y ? green : nil
      }
      #expect(asThing.swatches.contains { $0.color == green && $0.count == 289 })
    }
  }

  @Test("noise fills places that things leave, and is the answer where it is half of all")
  func noiseAlone() throws {
    var random = SplitMix(state: 5)
    let dotted = try palette { _, _ in
      random.next() % 50 == 0 ? rgb(206, 40, 48) : rgb(120, 112, 100)
    }
    #expect(dotted.swatches.map(\.color) == [rgb(120, 112, 100), rgb(206, 40, 48)])
    #expect(dotted.swatches.map(\.count).reduce(0, +) == 14_400)
    let all = try palette { _, _ in
      let bits = random.next()
      return rgb(Int(bits & 255), Int(bits >> 8 & 255), Int(bits >> 16 & 255))
    }
    #expect(all.swatches.count == 6)
    #expect(all.swatches.map(\.count).reduce(0, +) == 14_400)
  }

  @Test("columns of one pixel are the answer, and a picture of one column has no noise")
  func columns() throws {
    let striped = try palette { x, _ in x % 2 == 0 ? rgb(206, 40, 48) : rgb(30, 110, 220) }
    #expect(striped.swatches.map(\.count) == [7_200, 7_200])
    var image = try ImageBuffer(width: 1, height: 90)
    for y in 0..<90 { image[0, y] = RGBA8(y % 9 == 0 ? rgb(206, 40, 48) : rgb(120, 112, 100)) }
    let column = Dominant.palette(of: image, method: .distinct)
    #expect(column.swatches.map(\.count) == [80, 10])
  }

  /// Steele, Lea and Flood (2014).
  private struct SplitMix {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value >> 31
    }
  }
}
